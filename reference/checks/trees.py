"""What is drawn for the searches: explicit trees, windows, estimates, and what they are worth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from gametree import (
    DRAW,
    PRUNED,
    BestEdge,
    Bounds,
    Definitely,
    Draw,
    Est,
    ExplicitGame,
    ExplicitTree,
    Guess,
    Outcome,
    Player,
    TreeLeaf,
    TreeNode,
    Value,
    Winner,
    est_compare,
)
from gametree.paths import PathGame

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

    def state(self, game: ExplicitGame) -> Any:
        """The position as a state of its game."""
        return state_at(game, (0,) if self.minnie else ())

    @property
    def player(self) -> Player:
        return Player.MINNIE if self.minnie else Player.MAXIE


def state_at(game: ExplicitGame, path: Sequence[int]) -> Any:
    """The state that children with these indices lead to from the start."""
    state = game.start
    for index in path:
        state = game.make_move(state, game.names[index] if isinstance(game, PathGame) else index)
    return state


def value(rng: Random) -> int:
    """A leaf value: there are few of them, so that ties are common, or some beyond any bound."""
    most = rng.choice((1, 3, 9, 1000, 10**18))
    return rng.randint(-most, most)


def estimate(rng: Random) -> Est:
    """A guess or, less often, a certain outcome."""
    return Guess(value(rng)) if rng.randrange(3) else Definitely(rng.choice(OUTCOMES))


def bounds(rng: Random) -> Bounds:
    """A window with alpha < beta; either bound may be missing, or both."""
    low, high = sorted([estimate(rng), estimate(rng)], key=_Order)
    alpha: Value = BestEdge(rng.randint(0, 3), low)
    beta: Value = BestEdge(rng.randint(0, 3), high)
    shape = rng.choice(("both", "both", "alpha", "beta", "none"))
    if est_compare(low, high) == 0 and shape == "both":
        shape = "alpha"
    return (
        alpha if shape in ("both", "alpha") else PRUNED,
        beta if shape in ("both", "beta") else PRUNED,
    )


def touching(rng: Random, est: Est) -> Bounds:
    """A window of which one bound equals an estimate, in value if not in kind."""
    match est:
        case Definitely(Draw()) | Guess(0):
            est = rng.choice((est, Definitely(DRAW), Guess(0)))
    edge, other = BestEdge(rng.randint(0, 3), est), BestEdge(rng.randint(0, 3), estimate(rng))
    match est_compare(est, other.est):
        case -1:
            return edge, rng.choice((PRUNED, other))
        case 1:
            return rng.choice((PRUNED, other)), edge
    return rng.choice(((edge, PRUNED), (PRUNED, edge)))


class _Order:
    def __init__(self, est: Est) -> None:
        self.est = est

    def __lt__(self, other: "_Order") -> bool:
        return est_compare(self.est, other.est) < 0


Leaf = int | Outcome


def any_leaf(rng: Random) -> Leaf:
    """A guess."""
    return value(rng)


def palette(rng: Random) -> Callable[[Random], Leaf]:
    """What the leaves of a tree are: mostly guesses; or all alike, all lost for one, or even."""
    match rng.randrange(14):
        case 0:
            leaf: Leaf = value(rng)
            return lambda _rng: leaf
        case 1 | 2:
            lost = rng.choice((OUTCOMES[0], OUTCOMES[2]))
            return lambda _rng: lost
        case 3 | 4 | 5 | 6:
            return lambda rng: rng.choice((0, DRAW, 0, DRAW, 1, -1))
    return any_leaf


@dataclass(frozen=True, slots=True)
class _Grower:
    """Grows a tree: what its leaves are, whether some of them end the game early."""

    rng: Random
    decided: bool
    leaf: Callable[[Random], Leaf]
    labels: Iterator[str]

    def tree(self, depth: int, room: int) -> ExplicitTree:
        """A tree with at most so much room for leaves."""
        label, rng = next(self.labels), self.rng
        if self.decided and rng.randrange(8) == 7:
            return TreeLeaf(label, rng.choice(OUTCOMES))
        if depth == 0:
            return TreeLeaf(label, self.leaf(rng))
        most = rng.choice((1, 5, 5, 5, 5, 14))
        width = max(1, min(room, rng.choice((most, rng.randint(1, most)))))
        return TreeNode(label, [self.tree(depth - 1, room // width) for _ in range(width)])


def tree(
    rng: Random, depth: int, *, decided: bool, leaf: Callable[[Random], Leaf] = any_leaf
) -> ExplicitTree:
    """A tree whose guessed leaves are all `depth` plies down; labels are a, b, c, … in preorder."""
    return _Grower(rng, decided, leaf, map(_label, count())).tree(depth, MOST_LEAVES)


def _label(number: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    high, low = divmod(number, 26)
    return (_label(high - 1) if high else "") + letters[low]


def position(rng: Random, *, in_play: bool = False) -> Position:
    """A position with at most 6 plies below; `in_play` asks for one where the game goes on."""
    depth = rng.randint(1 if in_play else 0, 6)
    leaf = palette(rng)
    drawn = tree(rng, depth, decided=leaf is any_leaf and rng.random() < 0.5, leaf=leaf)
    if in_play and isinstance(drawn, TreeLeaf):
        drawn = TreeNode("top", (drawn,))
    return Position(drawn, depth, rng.random() < 0.5)


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


def moves_allowed(
    tree: ExplicitTree, player: Player, one_by_one: int, order: Sequence[int] = ()
) -> set[int]:
    """The moves that a search may return when the first `one_by_one` children go one by one.

    They are searched in this `order`, which may leave some out; else all, as they come. The first
    best of those is forced, since a later equal is pruned; when all best children are searched side
    by side, any of them will do.
    """
    assert isinstance(tree, TreeNode)
    order = order or range(len(tree.children))
    worth = [minimax(tree.children[move], player.other) for move in order]
    top = best(worth, player)
    good = [at for at, est in enumerate(worth) if est_compare(est, top) == 0]
    return {order[good[0]]} if good[0] < one_by_one else {order[at] for at in good}
