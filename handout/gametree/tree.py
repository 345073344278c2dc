"""Game trees as plain data, and the two kinds of step that alternate along them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

A = TypeVar("A")


class Step(Enum):
    """Whose turn it is: `MAX` wants a large value (the computer), `MIN` a small one (its user).

    >>> Step.MAX.other
    Step.MIN
    """

    MAX = "max"
    MIN = "min"

    @property
    def other(self) -> Step:
        """The step of the opponent."""
        return _MIN if self is _MAX else _MAX

    def __repr__(self) -> str:
        return f"Step.{self.name}"


# Looking a step up in the class takes longer than all else that `other` does.
_MAX, _MIN = Step


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Tree(Generic[A]):
    """A value and the trees below it, the leftmost first; a leaf has no children.

    >>> Tree(1, [Tree(0), Tree(1)])
    Tree(1, (Tree(0), Tree(1)))
    """

    value: A
    children: tuple[Tree[A], ...]

    def __init__(self, value: A, children: Iterable[Tree[A]] = ()) -> None:
        """Make a tree; `children` may be any iterable and is kept as a tuple."""
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "children", tuple(children))

    def __repr__(self) -> str:
        rest = f", {self.children!r}" if self.children else ""
        return f"Tree({self.value!r}{rest})"


def tree_to_string(tree: Tree[A], to_string: Callable[[A], str] = str) -> str:
    """The tree as text, turned on its side: each level two columns further right.

    The root comes first and the leftmost child last, so that the leftmost child is on the left
    of someone who tilts their head to the left. `to_string` writes one value; its text may
    have several lines, which are all moved to the right.

    >>> print(tree_to_string(Tree(1, [Tree(0), Tree(2, [Tree(3)])])))
    1
      2
        3
      0
    """
    return "\n".join(_lines(tree, to_string))


def _lines(tree: Tree[A], to_string: Callable[[A], str]) -> list[str]:
    below = [line for child in reversed(tree.children) for line in _lines(child, to_string)]
    return to_string(tree.value).split("\n") + [line and f"  {line}" for line in below]
