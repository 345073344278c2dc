"""Games that are drawn as a tree, to follow a search by hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from gametree.seq import Seq
from gametree.values import Record
from gametree.vocabulary import (
    IN_PLAY,
    Draw,
    Est,
    Guess,
    Outcome,
    Over,
    Player,
    Status,
    Winner,
)


@dataclass(frozen=True, slots=True, repr=False)
class TreeLeaf(Record):
    """A leaf: an int as ``value`` is what it is guessed to be worth, an outcome ends the game.

    >>> TreeLeaf("c", 3)
    TreeLeaf('c', 3)
    """

    label: str
    value: int | Outcome


@dataclass(frozen=True, slots=True, repr=False, init=False)
class TreeNode(Record):
    """An inner node; child ``i`` is what move ``i`` leads to.

    Children may be given as any iterable. Raises ValueError if there are none.

    >>> TreeNode("b", [TreeLeaf("c", 3), TreeLeaf("d", -6)])
    TreeNode('b', (TreeLeaf('c', 3), TreeLeaf('d', -6)))
    """

    label: str
    children: tuple[ExplicitTree, ...]

    def __init__(self, label: str, children: Iterable[ExplicitTree]) -> None:
        kept = tuple(children)
        if not kept:
            raise ValueError(f"the node {label} has no children; write a TreeLeaf instead")
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "children", kept)


ExplicitTree: TypeAlias = TreeNode | TreeLeaf


@dataclass(frozen=True, slots=True, repr=False)
class ExplicitState(Record):
    """Where a match on a drawn tree has come to: the tree below, and who is to move.

    >>> ExplicitState(TreeLeaf("c", 3), Player.MINNIE)
    ExplicitState(TreeLeaf('c', 3), Player.MINNIE)
    """

    tree: ExplicitTree
    player: Player


class ExplicitGame:
    """The game of walking down ``tree``; moves are the indices of children, and Maxie begins.

    The leaves must be where the search ends: searching to any other depth raises ValueError.

    >>> game = ExplicitGame(TreeNode("a", [TreeLeaf("b", 3), TreeLeaf("c", -2)]))
    >>> game.moves(game.start)
    Seq.of(0, 1)
    >>> game.estimate(game.make_move(game.start, 1))
    Estimating state c[-2]
    Guess(-2)
    """

    def __init__(self, tree: ExplicitTree) -> None:
        self.tree = tree

    @property
    def start(self) -> ExplicitState:
        """The root of the tree, with Maxie to move.

        >>> ExplicitGame(TreeLeaf("a", 3)).start
        ExplicitState(TreeLeaf('a', 3), Player.MAXIE)
        """
        return ExplicitState(self.tree, Player.MAXIE)

    def moves(self, state: ExplicitState) -> Seq[int]:
        """Return the indices of the children. Raises ValueError at a leaf.

        >>> HANDOUT_SMALL.moves(HANDOUT_SMALL.start)
        Seq.of(0, 1, 2)
        """
        return Seq.from_list(range(len(_children(state.tree))))

    def status(self, state: ExplicitState) -> Status:
        """Return ``Over(outcome)`` at a leaf that holds an outcome, else ``IN_PLAY``.

        >>> HANDOUT_SMALL.status(HANDOUT_SMALL.start)
        IN_PLAY
        >>> game = ExplicitGame(TreeLeaf("a", Draw()))
        >>> game.status(game.start)
        Over(DRAW)
        """
        match state.tree:
            case TreeLeaf(_, (Winner() | Draw()) as outcome):
                return Over(outcome)
        return IN_PLAY

    def player(self, state: ExplicitState) -> Player:
        """Return the player whose turn it is.

        >>> HANDOUT_SMALL.player(HANDOUT_SMALL.start)
        Player.MAXIE
        """
        return state.player

    def make_move(self, state: ExplicitState, move: int) -> ExplicitState:
        """Return the child with the index ``move``. Raises ValueError if there is none.

        >>> HANDOUT_SMALL.make_move(HANDOUT_SMALL.start, 2).tree.label
        'j'
        """
        return ExplicitState(child_of(state.tree, move), state.player.other)

    def estimate(self, state: ExplicitState) -> Est:
        """Print which leaf is estimated, and return its value as a guess.

        Raises ValueError at an inner node and at a leaf where the game is over.

        >>> game = ExplicitGame(TreeLeaf("e", 3))
        >>> game.estimate(game.start)
        Estimating state e[3]
        Guess(3)
        """
        match state.tree:
            case TreeLeaf(label, int(value)):
                print(f"Estimating state {label}[{value}]")
                return Guess(value)
            case TreeLeaf(label, _):
                raise ValueError(
                    f"{label} was estimated, but the game is over there: see its status"
                )
            case TreeNode(label, _):
                raise ValueError(f"{label} was estimated at the wrong depth: it is not a leaf")

    def move_to_string(self, move: int) -> str:
        """Return the index in decimal.

        >>> HANDOUT_SMALL.move_to_string(2)
        '2'
        """
        return str(move)

    def state_to_string(self, state: ExplicitState) -> str:
        """Return the player and the label.

        >>> HANDOUT_SMALL.state_to_string(HANDOUT_SMALL.start)
        '(Maxie, a)'
        """
        return f"({state.player}, {state.tree.label})"

    def parse_move(self, state: ExplicitState, text: str) -> int | None:
        """Return the index that ``text`` is, exactly as printed; None if there is no such child.

        >>> HANDOUT_SMALL.parse_move(HANDOUT_SMALL.start, "2")
        2
        >>> HANDOUT_SMALL.parse_move(HANDOUT_SMALL.start, "3") is None
        True
        """
        match state.tree:
            case TreeNode(_, children):
                return next((i for i in range(len(children)) if text == str(i)), None)
            case TreeLeaf():
                return None


def child_of(tree: ExplicitTree, move: int) -> ExplicitTree:
    """Return the child with the index ``move``. Raises ValueError if there is none."""
    children = _children(tree)
    if not 0 <= move < len(children):
        raise ValueError(f"{tree.label} has no move {move}, only 0 to {len(children) - 1}")
    return children[move]


def _children(tree: ExplicitTree) -> tuple[ExplicitTree, ...]:
    """Return the children of an inner node. Raises ValueError at a leaf."""
    if isinstance(tree, TreeNode):
        return tree.children
    raise ValueError(f"{tree.label} is a leaf: no move leads on from it")


HANDOUT_SMALL = ExplicitGame(
    TreeNode(
        "a",
        (
            TreeNode("b", (TreeLeaf("c", 3), TreeLeaf("d", 6), TreeLeaf("e", -2))),
            TreeNode("f", (TreeLeaf("g", 6), TreeLeaf("h", 4), TreeLeaf("i", 10))),
            TreeNode("j", (TreeLeaf("k", 1), TreeLeaf("l", 30), TreeLeaf("m", 9))),
        ),
    )
)
"""A small tree, for search depth 2 (traced in docs/jamboree.md)."""

HANDOUT_BIG = ExplicitGame(
    TreeNode(
        "a",
        (
            TreeNode(
                "b",
                (
                    TreeNode(
                        "c",
                        (
                            TreeNode("d", (TreeLeaf("e", 3), TreeLeaf("f", 5))),
                            TreeNode("g", (TreeLeaf("h", 2), TreeLeaf("i", 7))),
                        ),
                    ),
                    TreeNode("j", (TreeNode("k", (TreeLeaf("l", 10), TreeLeaf("m", 4))),)),
                ),
            ),
            TreeNode(
                "n",
                (
                    TreeNode("o", (TreeNode("p", (TreeLeaf("q", 2), TreeLeaf("r", 7))),)),
                    TreeNode(
                        "s",
                        (
                            TreeNode("t", (TreeLeaf("u", 8), TreeLeaf("v", 2))),
                            TreeNode("w", (TreeLeaf("x", 4), TreeLeaf("y", 6))),
                        ),
                    ),
                ),
            ),
        ),
    )
)
"""A big tree, for search depth 4 (traced in docs/alphabeta.md)."""
