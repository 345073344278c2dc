"""What is drawn for the searches: explicit trees, windows, estimates, and what they are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from hypothesis import strategies as st

from gametree import (
    DRAW,
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Est,
    ExplicitGame,
    ExplicitState,
    ExplicitTree,
    Guess,
    Player,
    TreeLeaf,
    TreeNode,
    Value,
    Winner,
    est_compare,
)

OUTCOMES = (Winner(Player.MAXIE), DRAW, Winner(Player.MINNIE))
MOST_LEAVES = 24


@dataclass(frozen=True, slots=True)
class Position:
    """A state of a drawn tree: the depth left below it, and whether Minnie moves first."""

    tree: ExplicitTree
    depth: int
    minnie: bool

    def root(self) -> ExplicitTree:
        """A tree in which the position is the root, or its only child."""
        return TreeNode("root", (self.tree,)) if self.minnie else self.tree

    def state(self, game: ExplicitGame) -> ExplicitState:
        """The position as a state of its game."""
        return game.make_move(game.start, 0) if self.minnie else game.start

    @property
    def player(self) -> Player:
        return Player.MINNIE if self.minnie else Player.MAXIE


def values() -> st.SearchStrategy[int]:
    """Leaf values: few of them, so that ties are common."""
    return st.one_of(st.integers(-3, 3), st.integers(-9, 9), st.integers(-1000, 1000))


def estimates() -> st.SearchStrategy[Est]:
    """Guesses and certain outcomes."""
    guessed: st.SearchStrategy[Est] = values().map(Guess)
    decided: st.SearchStrategy[Est] = st.sampled_from([Definitely(o) for o in OUTCOMES])
    return st.one_of(guessed, guessed, decided)


@st.composite
def bounds(draw: st.DrawFn) -> Bounds:
    """A window with alpha < beta; either bound may be missing, or both."""
    pair = draw(st.lists(estimates(), min_size=2, max_size=2))
    low, high = sorted(pair, key=_Order)
    moves = draw(st.tuples(st.integers(0, 3), st.integers(0, 3)))
    alpha: Value = BestEdge(moves[0], low)
    beta: Value = BestEdge(moves[1], high)
    shape = draw(st.sampled_from(("both", "both", "alpha", "beta", "none")))
    if est_compare(low, high) == 0 and shape == "both":
        shape = "alpha"
    return (
        alpha if shape in ("both", "alpha") else PRUNED,
        beta if shape in ("both", "beta") else PRUNED,
    )


class _Order:
    def __init__(self, est: Est) -> None:
        self.est = est

    def __lt__(self, other: "_Order") -> bool:
        return est_compare(self.est, other.est) < 0


@st.composite
def trees(draw: st.DrawFn, depth: int, decided: bool) -> ExplicitTree:
    """A tree whose guessed leaves are all `depth` plies down; labels are a, b, c, … in preorder."""
    labels = map(_label, count())
    return _tree(draw, depth, decided, labels, MOST_LEAVES)


def _tree(draw: Any, depth: int, decided: bool, labels: Any, room: int) -> ExplicitTree:
    label = next(labels)
    if decided and depth >= 0 and draw(st.integers(0, 7)) == 7:
        return TreeLeaf(label, draw(st.sampled_from(OUTCOMES)))
    if depth == 0:
        return TreeLeaf(label, draw(values()))
    width = draw(st.integers(1, max(1, min(5, room))))
    below = [_tree(draw, depth - 1, decided, labels, room // width) for _ in range(width)]
    return TreeNode(label, below)


def _label(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    high, low = divmod(number, 26)
    return (_label(high - 1) if high else "") + letters[low]


@st.composite
def positions(draw: st.DrawFn, least_depth: int = 0, in_play: bool = False) -> Position:
    """A position with 0 to 6 plies below; `in_play` asks for one where the game goes on.

    With `in_play`, `least_depth` must be 1: then a leaf at the top is a decided one."""
    depth = draw(st.integers(least_depth, 6))
    tree = draw(trees(depth, draw(st.booleans())))
    if in_play and isinstance(tree, TreeLeaf):
        tree = TreeNode("top", (tree,))
    return Position(tree, depth, draw(st.booleans()))


def minimax(tree: ExplicitTree, player: Player) -> Est:
    """What a tree is worth with best play, by looking at all of it."""
    match tree:
        case TreeLeaf(_, value):
            return Guess(value) if isinstance(value, int) else Definitely(value)
        case TreeNode(_, children):
            return best([minimax(child, player.other) for child in children], player)


def best(ests: Sequence[Est], player: Player) -> Est:
    """The first of the estimates that are best for a player."""
    sign = 1 if player is Player.MAXIE else -1
    chosen = ests[0]
    for est in ests[1:]:
        if sign * est_compare(est, chosen) > 0:
            chosen = est
    return chosen


def moves_allowed(tree: ExplicitTree, player: Player, one_by_one: int) -> set[int]:
    """The moves that a search may return when the first `one_by_one` children go one by one.

    The first best of those is forced, since a later equal is pruned; when all best children are
    searched side by side, any of them will do.
    """
    assert isinstance(tree, TreeNode)
    worth = [minimax(child, player.other) for child in tree.children]
    top = best(worth, player)
    good = [move for move, est in enumerate(worth) if est_compare(est, top) == 0]
    return {good[0]} if good[0] < one_by_one else set(good)
