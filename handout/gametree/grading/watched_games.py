"""An explicit game that writes down which terminals are estimated, in order."""

from collections.abc import Callable, Sequence
from typing import Any

from gametree.explicit import ExplicitGame, ExplicitState, ExplicitTree, TreeLeaf, TreeNode
from gametree.grading.as_data import data_of_move
from gametree.grading.sealed_games import ESTIMATE, STATUS
from gametree.paths import PathGame
from gametree.vocabulary import Est, Guess, Over, Status


class WatchedGame(ExplicitGame):
    """An `ExplicitGame` that keeps in `visits` the labels of the leaves estimated, in order.

    A grader that answers questions elsewhere keeps the values of the leaves to itself, and fills
    `visits` with those that it handed out. `ordered` says whether the order counts. With `decided`,
    leaves where the game is found to be over are there too, each once. With `like`,
    another game of the same question, visits that equal those of `like` are as good as the expected
    ones, and those of `like` are not judged: so one function is not blamed for another's visits.
    """

    def __init__(
        self,
        tree: ExplicitTree,
        *,
        ordered: bool = True,
        decided: bool = False,
        like: "WatchedGame | None" = None,
    ) -> None:
        super().__init__(tree)
        self.ordered = ordered
        self.decided = decided
        self.like = like
        self.visits: list[str] = []

    def status(self, state: ExplicitState) -> Status:
        status = super().status(state)
        if self.decided and isinstance(status, Over) and state.tree.label not in self.visits:
            self.visits.append(state.tree.label)
        return status

    def estimate(self, state: ExplicitState) -> Est:
        match state.tree:
            case TreeLeaf(label, int(value)):
                self.visits.append(label)
                return Guess(value)
        return super().estimate(state)


class WatchedPathGame(PathGame, WatchedGame):
    """A `PathGame` that keeps in `visits` the labels of the leaves estimated, in order."""

    def __init__(
        self,
        tree: ExplicitTree,
        names: Sequence[Any],
        *,
        ordered: bool = True,
        like: "WatchedGame | None" = None,
    ) -> None:
        WatchedGame.__init__(self, tree, ordered=ordered, like=like)
        self._call(names)


def seal_game(game: WatchedGame) -> tuple[list[Any], Callable[[int, int], Any]]:
    """What a box gets of a game, and what answers its questions about leaves."""
    leaves: list[TreeLeaf] = []
    shape = _sealed_shape(game.tree, leaves)

    # The one place where leaf values leave the judge: each is written down as it goes.
    def answer(what: int, number: int) -> Any:
        if not 0 <= number < len(leaves):
            raise LookupError("there is no such leaf")
        leaf = leaves[number]
        if what != (ESTIMATE if type(leaf.value) is int else STATUS):
            raise LookupError("that is not what this leaf has")
        if what == ESTIMATE or (game.decided and leaf.label not in game.visits):
            game.visits.append(leaf.label)
        return leaf.value

    return shape, answer


def _sealed_shape(tree: ExplicitTree, leaves: list[TreeLeaf]) -> list[Any]:
    match tree:
        case TreeNode(label, children):
            return [label, [_sealed_shape(child, leaves) for child in children]]
        case TreeLeaf(label, value):
            leaves.append(tree)
            return [label, type(value) is not int]


def seal_paths(game: WatchedPathGame) -> tuple[list[Any], Callable[[int, int], Any]]:
    """What a box gets of a game of paths, and what answers its questions about leaves."""
    shape, answer = seal_game(game)
    return [shape, [data_of_move(name) for name in game.names]], answer
