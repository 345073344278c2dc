"""Repeats a failed check for its last question: which earlier questions does the failure need?"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

from grader.inside.wire import Handle
from grader.student.evidence import CheckFailed
from grader.student.question import parts

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One question, and what was typed before it."""

    question: object
    stdin: str

    @property
    def can_be_repeated(self) -> bool:
        """Whether it contains no object that exists only in the process that answered."""
        return not any(isinstance(part, Handle) for part in parts(self.question))


class QuestionSettled(BaseException):
    """A repeated check goes on after the answer to its last question, which was right.

    A BaseException, so that no `except Exception` in the check swallows it.
    """


class RepeatedAnswers(Generic[T]):
    """Answers for a repeated check: the earlier ones, a fresh last one, and none after it."""

    def __init__(self, before: Iterable[T | CheckFailed]) -> None:
        self._before = list(before)
        self._is_settled = False

    def next(self, ask_anew: Callable[[], T]) -> T:
        """The next answer or failure; raises `QuestionSettled` after the last."""
        if self._before:
            answer = self._before.pop(0)
            if isinstance(answer, CheckFailed):
                raise answer
            return answer
        if self._is_settled:
            raise QuestionSettled
        self._is_settled = True
        return ask_anew()


class NoMoreTries(Exception):
    """Nothing more may be tried, or a try ended in a way that none has before."""


def shortest_cause(
    earlier: Callable[[], Sequence[T]], is_wrong_after: Callable[[Sequence[T]], bool]
) -> list[T] | None:
    """Few of the `earlier` calls after which the last one is wrong, in order; found by bisection.

    The earlier calls are looked up only if the last one is right without them.

    None if it is wrong after none, or right after all. `is_wrong_after` may raise `NoMoreTries`:
    then the result is all that haven't been ruled out by then.
    """
    with suppress(NoMoreTries):
        if not is_wrong_after([]) and is_wrong_after(found := earlier()):
            return _fewer(found, is_wrong_after)
    return None


def _fewer(earlier: Sequence[T], is_wrong_after: Callable[[Sequence[T]], bool]) -> list[T]:
    needed, rest = list[T](), list(earlier)  # wrong after both together
    with suppress(NoMoreTries):
        while rest and not (needed and is_wrong_after(needed)):
            low, high = 0, len(rest)
            # Find the last position from which the rest still makes it wrong.
            while high - low > 1:
                middle = (low + high) // 2
                if is_wrong_after([*needed, *rest[middle:]]):
                    low = middle
                else:
                    high = middle
            needed.append(rest[low])
            rest = rest[low + 1 :]
        return needed
    return [*needed, *rest]
