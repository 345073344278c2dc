"""A list that was returned belongs to its caller, who may change it."""

from collections.abc import Callable
from typing import Any

from gametree import Seq
from gametree.grading.callers import overwritten
from grader.student.compare import same
from grader.student.question import Code

TITLE = "a list belongs to its caller, and so do the lists in it"


def of_the_caller(code: Code, *asked: Callable[[], Any]) -> tuple[Any, Any]:
    """The answers to several questions; then, after their caller has overwritten them, once more.

    All are there before the first is overwritten: none may be another one's list.
    """
    before = code.builtins.tuple(code.builtins.map(overwritten, [ask() for ask in asked]))
    return before, tuple([ask() for ask in asked])


def caller_hint(_example: object, got: Any, expected: Any) -> str:
    """What keeps such a list as it was, if that is what is wrong."""
    match got:
        case (before, again) if same(before, expected[0]) and _has_come_again(again):
            return (
                "a list belongs to its caller, who may change it: a cache returns a copy of its own"
            )
    return ""


def _has_come_again(answer: Any) -> bool:
    """Whether a list of an answer is as its caller has left it."""
    match answer:
        case [None]:
            return True
        case [*parts]:
            return any(map(_has_come_again, parts))
        case Seq():
            return _has_come_again(answer.to_list())
    return False
