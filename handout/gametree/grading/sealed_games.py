"""Explicit game trees whose leaf values stay with the judge until the search asks for them.

The box holds labels and shape. `estimate` of a leaf, or `status` of a decided one, is a question
to the judge, which writes down that it answered: so the list of terminals visited is the list of
values that were handed out, and code that doesn't look can't know.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gametree.explicit import ExplicitGame, ExplicitState, ExplicitTree, TreeLeaf, TreeNode
from gametree.grading.as_data import move_of_data
from gametree.paths import PathGame
from gametree.vocabulary import Guess, Over, Status

ESTIMATE, STATUS = 0, 1
Ask = Callable[[int, int], Any]


class Sealed:
    """Stands where a leaf's value would be: the leaf's number, and whether it is decided."""

    __slots__ = ("decided", "number")

    def __init__(self, number: int, decided: bool) -> None:
        self.number = number
        self.decided = decided

    def __repr__(self) -> str:
        return "sealed"


class SealedGame(ExplicitGame):
    """An `ExplicitGame` that asks for each leaf's value, every time that the search wants it."""

    def __init__(self, tree: TreeNode | TreeLeaf, ask: Ask) -> None:
        super().__init__(tree)
        self._ask = ask

    def status(self, state: ExplicitState) -> Status:
        match state.tree:
            case TreeLeaf(_, Sealed(number=number, decided=True)):
                return Over(self._ask(STATUS, number))
        return super().status(state)

    def estimate(self, state: ExplicitState) -> Any:
        match state.tree:
            case TreeLeaf(label, Sealed(number=number, decided=False)):
                value = self._ask(ESTIMATE, number)
                print(f"Estimating state {label}[{value}]")
                return Guess(value)
        return super().estimate(state)


class SealedPathGame(PathGame, SealedGame):
    """A `PathGame` that asks for each leaf's value."""

    def __init__(self, tree: TreeNode | TreeLeaf, ask: Ask, names: Sequence[Any]) -> None:
        SealedGame.__init__(self, tree, ask)
        self._call(names)


def open_sealed_game(shape: list[Any], ask: Ask) -> SealedGame:
    """The game in the box, of what the judge sent of one."""
    return SealedGame(_sealed_tree(shape, itertools.count()), ask)


def _sealed_tree(shape: list[Any], numbers: Iterator[int]) -> ExplicitTree:
    # A leaf has no children, but says whether it is decided.
    label, children = shape
    if type(children) is bool:
        leaf: Any = Sealed(next(numbers), children)
        return TreeLeaf(label, leaf)
    return TreeNode(label, tuple([_sealed_tree(child, numbers) for child in children]))


def open_sealed_paths(data: list[Any], ask: Ask) -> SealedPathGame:
    """The game of paths in the box, of what the judge sent of one."""
    tree: Any = _sealed_tree(data[0], itertools.count())
    return SealedPathGame(tree, ask, [move_of_data(name) for name in data[1]])
