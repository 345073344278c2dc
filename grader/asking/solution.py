"""A staff solution, which answers from boxes as any hand-in does."""

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

# Exceptions that a check may expect; any other is a fault of the solution.
ANSWERS = tuple([kind.__name__ for kind in CATCHABLE])


class SolutionFailed(Exception):
    """A staff solution gives no answer; the text says why."""


@dataclass(slots=True)
class Solution:
    """A solution's files, as its boxes get them, and the function that starts their nursery.

    The nursery is started with the first box: a process that asks nothing needs none.
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
        """End the nursery with all of its boxes; `module` starts another."""
        if self._nursery is not None:
            self._nursery.close()
            self._nursery = None


def expected_answer(solution: Submission, question: object) -> Answer:
    """What a solution answers; raises `SolutionFailed` if that can't be an expected answer."""
    prepared = prepare([question], solution.plan.library)
    try:
        [answer] = solution.read(solution.ask_all(prepared), prepared)
    except CodeFailed as failed:
        raise SolutionFailed(failed.evidence.message) from None
    # A task may ask for some exceptions; any other is a slip in the solution, not an answer.
    if isinstance(answer, RaisedException) and not any(map(answer.is_a, ANSWERS)):
        raise SolutionFailed(f"it raises {answer.name}: {answer.message}")
    if isinstance(answer, MissingFunction | UnusableValue):
        raise SolutionFailed(answer.text)
    return answer
