"""Nim: the examples of CS 312, and the reference against the theory of the game."""

from functools import reduce
from itertools import pairwise, product
from math import factorial
from operator import xor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nim
from gametree import Step, Tree, tree_to_string
from tests.transcripts import screen, typed_lines

PILES = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(tuple)
PAIRS = st.integers(1, 4).flatmap(lambda n: st.tuples(*[st.tuples(*[st.integers(0, 5)] * n)] * 2))

# CS 312, "Min-Max Search: NIM": make_game_tree and min_max, as printed there.
Z = Tree((0, 0))
T01 = Tree((0, 1), [Z])
T10 = Tree((1, 0), [Z])
T11 = Tree((1, 1), [T01, T10])
T02 = Tree((0, 2), [Z, T01])
T20 = Tree((2, 0), [Z, T10])
T12 = Tree((1, 2), [T02, T10, T11])
T21 = Tree((2, 1), [T01, T11, T20])
TREES = [
    Tree((0, 0, 0)),
    Tree((1,), [Tree((0,))]),
    Tree((2,), [Tree((0,)), Tree((1,), [Tree((0,))])]),
    T11,
    T12,
    Tree((2, 2), [T02, T12, T20, T21]),
]

LOSS, WIN = Tree(0), Tree(1)
# MAX to move and the opponent's last stick left, MIN to move and the last stick left.
MAX_STUCK, MIN_STUCK = Tree(0, [LOSS]), Tree(1, [WIN])
BOTH_WIN = Tree(1, [MIN_STUCK, MIN_STUCK])
TWO_LEFT = Tree(1, [LOSS, MIN_STUCK])
VALUES = [
    ((0, 0, 0), Step.MAX, WIN),
    ((1,), Step.MAX, MAX_STUCK),
    ((1,), Step.MIN, MIN_STUCK),
    ((2,), Step.MAX, TWO_LEFT),
    ((1, 1), Step.MAX, BOTH_WIN),
    (
        (2, 2),
        Step.MAX,
        Tree(
            0,
            [
                Tree(0, [WIN, MAX_STUCK]),
                Tree(0, [TWO_LEFT, MAX_STUCK, BOTH_WIN]),
                Tree(0, [WIN, MAX_STUCK]),
                Tree(0, [MAX_STUCK, BOTH_WIN, TWO_LEFT]),
            ],
        ),
    ),
]

PRINTED_TREE = """\
[1, 2]
  [1, 1]
    [1, 0]
      [0, 0]
    [0, 1]
      [0, 0]
  [1, 0]
    [0, 0]
  [0, 2]
    [0, 1]
      [0, 0]
    [0, 0]
"""

PRINTED_VALUES = """\
1
  0
    0
      0
    0
      0
  1
    1
  0
    0
      0
    1"""


def nodes(tree):
    """Every node of a tree, the root first."""
    return [tree, *(node for child in tree.children for node in nodes(child))]


def shape(tree):
    """A tree without its values."""
    return [shape(child) for child in tree.children]


def mover_wins(c):
    """Whether the player to move wins, by the theory of Nim where the last stick loses.

    While every pile has at most one stick the number of sticks decides; otherwise the exclusive
    or of the piles does (C. L. Bouton, Nim, a game with a complete mathematical theory, 1901).
    """
    if max(c, default=0) <= 1:
        return sum(c) % 2 == 0
    return reduce(xor, c) != 0


def test_text_002_orders_three_configurations():
    chain = [(0, 2), (1, 0), (1, 1)]
    assert all(nim.less_equal(c, d) for c, d in pairwise(chain))
    assert not any(nim.less_equal(d, c) for c, d in pairwise(chain))


@given(PAIRS)
def test_the_three_comparisons_are_consistent(pair):
    c, d = pair
    assert nim.less_equal(c, d) == (list(c) <= list(d))
    assert nim.greater_equal(c, d) == nim.less_equal(d, c)
    assert nim.equal_config(c, d) == (nim.less_equal(c, d) and nim.greater_equal(c, d))
    assert nim.less_equal(c, d) or nim.greater_equal(c, d)


@pytest.mark.parametrize(
    ("c", "level"),
    [
        ((), []),
        ((0, 0, 0), []),
        ((2,), [(0,), (1,)]),
        ((1, 2), [(0, 2), (1, 0), (1, 1)]),
        ((1, 2, 3), [(0, 2, 3), (1, 0, 3), (1, 1, 3), (1, 2, 0), (1, 2, 1), (1, 2, 2)]),
    ],
)
def test_make_next_level_gives_the_levels_of_text_002(c, level):
    assert nim.make_next_level(c) == level


