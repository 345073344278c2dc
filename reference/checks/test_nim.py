"""Hidden checks of nim: orders, levels, trees, values and moves on drawn configurations.

Each function gets its own arguments from here; only `choose_move` and `make_game_tree` stand on
the student's other functions, as in docs/nim.md. The trees that `min_max` gets are made here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, permutations
from math import gcd
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import strategies as st

from gametree import Step, Tree
from grader.judging.properties import Relation, drawn
from grader.student.compare import short
from grader.student.question import Code
from reference.checks.callers import TITLE, caller_hint, of_the_caller
from reference.checks.rng import generators

Config: TypeAlias = tuple[int, ...]
MOST_NODES = 400

sticks = st.integers(0, 4)
configs = st.lists(sticks, min_size=1, max_size=4).map(tuple)

Pair: TypeAlias = tuple[Config, Config]


def pairs() -> st.SearchStrategy[Pair]:
    """Two configurations of equal length: equal, different in one pile, reordered, or any."""
    return generators.map(_pair)


def _pair(rng: Random) -> Pair:
    first = [_sticks(rng) for _ in range(rng.choice((1, 2, 2, 3, 5, 5, 12)))]
    kinds = (
        _same,
        _same,
        _one_pile,
        _one_pile,
        _one_more,
        _reordered,
        _other_numbers,
        _moved,
        _any,
        _any,
        _carried,
        _packed,
    )
    one, other = map(tuple, rng.choice(kinds)(first, rng))
    return (one, other) if rng.random() < 0.5 else (other, one)


def _sticks(rng: Random) -> int:
    return rng.randint(0, rng.choice((0, 2, 12, 12, 40)))


Piles: TypeAlias = list[int]
# Where digits of so many kinds are packed into one number, another pile's worth is as much.
BASES = (5, 8, 10, 16, 20, 32, 50, 60)
MOST_STICKS = 60


def _same(first: Piles, _rng: Random) -> tuple[Piles, Piles]:
    return first, list(first)


def _one_pile(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    at = rng.choice((0, len(first) - 1, len(first) - 1, rng.randrange(len(first))))
    return first, [*first[:at], _sticks(rng), *first[at + 1 :]]


def _one_more(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    at = rng.randrange(len(first))
    return first, [*first[:at], first[at] + 1, *first[at + 1 :]]


def _reordered(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    return first, rng.sample(first, len(first))


def _other_numbers(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    """Piles of the same sizes, but not as many of each: the same set."""
    sizes = sorted(set(first))
    second = [*sizes, *rng.choices(sizes, k=len(first) - len(sizes))]
    rng.shuffle(second)
    return first, second


def _moved(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    """A stick moved from one pile to another."""
    second = list(first)
    source, target = rng.randrange(len(first)), rng.randrange(len(first))
    if second[source]:
        second[source] -= 1
        second[target] += 1
    return first, second


def _any(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    return first, [_sticks(rng) for _ in first]


def _carried(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    """One stick more in a pile outweighs any number in the piles after it."""
    at = rng.randrange(len(first))
    less = [*first[: at + 1], *[_sticks(rng) + 20 for _ in first[at + 1 :]]]
    return less, [*first[:at], first[at] + 1, *[0 for _ in first[at + 1 :]]]


def _packed(first: Piles, rng: Random) -> tuple[Piles, Piles]:
    """One stick less in a pile, and as many more in the next as make the same number."""
    at = rng.randrange(max(1, len(first) - 1))
    one = [*first[:at], first[at] + 1, *first[at + 1 :]]
    following = first[at + 1 : at + 2]
    base = rng.choice([base for base in BASES if sum(following) + base <= MOST_STICKS])
    return one, [*first[: at + 1], *[pile + base for pile in following], *first[at + 2 :]]


@cache
def level(c: Config) -> tuple[Config, ...]:
    """The configurations one move below, each once, in increasing order."""
    return tuple(sorted((*c[:i], n, *c[i + 1 :]) for i in range(len(c)) for n in range(c[i])))


@cache
def nodes(c: Config) -> int:
    """The number of nodes of a game tree."""
    return 1 + sum(map(nodes, level(c)))


@cache
def game_tree(c: Config) -> Tree[Config]:
    """The game tree of a configuration."""
    return Tree(c, map(game_tree, level(c)))


# One pile, and many: the deepest trees and the widest that take no time to speak of.
LARGE_TREES: Sequence[Config] = ((11,), (1, 1, 1, 1, 1, 1), (10, 0), (2, 2, 3), (1, 2, 3))
# Many piles, in trees that take no time either.
MANY_PILES: Sequence[Config] = ((0, 1, 1, 0, 2), (1, 0, 1, 0, 1, 1), (2, 0, 1, 0, 1))
small = configs.filter(lambda c: nodes(c) <= MOST_NODES)
any_tree = st.one_of(*[small] * 6, st.sampled_from(MANY_PILES), st.sampled_from(LARGE_TREES))
started = any_tree.filter(any)


# -- the order -------------------------------------------------------------------------------


def compared(function: Any, pair: Pair) -> Any:
    """The question for a pair, then the other way round, and with the piles in reverse."""
    c, d = pair
    return function(c, d), function(d, c), function(c[::-1], d)


@pytest.mark.task("nim.less_equal", "the first pile that differs decides")
@drawn(pairs(), count=260)
def test_less_equal(code: Code, pair: tuple[Config, Config]) -> Any:
    return compared(code.nim.less_equal, pair)


@pytest.mark.task("nim.greater_equal", "the opposite of less_equal but for equal ones")
@drawn(pairs(), count=260)
def test_greater_equal(code: Code, pair: tuple[Config, Config]) -> Any:
    return compared(code.nim.greater_equal, pair)


@pytest.mark.task("nim.equal_config", "all piles are equal, each with its own")
@drawn(pairs(), count=260)
def test_equal_config(code: Code, pair: tuple[Config, Config]) -> Any:
    return compared(code.nim.equal_config, pair)


FIFTEEN = (1, *[0] * 12, 16, 60)
# Pairs of fifteen piles, first the lesser one: they differ in one of the last, by little and much.
OF_FIFTEEN = (
    (FIFTEEN, (*FIFTEEN[:13], 17, 0)),
    ((*FIFTEEN[:-1], 59), FIFTEEN),
    ((0,) * 15, (*[0] * 14, 1)),
)


@pytest.mark.task("nim.less_equal", "fifteen piles, and up to sixty sticks")
def test_less_equal_of_fifteen(submission: Any, expect: Any) -> None:
    for c, d in OF_FIFTEEN:
        less_equal = submission.nim.less_equal
        expect((less_equal(c, d), less_equal(d, c), less_equal(c, c)), (True, False, True))


@pytest.mark.task("nim.greater_equal", "fifteen piles, and up to sixty sticks")
def test_greater_equal_of_fifteen(submission: Any, expect: Any) -> None:
    for c, d in OF_FIFTEEN:
        greater_equal = submission.nim.greater_equal
        expect((greater_equal(c, d), greater_equal(d, c), greater_equal(c, c)), (False, True, True))


@pytest.mark.task("nim.equal_config", "fifteen piles, and up to sixty sticks")
def test_equal_config_of_fifteen(submission: Any, expect: Any) -> None:
    for c, d in OF_FIFTEEN:
        equal_config = submission.nim.equal_config
        expect((equal_config(c, d), equal_config(d, c), equal_config(c, c)), (False, False, True))


# Weights of five piles by which unequal ones may have the same sum.
WEIGHTS = ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1), (1, 4, 9, 16, 25), (2, 3, 5, 7, 11))
SOME_PILES = (3, 1, 4, 2, 5)
# Alike by what is printed of them, by their product, or by the sum of their squares.
OTHERWISE_ALIKE: Sequence[Pair] = (
    *(((1, 11), (11, 1)), ((1, 10), (11, 0)), ((1, 23, 4), (12, 3, 4)), ((4, 1, 23), (4, 12, 3))),
    *(((0, 0), (0, 5)), ((2, 6), (3, 4)), ((4, 2, 6), (4, 3, 4)), ((5, 5), (1, 7))),
    # By their sums, those of squares and those weighted by places, between ends that are equal.
    *(
        ((1, 0, 1), (0, 2, 0)),
        ((1, 0, 3, 0), (0, 3, 0, 1)),
        ((7, 1, 0, 3, 0, 7), (7, 0, 3, 0, 1, 7)),
    ),
)


def of_digits(bases: range) -> Sequence[Pair]:
    """One number with the piles for digits, whichever comes first."""
    pairs = (((base, 0), (0, 1)) for base in bases)
    return [pair for c, d in pairs for pair in ((c, d), (c[::-1], d[::-1]))]


def of_one_sum(weights: Sequence[int]) -> Iterator[Pair]:
    """Two piles of five changed so that the weighted sum is the same."""
    for one, other in TWO_OF_FIVE:
        common = gcd(weights[one], weights[other])
        yield _more(one, weights[other] // common), _more(other, weights[one] // common)


def _exchanged(one: int, other: int) -> Config:
    piles = list(SOME_PILES)
    piles[one], piles[other] = piles[other], piles[one]
    return tuple(piles)


def _more(at: int, sticks: int) -> Config:
    return (*SOME_PILES[:at], SOME_PILES[at] + sticks, *SOME_PILES[at + 1 :])


TWO_OF_FIVE = tuple(combinations(range(len(SOME_PILES)), 2))
ALIKE: Sequence[Sequence[Pair]] = (
    OTHERWISE_ALIKE,
    [(SOME_PILES, _exchanged(*two)) for two in TWO_OF_FIVE],
    *[of_digits(range(first, min(first + 10, MOST_STICKS + 1))) for first in range(2, 60, 10)],
    *[tuple(of_one_sum(weights)) for weights in WEIGHTS],
)


@pytest.mark.task("nim.equal_config", "piles that only make the same number, or the same text")
@drawn(st.sampled_from(ALIKE), count=len(ALIKE), alone=True)
def test_equal_config_of_lookalikes(code: Code, pairs: Sequence[Pair]) -> Any:
    return tuple([code.nim.equal_config(c, d) for c, d in pairs])


# -- levels and trees ------------------------------------------------------------------------


def is_config(value: Any) -> bool:
    """Whether a value reads as a configuration."""
    return isinstance(value, list | tuple) and all(type(pile) is int for pile in value)


def level_hint(_c: Config, got: Any, expected: list[Config]) -> str:
    """What is wrong with a whole level."""
    if not isinstance(got, list | tuple) or not all(map(is_config, got)):
        return "a list of configurations is expected, each a tuple of numbers"
    came = [tuple(d) for d in got]
    if sorted(came) == expected:
        return "the configurations are the right ones, but not in increasing order"
    # Numbers can be chosen so that a set of many takes for ever to make.
    if len(came) <= 2 * len(expected) and set(came) == set(expected):
        return "each configuration belongs in the list once"
    if len(came) < len(expected):
        return "a move takes one stick or more, up to the whole pile, from any one pile"
    return ""


@pytest.mark.task("nim.make_next_level", "all moves from drawn configurations, in order")
@drawn(st.lists(st.integers(0, 6), max_size=5).map(tuple), count=150, hint=level_hint)
def test_make_next_level(code: Code, c: Config) -> Any:
    return code.nim.make_next_level(c)


large = st.one_of(
    st.lists(
        st.one_of(st.integers(8, 13), st.integers(8, 13), st.integers(30, 40)),
        min_size=1,
        max_size=2,
    ),
    st.lists(st.integers(0, 3), min_size=12, max_size=12),
).map(tuple)


@pytest.mark.task("nim.make_next_level", "ten sticks and more in a pile are ordered as numbers")
@drawn(large, count=20, hint=level_hint)
def test_large_piles(code: Code, c: Config) -> Any:
    return code.nim.make_next_level(c)


@pytest.mark.task("nim.make_next_level", "sixteen sticks and more, and fifteen piles")
def test_sixteen_sticks(submission: Any, expect: Any) -> None:
    piles = ((14,), (15, 1), (16,), (17, 0, 16), (31, 29), (60,), (1,) * 15, FIFTEEN, (40,) * 15)
    for config in piles:
        expect(submission.nim.make_next_level(config), list(level(config)))


@pytest.mark.task("nim.make_game_tree", "whole trees of drawn configurations")
@drawn(any_tree, count=60)
def test_make_game_tree(code: Code, c: Config) -> Any:
    return code.nim.make_game_tree(c)


FOUR_PILES: Sequence[Config] = sorted(set(permutations((3, 1, 0, 0))))


@pytest.mark.task("nim.make_game_tree", "four piles, with the highest in each place")
@drawn(st.sampled_from(FOUR_PILES), count=len(FOUR_PILES))
def test_make_game_tree_of_four(code: Code, c: Config) -> Any:
    return code.nim.make_game_tree(c)


@pytest.mark.task("nim.make_game_tree", "a game of thirteen moves, one stick at a time")
@drawn(st.just((13,)), count=1, alone=True)
def test_deepest_tree(code: Code, c: Config) -> Any:
    return code.nim.make_game_tree(c)


# -- values and moves ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A game tree and the player who is to move at its root."""

    tree: Tree[Config]
    step: Step


