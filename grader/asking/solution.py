"""A solution of the staff, which answers from boxes as any hand-in does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from grader.asking.answers import (
    Answer,
    CodeFailed,
    MissingFunction,
    RaisedException,
    UnusableValue,
)
from grader.asking.questions import prepare
from grader.asking.submission import BoxPlan, Submission
from grader.sandbox.tiers import Nursery
from grader.student.evidence import CATCHABLE

# What a check may expect; another exception is a fault of the solution.
ANSWERS = tuple([kind.__name__ for kind in CATCHABLE])


class SolutionFailed(Exception):
    """A solution of the staff gives no answer; the text says why."""


@dataclass(slots=True)
class Solution:
    """The files of a solution, as its boxes get them, and what starts the nursery of these boxes.

    The nursery is started for the first of them: a process that asks nothing needs none.
    """

    plan: BoxPlan
    start: Callable[[], Nursery]
    _nursery: Nursery | None = None

    def module(self, name: str, changed: Mapping[str, str] = MappingProxyType({})) -> Submission:
        """A module of the solution, in boxes of its own, with other texts for `changed` files."""
        self._nursery = self._nursery or self.start()
        plan = self.plan.with_files({**dict(self.plan.files), **changed})
        return Submission(self._nursery, name, plan)

    def close(self) -> None:
        """End the nursery with all of its boxes; another question begins again."""
        if self._nursery is not None:
            self._nursery.close()
            self._nursery = None


def expected_answer(solution: Submission, question: object) -> Answer:
    """What a solution answers; raises `SolutionFailed` if it is nothing that a task may ask for."""
    prepared = prepare([question], solution.plan.library)
    try:
        [answer] = solution.read(solution.ask_all(prepared), prepared)
    except CodeFailed as failed:
        raise SolutionFailed(failed.evidence.message) from None
    if isinstance(answer, RaisedException) and not any(map(answer.is_a, ANSWERS)):
        raise SolutionFailed(f"it raises {answer.name}: {answer.message}")
    if isinstance(answer, MissingFunction | UnusableValue):
        raise SolutionFailed(answer.text)
    return answer
