"""Explicit games in other clothes: moves of any kind, and states that show nothing of the tree."""

from collections.abc import Sequence
from typing import Any

from gametree.explicit import (
    ExplicitGame,
    ExplicitState,
    ExplicitTree,
    TreeLeaf,
    TreeNode,
    child_of,
)
from gametree.seq import Seq
from gametree.vocabulary import IN_PLAY, Definitely, Draw, Est, Guess, Player, Status, Winner

Path = tuple[Any, ...]


class PathGame(ExplicitGame):
    """The game of walking down ``tree``, where the move to the child i is ``names[i]``.

    A state is the tuple of the moves that led to it. A move is known by equality alone: each time
    that moves are asked for they are other objects. A search may end above the leaves, too: an
    inner node is guessed to be worth one for each of its children.

    >>> from gametree import HANDOUT_SMALL
    >>> game = PathGame(HANDOUT_SMALL.tree, ("left", "down", "right"))
    >>> game.moves(game.start)
    Seq.of('left', 'down', 'right')
    >>> game.estimate(game.make_move(game.make_move(game.start, "down"), "left"))
    Estimating state g[6]
    Guess(6)
    """

    def __init__(self, tree: ExplicitTree, names: Sequence[Any]) -> None:
        super().__init__(tree)
        self._call(names)

    def _call(self, names: Sequence[Any]) -> None:
        """Give the moves their names."""
        self.names = tuple(names)
        # Where the paths that were asked about lead.
        self._nodes: dict[Path, ExplicitState] = {}

    @property
    def start(self) -> Any:
        """The state in which nobody has moved."""
        return ()

    def moves(self, state: Any) -> Seq[Any]:
        """Return the names of the children, as new objects."""
        return super().moves(self._node(state)).map(lambda i: _another(self.names[i]))

    def status(self, state: Any) -> Status:
        """Return the status of the node that the moves lead to."""
        return super().status(self._node(state))

    def player(self, state: Any) -> Player:
        """Return Maxie after an even number of moves, else Minnie."""
        return super().player(self._node(state))

    def make_move(self, state: Any, move: Any) -> Any:
        """Return the state after one more move. Raises ValueError if it is not legal."""
        super().make_move(self._node(state), self.names.index(move))
        return (*state, move)

    def estimate(self, state: Any) -> Est:
        """Print which node is estimated, and return its value as a guess.

        >>> from gametree import HANDOUT_SMALL
        >>> game = PathGame(HANDOUT_SMALL.tree, ("left", "down", "right"))
        >>> game.estimate(game.start)
        Estimating state a[3]
        Guess(3)
        """
        node = self._node(state)
        match node.tree:
            case TreeNode(label, children):
                print(f"Estimating state {label}[{len(children)}]")
                return Guess(len(children))
        return super().estimate(node)

    def move_to_string(self, move: Any) -> str:
        """Return the move as Python prints it."""
        return str(move)

    def state_to_string(self, state: Any) -> str:
        """Return the player and the label of the node that the moves lead to."""
        return super().state_to_string(self._node(state))

    def parse_move(self, state: Any, text: str) -> Any:
        """Return the move that ``text`` is, exactly as printed; None if there is none."""
        return next((move for move in self.moves(state) if str(move) == text), None)

    def _node(self, path: Path) -> ExplicitState:
        try:
            return self._nodes[path]
        except KeyError:
            node = self._nodes[path] = self._walk(path)
            return node
        except TypeError:  # whoever makes a state anew may make one of another kind
            return self._walk(path)

    def _walk(self, path: Path) -> ExplicitState:
        tree, index_of = self.tree, self.names.index
        for move in path:
            tree = child_of(tree, index_of(move))
        return ExplicitState(tree, Player.MINNIE if len(path) % 2 else Player.MAXIE)


class SurePathGame(PathGame):
    """A `PathGame` that is never over: an outcome at a leaf is what it will come to, for sure.

    >>> tree = TreeNode("a", [TreeLeaf("b", Winner(Player.MINNIE)), TreeLeaf("c", 3)])
    >>> game = SurePathGame(tree, ("left", "right"))
    >>> game.status(("left",))
    IN_PLAY
    >>> game.estimate(("left",))
    Estimating state b[Winner(Player.MINNIE)]
    Definitely(Winner(Player.MINNIE))
    """

    def status(self, state: Any) -> Status:
        """Return ``IN_PLAY``, wherever the moves lead. Raises ValueError if they lead nowhere."""
        self._node(state)
        return IN_PLAY

    def estimate(self, state: Any) -> Est:
        """Print which node is estimated, and return a leaf's outcome as certain, if it has one.

        Any other node is estimated as in `PathGame`.
        """
        match self._node(state).tree:
            case TreeLeaf(label, (Winner() | Draw()) as outcome):
                print(f"Estimating state {label}[{outcome!r}]")
                return Definitely(outcome)
        return super().estimate(state)


def _another(move: Any) -> Any:
    """An equal object that is another one, where Python makes one at all."""
    match move:
        case str():
            return "".join(list(move))
        case int():
            return int(str(move))
        case tuple():
            return (*move,)
    return type(move)(move.col)