evaluated = st.builds(Evaluated, any_tree.map(game_tree), st.sampled_from(Step))


def shape(tree: Tree[Any]) -> Tree[None]:
    """A tree without its values."""
    return Tree(None, map(shape, tree.children))


def negated(tree: Tree[int]) -> Tree[int]:
    """A tree with wins for losses and losses for wins."""
    return Tree(1 - tree.value, map(negated, tree.children))


def values_hint(_example: Evaluated, got: Any, expected: Tree[int]) -> str:
    """What is wrong with the values of a whole tree."""
    if type(got) is not Tree:
        return "a Tree is expected, with a number at each node"
    if shape(got) != shape(expected):
        return "the tree of values has the shape of the game tree"
    if got == negated(expected):
        return "who takes the last stick loses; the player to move in an empty game has won"
    return "a node takes the largest value below where MAX is to move, the smallest where MIN is"


# Wins of one player are losses of the other one.
EXCHANGED = Relation(
    "the players exchanged",
    lambda example: Evaluated(
        example.tree, next(step for step in Step if step is not example.step)
    ),
    lambda _example, values: negated(values),
)


@pytest.mark.task("nim.min_max", "the value of every node, whoever is to move at the root")
@drawn(evaluated, count=50, hint=values_hint, relations=[EXCHANGED])
def test_min_max(code: Code, example: Evaluated) -> Any:
    return code.nim.min_max(example.tree, example.step)


