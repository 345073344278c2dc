"""The reference solution in boxes, where it may import packages that no judge does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from grader.asking.answers import Answer, CodeFailed, Missing, Raised, Unusable
from grader.asking.questions import prepare
from grader.asking.submission import BoxPlan, Submission
from grader.sandbox.tiers import Nursery
from grader.student.evidence import CATCHABLE
from grader.student.question import Name, Program, parts

# What a check may expect; another exception is a fault of the solution.
ANSWERS = tuple([kind.__name__ for kind in CATCHABLE])


class SolutionFailed(Exception):
    """A solution of the staff gives no answer; the text says why."""


@dataclass(slots=True)
class BoxedReference:
    """Answers questions like `Reference`, with the solution's files in boxes.

    `start` gives the nursery, when the first question is asked.
    """

    plan: BoxPlan
    start: Callable[[], Nursery]
    _own: Nursery | None = None
    _lent: Nursery | None = None
    _submissions: dict[str, Submission] = field(default_factory=dict)

    def answer(self, question: Any) -> Answer:
        """The expected answer; raises `SolutionFailed` if it is none that a task may ask for."""
        submission = self._submission(question)
        prepared = prepare([question], self.plan.library)
        try:
            [answer] = submission.read(submission.ask_all(prepared), prepared)
        except CodeFailed as failed:
            raise SolutionFailed(failed.evidence.message) from None
        if isinstance(answer, Raised) and not any(map(answer.is_a, ANSWERS)):
            raise SolutionFailed(f"it raises {answer.name}: {answer.message}")
        if isinstance(answer, Missing | Unusable):
            raise SolutionFailed(answer.text)
        return answer

    def within(self, nursery: Nursery) -> "BoxedReference":
        """The same solution, in boxes of a nursery that is there already."""
        return BoxedReference(self.plan, self.start, _lent=nursery)

    def close(self) -> None:
        """End the boxes, and the nursery if it is our own; another question begins again."""
        for submission in self._submissions.values():
            submission.close()
        self._submissions.clear()
        if self._own is not None:
            self._own.close()
            self._own = None

    def _submission(self, question: Any) -> Submission:
        module = next(_modules(question))
        if module not in self._submissions:
            if self._lent is None and self._own is None:
                self._own = self.start()
            nursery = self._lent or self._own
            assert nursery is not None
            self._submissions[module] = Submission(nursery, module, self.plan)
        return self._submissions[module]


def _modules(question: Any) -> Iterator[str]:
    for part in parts(question):
        match part:
            case Name():
                yield part._module
            case Program():
                yield PurePath(part._file).stem
