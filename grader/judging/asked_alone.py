"""Failing questions asked once more, in boxes of their own: is the answer wrong without the others?

A box serves all checks of a module, so an answer may be wrong because of what code keeps from
earlier questions: in a global, a class, a cache. At a prompt, the call alone then gives the
expected answer, and explains nothing. So the last question of a failed check is asked in a fresh
box. If it is right there, earlier ones are left out by halves, each try in a fresh box, and what is
left is shown.

No status depends on it, and its CPU time isn't charged. It is limited by counts, which are the same
in every run, and for slow code by `MOST`. Code that behaves differently here gains nothing: it gets
questions that it had, and what is said of them is shown where their values are, or nowhere.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import groupby
from time import monotonic

from grader.asking.allowance import Allowance
from grader.asking.answers import CodeFailed
from grader.asking.history import FailedQuestion
from grader.asking.questions import PreparedQuestions, prepare
from grader.asking.submission import BoxPlan, Submission
from grader.judging.comparison import WrongPart
from grader.results import CheckResult
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from grader.student.evidence import Evidence
from grader.student.python_text import python_text
from grader.student.repeating import (
    AskedQuestion,
    NoMoreTries,
    RepeatedAnswers,
    shortest_cause,
)

# How a check with a wrong answer may end.
BY_AN_ANSWER = (Status.FAILED, Status.ERROR)
# What one module may cost: fresh boxes, questions in them, CPU seconds, sleep and wall-clock time.
MOST_BOXES, MOST_QUESTIONS = 48, 4_000
# How many of these boxes may be used for parts of questions.
MOST_REDUCED = 8
MOST = Allowance(cpu_seconds=1.5, asleep_seconds=0.5)
WALL_SECONDS = 30.0
# More calls than this are counted, but not shown.
MOST_SHOWN = 20


class RepeatedSubmission(Submission):
    """A hand-in whose check is repeated: messages before the failed question get the old replies.

    Its box has been asked some of the `earlier` questions, and no others.
    """

    def __init__(
        self, nursery: Nursery, module: str, plan: BoxPlan, failed: FailedQuestion
    ) -> None:
        super().__init__(nursery, module, plan)
        self._answers = RepeatedAnswers[bytes](failed.replies)

    def ask_earlier(self, earlier: Sequence[AskedQuestion]) -> None:
        """Ask earlier questions, whatever the answers; raises `CodeFailed` if the box ends."""
        # One message has one input, so questions with another input need another message.
        for stdin, some in groupby(earlier, lambda asked: asked.stdin):
            questions = [asked.question for asked in some]
            super().ask_all(prepare(questions, self.plan.library, stdin))

    def ask_all(self, prepared: PreparedQuestions, budget: Budget | None = None) -> bytes:
        return self._answers.next(partial(super().ask_all, prepared, budget))


# Runs a failed check on a repeated submission that has been asked its earlier questions.
Repeat = Callable[[str, FailedQuestion, RepeatedSubmission], CheckResult]


class FreshBoxes:
    """Asks the failed questions of one module of a hand-in again, each in fresh boxes."""

    def __init__(self, nursery: Nursery, submission: Submission, repeat: Repeat) -> None:
        self._nursery = nursery
        self._submission = submission
        self._repeat = repeat
        self._left = replace(MOST, ends_at=monotonic() + WALL_SECONDS)
        self._boxes, self._questions = MOST_BOXES, MOST_QUESTIONS
        self._reduced: set[str] = set()

    def reduce(
        self,
        results: Sequence[CheckResult],
        parts: Mapping[str, WrongPart],
        budget_of: Callable[[str], Budget],
    ) -> list[CheckResult]:
        """The results, which show only a part of a question if that is just as wrong alone.

        So what is shown is small, and its wrong value is not due to what was asked before.
        """
        found = []
        for result in results:
            part, evidence = parts.get(result.name), result.evidence
            if part and evidence and self._is_so_alone(part, budget_of(result.name)):
                self._reduced.add(result.task)
                evidence = replace(part.evidence, output=evidence.output, calls=part.calls)
            found.append(replace(result, evidence=evidence))
        return found

    def _is_so_alone(self, part: WrongPart, budget: Budget) -> bool:
        if self._boxes <= MOST_BOXES - MOST_REDUCED:
            return False
        try:
            with self._box(FailedQuestion(part.question, (), ()), 1) as own:
                message = prepare([part.question], own.plan.library)
                [answer] = own.read(own.ask_all(message, budget), message)
                return part.is_answered_so(answer)
        except (CodeFailed, NoMoreTries):
            return False

    def explain(
        self, results: Sequence[CheckResult], failed: Mapping[str, FailedQuestion]
    ) -> Iterator[CheckResult]:
        """The results; where the answer is right when asked alone, with the calls that spoil it.

        Once a task has an answer that is wrong alone, no more is asked: that explains the task.
        """
        explained = {*self._reduced}
        for result in results:
            question = failed.get(result.name)
            if question is None or result.task in explained:
                yield result
                continue
            cause, evidence = self._cause(result, question)
            if cause:
                yield _shown_after(result, cause, evidence, question)
            else:
                explained.add(result.task)
                yield replace(result, evidence=evidence)

    def _cause(
        self, result: CheckResult, failed: FailedQuestion
    ) -> tuple[list[AskedQuestion], Evidence | None]:
        """The questions that lead to a wrong answer, if any do, and the evidence after only these.

        If the answer is wrong alone, too, the evidence is what its call gives at a prompt.
        """
        wrong: dict[tuple[int, ...], Evidence | None] = {}

        def is_wrong_after(earlier: Sequence[AskedQuestion]) -> bool:
            repeated = self._result_after(earlier, result.name, failed)
            # Any other end, such as a timeout, says nothing about earlier questions.
            if repeated.status not in (Status.PASSED, result.status):
                raise NoMoreTries
            if repeated.status is result.status:
                wrong[tuple(map(id, earlier))] = repeated.evidence
            return repeated.status is result.status

        cause = shortest_cause(failed.earlier, is_wrong_after) or []
        found, before = wrong.get(tuple(map(id, cause))), result.evidence
        # Keep the earlier output: a repeated one would add to what a hand-in may have in all.
        return cause, replace(found, output=before.output) if found and before else before

    def _result_after(
        self, earlier: Sequence[AskedQuestion], check: str, failed: FailedQuestion
    ) -> CheckResult:
        try:
            with self._box(failed, 1 + len(earlier)) as own:
                own.ask_earlier(earlier)
                return self._repeat(check, failed, own)
        except CodeFailed:
            raise NoMoreTries from None

    @contextmanager
    def _box(self, failed: FailedQuestion, questions: int) -> Iterator[RepeatedSubmission]:
        """A fresh box for this many questions, charged in the end; raises `NoMoreTries`."""
        self._boxes -= 1
        self._questions -= questions
        if min(self._boxes, self._questions) < 0:
            raise NoMoreTries
        plan = replace(self._submission.plan, allowance=self._left)
        own = RepeatedSubmission(self._nursery, self._submission.module, plan, failed)
        try:
            yield own
        finally:
            own.close()
            self._charge(own)

    def _charge(self, own: Submission) -> None:
        self._submission.count_aside(own)
        self._left = replace(
            self._left,
            cpu_seconds=self._left.cpu_seconds - own.cpu,
            asleep_seconds=self._left.asleep_seconds - own.asleep,
        )
        # Refused attempts are always reported; running out of time is to be expected here.
        self._submission.incidents += [each for each in own.incidents if each.kind != "time"]


def _shown_after(
    result: CheckResult,
    cause: Sequence[AskedQuestion],
    evidence: Evidence | None,
    failed: FailedQuestion,
) -> CheckResult:
    shown = [asked.question for asked in cause] if len(cause) <= MOST_SHOWN else []
    call = python_text(failed.question, shown)
    evidence = replace(evidence or Evidence(""), call=call, after=len(cause))
    return replace(result, evidence=evidence)