def shared_tree(code: Code, c: Config) -> Any:
    """The game tree in which equal ones are one object."""
    made: dict[Config, Any] = {}

    def shared(d: Config) -> Any:
        if d not in made:
            made[d] = code.gametree.Tree(d, [shared(below) for below in level(d)])
        return made[d]

    return shared(c)


@pytest.mark.task("nim.min_max", "one tree that hangs in several places")
@drawn(st.tuples(small, st.sampled_from(Step)), count=16)
def test_shared_trees(code: Code, example: tuple[Config, Step]) -> Any:
    c, step = example
    return code.nim.min_max(shared_tree(code, c), step)


@pytest.mark.task("nim.min_max", "twelve moves from a node, whoever is to move")
@drawn(st.sampled_from(Step), count=2, alone=True)
def test_min_max_of_wide_nodes(code: Code, step: Step) -> Any:
    values: Any = code.nim.min_max(shared_tree(code, (12,)), step)
    below = code.builtins.map(code.operator.attrgetter("value"), values.children)
    return values.value, code.builtins.list(below)


def move_hint(c: Config, got: Any, expected: tuple[int, Config]) -> str:
    """What is wrong with a value and a move."""
    match got:
        case (value, (*move,)) if value == expected[0] and tuple(move) in level(c):
            return f"{short(tuple(move))} is not the leftmost child whose value is {expected[0]}"
        case (value, _) if value != expected[0]:
            return "the value is the root's, with MAX to move"
    return ""


