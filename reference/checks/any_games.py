"""Games of any kind: moves that are false or of one hash, and estimates of any size.

States and moves may be of any hashable type: strategies hand them around without looking inside.
"""

from collections.abc import Callable
from functools import partial, reduce
from itertools import chain, product
from random import Random
from typing import Any

from hypothesis import strategies as st

from gametree import (
    HANDOUT_SMALL,
    PRUNED,
    BestEdge,
    Drop,
    ExplicitGame,
    Guess,
    Pop,
    TreeLeaf,
    TreeNode,
)
from gametree.grading.asking_games import AskingGame
from gametree.grading.watched_games import WatchedGame
from gametree.graphs import GraphGame
from gametree.paths import PathGame, SurePathGame
from grader.student.question import CODE, LibraryClass
from reference.checks.rng import generators
from reference.checks.searches import NAMES, OPEN, PLAYERS, Searched, Window
from reference.checks.trees import (
    OUTCOMES,
    Leaf,
    Position,
    best,
    bounds,
    minimax,
    position,
    tree,
)

# Moves of which some are false, in no place of their own; those of -1 and -2 have the same hash.
# All have one, since code may keep results by states and moves.
FALSY: tuple[tuple[Any, ...], ...] = (
    (-1, -2, 0, 3, 5, 8, 7, 2, 9, 4, 1, 6, 11, 10),
    ("b", "", "a", "0", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"),
    tuple([(i,) if i else () for i in (-1, -2, 0, 3, 5, 8, 7, 2, 9, 4, 1, 6, 11, 10)]),
)
# From the first of these on, floats leave out whole numbers.
BEYOND_FLOATS = (2**53, 10**17 + 1, 2**63, -(2**53), -(10**18), 10**20, -(10**20))
# Pairs of moves that are the same in print, by their column, or by their hash, and are others.
ALIKE: tuple[tuple[Any, ...], ...] = (
    tuple(chain.from_iterable((i, str(i)) for i in range(3))),
    tuple(chain.from_iterable((Drop(i), Pop(i)) for i in range(3))),
    (-1, -2, *chain.from_iterable((i, i + 2**61 - 1) for i in range(2))),
)
SHARES = (1 / 3, 2 / 3, 0.1, 0.125, 0.9, 0.34, 1.0, 0.0)


def falsy_moves(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions in play of games with such moves."""

    def searched(rng: Random) -> Searched:
        return _searched(position(rng, in_play=True), rng.choice(FALSY), rng, fractions)

    return generators.map(searched)


def falsy_best_moves(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """The same, where a best move is false."""

    def searched(rng: Random) -> Searched:
        drawn, names = position(rng, in_play=True), [*rng.choice(FALSY)]
        assert isinstance(drawn.tree, TreeNode)
        children = [minimax(child, drawn.player.other) for child in drawn.tree.children]
        at = children.index(best(children, drawn.player))
        place = next(number for number, name in enumerate(names) if not name)
        names[at], names[place] = names[place], names[at]
        return _searched(drawn, tuple(names), rng, fractions)

    return generators.map(searched)


def false_children(*shares: float) -> list[Searched]:
    """For each move that is false, and each player, a position in which it is best."""
    names = ((7, 0, 8), ("b", "", "a"), ((1,), (), (2,)))
    found = []
    for moves, minnie, share in product(names, (False, True), shares):
        leaves = [TreeLeaf(f"l{worth}", -worth if minnie else worth) for worth in (1, 9, 3)]
        drawn = Position(TreeNode("top", leaves), 1, minnie)
        found.append(Searched(drawn, OPEN, PathGame(drawn.root(), moves), share))
    return found


def _searched(drawn: Position, names: tuple[Any, ...], rng: Random, fractions: bool) -> Searched:
    share = rng.choice(SHARES) if fractions else 1.0
    game = PathGame(drawn.root(), names)
    return Searched(drawn, rng.choice((OPEN, bounds(rng))), game, share)


def alike_moves(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions whose moves are alike in pairs, of which one move is best and one loses."""
    share = 0.0 if fractions else 1.0
    kinds = product(ALIKE, range(2), (False, True))
    return st.sampled_from([_alike_moves(*kind, share=share) for kind in kinds])


def _alike_moves(names: tuple[Any, ...], best_of: int, minnie: bool, *, share: float) -> Searched:
    rng, sign = Random(repr((names, best_of, minnie))), -1 if minnie else 1
    leaves = [TreeLeaf(f"l{at}", sign * rng.randint(0, 5)) for at in range(len(names))]
    pair = 2 * rng.randrange(len(names) // 2)
    leaves[pair + best_of] = TreeLeaf("best", sign * 9)
    loss = OUTCOMES[0] if minnie else OUTCOMES[2]
    leaves[pair + 1 - best_of] = TreeLeaf("loss", loss)
    drawn = Position(TreeNode("top", leaves), 1, minnie)
    return Searched(drawn, OPEN, PathGame(drawn.root(), names), share)


def late_moves(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions of up to 24 moves, of which one of the last decides: it is best, or prunes."""

    def searched(rng: Random) -> Searched:
        width, minnie = rng.randint(7, 24), rng.random() < 0.5
        sign = -1 if minnie else 1
        values = [sign * rng.randint(0, 5) for _ in range(width)]
        values[width - 1 - rng.choice((0, 0, 1))] = sign * 9
        leaves = [TreeLeaf(f"l{at}", value) for at, value in enumerate(values)]
        drawn = Position(TreeNode("top", leaves), 1, minnie)
        edge = BestEdge(0, Guess(sign * 7))
        pruning = (edge, PRUNED) if minnie else (PRUNED, edge)
        share = rng.choice((0.0, 0.1, 0.25, 0.5)) if fractions else 1.0
        return Searched(drawn, rng.choice((OPEN, pruning)), ExplicitGame(drawn.root()), share)

    return generators.map(searched)


# How many moves there are, the share of them that goes one by one, and which one prunes: the last
# of those, so that none after it is visited, or one beside others, which are visited all the same.
ONE_PRUNES = ((8, 0.5, 3), (8, 0.8, 5), (23, 0.5, 10), (23, 0.8, 17), (14, 0.9, 12), (100, 0.0, 50))
CUTS = tuple(product(ONE_PRUNES, (False, True)))


def one_of_many_prunes() -> st.SearchStrategy[Searched]:
    """Positions of many moves, of which one prunes."""
    return st.sampled_from(CUTS).map(_one_prunes)


def _one_prunes(cut: tuple[tuple[int, float, int], bool]) -> Searched:
    (width, share, pruning), minnie = cut
    sign = -1 if minnie else 1
    leaves = [TreeLeaf(f"l{at}", sign * (9 if at == pruning else 3)) for at in range(width)]
    drawn = Position(TreeNode("top", leaves), 1, minnie)
    edge = BestEdge(0, Guess(sign * 7))
    window = (edge, PRUNED) if minnie else (PRUNED, edge)
    return Searched(drawn, window, WatchedGame(drawn.root(), ordered=False), share)


# Candidates whose move, as those of the bounds, is 0 or empty.
EMPTY_MOVES = tuple(
    [
        Window(player, window, BestEdge(move, Guess(0)), Guess(0), move)
        for move in ("", (), 0)
        for player in PLAYERS
        for window in (OPEN, (BestEdge(move, Guess(-1)), BestEdge(move, Guess(1))))
    ]
)


# -- estimates that search ------------------------------------------------------------------------

ASKED = HANDOUT_SMALL.tree, ("left", "down", "right")


def asking_game(search_of: Callable[[Any], Any]) -> Any:
    """The question for a game whose estimates search another game.

    `search_of` makes the function that searches a game from its start.
    """
    # Its states are of another kind, and it goes on however far a player looks.
    other = GraphGame(((1, 2), (2,), (0, 1)), (0, 5, -3))
    return LibraryClass(AskingGame)(*ASKED, search_of(other))


def with_arguments(function: Any, *first: Any) -> Any:
    """The question for a function that has its first arguments already, as a method has one."""
    return reduce(CODE.types.MethodType, first, function)


# -- estimates that are certain ------------------------------------------------------------------


def sure_estimates(*, fractions: bool = False) -> st.SearchStrategy[Searched]:
    """Positions of games whose estimates are certain at some leaves, as those of Pebbles are.

    Guesses lie close to each other, some of them where floats leave out numbers.
    """

    def searched(rng: Random) -> Searched:
        depth, base = rng.randint(1, 3), rng.choice((0, *BEYOND_FLOATS))
        drawn = tree(rng, depth, decided=False, leaf=partial(_sure_leaf, base, rng.choice((2, 5))))
        position = Position(drawn, depth, rng.random() < 0.5)
        share = rng.choice(SHARES) if fractions else 1.0
        game = SurePathGame(position.root(), rng.choice(NAMES))
        return Searched(position, rng.choice((OPEN, bounds(rng))), game, share)

    return generators.map(searched)


def _sure_leaf(base: int, guesses: int, rng: Random) -> Leaf:
    return base + rng.randint(-2, 2) if rng.randrange(6) <= guesses else rng.choice(OUTCOMES)


# -- guesses of any size -------------------------------------------------------------------------


def close_candidates() -> st.SearchStrategy[Window]:
    """Bounds and a candidate estimate that lie next to each other."""
    return generators.map(_close)


def _close(rng: Random) -> Window:
    worth = rng.choice(BEYOND_FLOATS)
    low, high = (BestEdge(0, Guess(worth + step)) for step in rng.choice(((0, 2), (-1, 1), (0, 1))))
    window = rng.choice(((low, high), (low, high), (low, PRUNED), (PRUNED, high)))
    est = Guess(worth + rng.randint(-2, 3))
    return Window(rng.choice(PLAYERS), window, est=est, move=rng.randrange(4))