@given(PILES)
def test_a_level_is_increasing_and_holds_every_smaller_pile_once(c):
    level = nim.make_next_level(c)
    assert all(nim.less_equal(d, e) and d != e for d, e in pairwise(level))
    one_pile_smaller = {
        d
        for d in product(*(range(sticks + 1) for sticks in c))
        if sum(left != sticks for left, sticks in zip(d, c, strict=True)) == 1
    }
    assert set(level) == one_pile_smaller


def test_every_step_of_the_sample_game_of_text_002_is_in_the_next_level():
    game = [(2, 4, 3), (2, 2, 3), (0, 2, 3), (0, 2, 2), (0, 0, 2), (0, 0, 1), (0, 0, 0)]
    assert all(d in nim.make_next_level(c) for c, d in pairwise(game))
    assert (2, 0, 3) in nim.make_next_level((2, 4, 3))


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: str(tree.value))
def test_make_game_tree_gives_the_trees_of_text_002(tree):
    assert nim.make_game_tree(tree.value) == tree


@pytest.mark.parametrize("piles", range(1, 6))
def test_piles_of_one_stick_give_a_leaf_for_each_order_of_taking_them(piles):
    """CS 312 asks for the number of leaves of [1, ..., 1]: it is the factorial of the piles."""
    tree = nim.make_game_tree((1,) * piles)
    assert sum(not node.children for node in nodes(tree)) == factorial(piles)
    assert nim.min_max(tree, Step.MAX).value == (piles + 1) % 2


def test_print_game_tree_prints_the_tree_of_text_002(capsys):
    nim.print_game_tree(nim.make_game_tree((1, 2)))
    assert capsys.readouterr().out == PRINTED_TREE


@pytest.mark.parametrize(("c", "step", "values"), VALUES)
def test_min_max_gives_the_values_of_text_002(c, step, values):
    assert nim.min_max(nim.make_game_tree(c), step) == values


def test_the_values_of_1_2_print_as_in_text_002():
    assert tree_to_string(nim.min_max(nim.make_game_tree((1, 2)), Step.MAX)) == PRINTED_VALUES


@given(PILES, st.sampled_from(Step))
@settings(derandomize=True, max_examples=40, deadline=None)
def test_min_max_keeps_the_shape_and_agrees_with_the_theory_at_every_node(c, step):
    tree = nim.make_game_tree(c)
    values = nim.min_max(tree, step)
    assert shape(values) == shape(tree)
    assert values.value == int(mover_wins(c) == (step is Step.MAX))


@pytest.mark.parametrize(
    ("c", "answer"),
    [
        ((1,), (0, (0,))),
        ((2,), (1, (1,))),
        ((1, 2), (1, (1, 0))),
        ((1, 1, 1), (0, (0, 1, 1))),
        ((2, 3, 4), (1, (2, 3, 1))),
    ],
)
def test_choose_move_gives_the_moves_of_text_002(c, answer):
    assert nim.choose_move(c) == answer


@given(PILES.filter(any))
@settings(derandomize=True, max_examples=40, deadline=None)
def test_choose_move_takes_the_leftmost_move_that_the_theory_allows(c):
    value, d = nim.choose_move(c)
    as_good = [e for e in nim.make_next_level(c) if mover_wins(e) != mover_wins(c)]
    assert value == int(mover_wins(c))
    assert d == as_good[0]


@pytest.mark.parametrize("text", ["", "1;2", "1,,2", "one,2", "[1, 2]"])
def test_text_that_is_no_configuration_is_refused(text):
    with pytest.raises(ValueError, match="not a correct next step"):
        nim.parse_config(text)


def test_a_new_game_has_sticks_in_every_pile():
    assert nim.parse_start("2,2,2") == (2, 2, 2)
    with pytest.raises(ValueError, match="piles without sticks"):
        nim.parse_start("2,0,2")


FIRST_GAME = """\
--- CS312 NIM Game ---
[1, 2]
NIM >> 1,0

Your move:
[1, 0]

My move:
[0, 0]

I lost!

"""

SECOND_GAME = """\
--- CS312 NIM Game ---
[1, 2]
NIM >> :h
Summary of commands:
:n new game
:h prints this help message
:q terminates program execution

If a line starts with a character other than ':',
the text must describe a configuration.

[1, 2]
NIM >> :n 2,2,2
[2, 2, 2]
NIM >> 1,2,2

Your move:
[1, 2, 2]

My move:
[0, 2, 2]
NIM >> 0, 3, 2
not a correct next step
[0, 2, 2]
NIM >> 0,2,1

Your move:
[0, 2, 1]

My move:
[0, 0, 1]
NIM >> 0,0,0

Your move:
[0, 0, 0]

You lost!

"""


@pytest.mark.parametrize("transcript", [FIRST_GAME, SECOND_GAME])
def test_the_sample_games_of_text_002_print_line_by_line(transcript):
    assert screen(nim.run, typed_lines(transcript, "NIM >> ")) == transcript