@pytest.mark.task("nim.choose_move", "the value, and the leftmost child that has it")
@drawn(started, count=60, hint=move_hint)
def test_choose_move(code: Code, c: Config) -> Any:
    return code.nim.choose_move(c)


# Several moves are equally good, and the leftmost is another one where the piles are sorted.
IN_ANY_ORDER: tuple[Config, ...] = ((3, 2, 1), (2, 3, 1), (2, 1, 1, 2), (0, 3, 1, 3), (2, 2, 1, 1))


@pytest.mark.task("nim.choose_move", "the leftmost of the best, in whatever order the piles are")
@drawn(st.sampled_from(IN_ANY_ORDER), count=len(IN_ANY_ORDER), hint=move_hint)
def test_choose_in_any_order(code: Code, c: Config) -> Any:
    return code.nim.choose_move(c)


# Five and six piles; in all but the last two of them every move loses.
MANY_LEFT: tuple[Config, ...] = (
    *((1, 1, 1, 1, 1), (0, 1, 1, 2, 2), (2, 1, 0, 1, 2), (3, 0, 2, 0, 1), (1, 0, 1, 0, 1, 0)),
    *((2, 1, 1, 0, 1), (1, 1, 1, 1, 1, 1)),
)


@pytest.mark.task("nim.choose_move", "five and six piles, also when every move loses")
@drawn(st.sampled_from(MANY_LEFT), count=len(MANY_LEFT), hint=move_hint)
def test_choose_of_many_piles(code: Code, c: Config) -> Any:
    return code.nim.choose_move(c)


