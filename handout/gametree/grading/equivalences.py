"""Equivalences that travel by name, so that comparing two elements asks nothing of the judge."""

import operator
from collections.abc import Callable
from typing import Any

from gametree.grading.event_loops import called_beside_loops


def same_parity(a: int, b: int) -> bool:
    """Whether both are even or both odd."""
    return a % 2 == b % 2


def same_size(a: int, b: int) -> bool:
    """Whether they differ in sign at most."""
    return abs(a) == abs(b)


def same_letter(a: str, b: str) -> bool:
    """Whether they are equal but for upper and lower case."""
    return a.lower() == b.lower()


def same_length(a: str, b: str) -> bool:
    """Whether the two texts have the same number of characters."""
    return len(a) == len(b)


def same_first(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    """Whether the first components are equal."""
    return bool(a[0] == b[0])


def same_value_and_kind(a: object, b: object) -> bool:
    """Whether they are equal and of one type: 1, 1.0 and True are all different."""
    return type(a) is type(b) and a == b


def always(_a: object, _b: object) -> bool:
    """Whether they are anything at all: one class holds everything."""
    return True


def same_number_of_runs(say: Callable[..., Any], a: Any, b: Any) -> bool:
    """Whether `say` finds as many runs in one sequence as in the other, by calls of its own."""

    def runs(each: Any) -> int:
        return called_beside_loops(lambda: len(say(operator.eq, each)))

    return runs(a) == runs(b)