# More sticks than three bits can hold, or a digit: moves that win, and moves that lose.
HIGH_PILES: tuple[Config, ...] = ((8,), (0, 9), (10,), (12,), (8, 1), (1, 9))


@pytest.mark.task("nim.choose_move", "piles of eight sticks and more")
@drawn(st.sampled_from(HIGH_PILES), count=len(HIGH_PILES), hint=move_hint)
def test_choose_of_high_piles(code: Code, c: Config) -> Any:
    return code.nim.choose_move(c)


# All but one, two or three of so many piles are empty: those that are not stand in each place.
MOSTLY_EMPTY: tuple[Config, ...] = tuple(
    [
        (*[0] * at, *piles, *[0] * (length - at - len(piles)))
        for length in range(2, 7)
        for piles in ((2,), (2, 1), (2, 3), (1, 2, 2))
        for at in range(length - len(piles) + 1)
    ]
)


@pytest.mark.task("nim.choose_move", "up to six piles, most of them empty")
@drawn(st.just(MOSTLY_EMPTY), count=1, alone=True)
def test_choose_where_most_are_empty(code: Code, configs: Sequence[Config]) -> Any:
    return tuple(map(code.nim.choose_move, configs))


# Levels that are empty, and may be one list in code that keeps them.
WITHOUT_STICKS: tuple[Config, ...] = ((), (0,), (0, 0), (0, 0, 0))


few = st.lists(st.integers(0, 3), max_size=4).map(tuple)
moving = small.filter(any)
of_two = st.tuples(few, few) | st.permutations(WITHOUT_STICKS).map(lambda c: (c[0], c[1]))


@pytest.mark.task("nim.make_next_level", TITLE)
@drawn(of_two, count=12, hint=caller_hint)
def test_levels_are_the_callers(code: Code, configs: tuple[Config, Config]) -> Any:
    return of_the_caller(code, *[partial(code.nim.make_next_level, c) for c in configs])


@pytest.mark.task("nim.choose_move", TITLE)
@drawn(st.tuples(moving, moving), count=8, hint=caller_hint)
def test_moves_are_the_callers(code: Code, configs: tuple[Config, Config]) -> Any:
    return of_the_caller(code, *[partial(code.nim.choose_move, c) for c in configs])
