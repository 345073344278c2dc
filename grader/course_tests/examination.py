"""A course's tests run against one hand-in: two boxes, one question for each test.

THEORY OF OPERATION

The tests run in one box, in which no line of a student's runs, and the hand-in in another, in which
no line of the tests does. They talk over a socket, as a student's suite and a solution do
(`inside/pair/peer.py`), with the roles exchanged: here the tests are trusted and the module that
they ask is not. Its answers are values, or objects that stay where they are and are asked only what
the reference's objects were asked in the same test (`inside/course_tests/examiner.py`).

The tests' box reports the result of a test to the judge, on a socket that only these two share. A
test during which either box ends, or uses up its time, has failed: it passes on the reference. The
next test then begins with two new boxes. The same goes for a report that can't be read: whatever
the reason, it concerns this hand-in only.
"""

import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from grader.asking.answers import CodeFailed, RaisedException, failure_of, read_frame
from grader.asking.submission import Submission
from grader.course_tests.plan import CourseTest, CourseTestsPlan
from grader.errors import BrokenGrader
from grader.inside.module_names import file_of
from grader.inside.pair.link import TRANSCRIPT_BYTES, Transcript
from grader.inside.wire import OPEN_TESTS, RUN_TEST, SERVE_TESTS, Violation, dump, load
from grader.sandbox.box import Box, BoxEnded, BoxQuestion
from grader.sandbox.clock import Budget
from grader.sandbox.pair import Pair, give_end, last_word
from grader.sandbox.tiers import Nursery
from grader.statuses import Status
from grader.student.evidence import CheckFailed, Evidence, Frame, without_values

Read = TypeVar("Read")
FAILS = "the test fails"
LEFT_OUT = "the test is skipped for this hand-in, and not for a right one"


class TestEnding(StrEnum):
    """How a test ends: RAISED is by the hand-in's code, CUT is cut off for what that has sent."""

    __test__ = False  # pytest would collect it for its name

    PASSED = "passed"
    FAILED = "failed"
    RAISED = "raised"
    SKIPPED = "skipped"
    CUT = "cut"


@dataclass(frozen=True, slots=True)
class TestOutcome:
    """A test's result; `line` and `text` are where it failed in the course's file.

    `share` is the partial credit that it gives all the same, from 0 to 1. `asked` are, by test, the
    operators that objects of the module were asked for. `cases` is the number of its cases; those
    in `left_out` were skipped or xfailed.
    """

    __test__ = False

    kind: TestEnding
    words: str = ""
    line: int = 0
    text: str = ""
    frames: tuple[Frame, ...] = ()
    share: float = 0.0
    asked: Mapping[str, Sequence[str]] | None = None
    cases: int = 0
    left_out: tuple[str, ...] = ()


class Examination:
    """The tests and one hand-in, in two boxes that are made when they are first needed."""

    def __init__(self, nursery: Nursery, plan: CourseTestsPlan, account: Submission) -> None:
        if nursery.for_suites is None:
            raise BrokenGrader("the nursery for tests was not started")
        self._for_tests: Nursery = nursery.for_suites
        self.plan = plan
        self._account = account
        self._tests: Box | None = None
        self._serving: BoxQuestion | None = None
        self._transcript: Transcript | None = None
        self.collected: tuple[CourseTest, ...] = ()

    def run(self, path: str, budget: Budget) -> TestOutcome:
        """Run a test, with a budget for each box; raises `CodeFailed` if it has no outcome."""
        allowed = self._account.allowed(budget)
        try:
            tests, serving = self._opened(allowed)
            # The hand-in's box serves all tests in one question, but each has its own budget.
            serving.renew(allowed)
            subject = self._account.ready_box()
            asking = tests.begin(RUN_TEST, dump(path), allowed, beside=subject)
            outcome = _read(asking, self._heard(asking, serving), _outcome)
        except BoxEnded as ended:
            raise self._ended(ended) from None
        if outcome.kind is TestEnding.CUT:
            self.close()
        return outcome

    def close(self) -> None:
        """End both boxes; the next test gets new ones."""
        if self._tests is not None:
            self._tests.close()
            self._account.charge(self._tests)
            self._tests = self._serving = None
        self._account.close()

    def collect(self, budget: Budget) -> None:
        """Let pytest look for the tests; raises `CodeFailed` if they can't be collected."""
        try:
            self._opened(self._account.allowed(budget))
        except BoxEnded as ended:
            raise self._ended(ended) from None

    def _opened(self, budget: Budget) -> tuple[Box, BoxQuestion]:
        if self._tests is None or self._serving is None:
            subject = self._account.ready_box()
            self._tests = tests = Box(self._for_tests, TRANSCRIPT_BYTES)
            self._transcript = Transcript(tests.shared)
            ends = socket.socketpair()
            order = self.plan.order_of_subject()
            self._serving = subject.begin(SERVE_TESTS, order, budget, beside=tests)
            give_end(self._serving, ends[0])
            asking = tests.begin(OPEN_TESTS, self.plan.order(), budget, beside=subject)
            give_end(asking, ends[1])
            word = self._heard(asking, self._serving)
            why, self.collected = _read(asking, word, _collected)
            if why:
                self.close()
                what = Evidence("the tests can't be collected", difference=why)
                raise CodeFailed(what, Status.ERROR)
        return self._tests, self._serving

    def _heard(self, asking: BoxQuestion, serving: BoxQuestion) -> bytes:
        """The last word of the tests' box; raises `BoxEnded`."""
        assert self._transcript is not None
        transcript = self._transcript
        pair = Pair(asking, serving, lambda: transcript.count)
        speaker, said = pair.listen()
        if speaker is serving and not isinstance(said, BoxEnded):
            said = asking.listen()  # the tests have closed their end, or soon find it closed
        return last_word(asking, said)

    def _ended(self, ended: BoxEnded) -> CodeFailed:
        failure = self._account.note_end(ended)
        self.close()
        return failure

    def judge(self, path: str, module: str, budget: Budget) -> None:
        """Run a test; raises `CheckFailed` unless it passes."""
        outcome = self.run(path, budget)
        match outcome.kind:
            case TestEnding.PASSED:
                return
            case TestEnding.RAISED:
                raise _as_raised(outcome, module)
            case TestEnding.SKIPPED:
                raise CheckFailed(without_values(LEFT_OUT))
        words = outcome.words.strip()
        evidence = Evidence(f"{FAILS}: {words}", outcome.text, difference=words, kind=FAILS)
        raise CheckFailed(replace(evidence, share=outcome.share))


class Examinations:
    """Files of tests, run against one module of a hand-in, one file at a time."""

    def __init__(
        self, nursery: Nursery, plans: Mapping[Path, CourseTestsPlan], account: Submission
    ) -> None:
        self._nursery = nursery
        self._plans = plans
        self._account = account
        self._open: tuple[Path, Examination] | None = None

    def judge(self, file: Path, path: str) -> None:
        """Run a test of a file; raises `CheckFailed` unless it passes."""
        if self._open is None or self._open[0] != file:
            self.close()
            self._open = file, Examination(self._nursery, self._plans[file], self._account)
        self._open[1].judge(path, self._account.module, self._account.budget)

    def close(self) -> None:
        """End all boxes."""
        if self._open is not None:
            self._open[1].close()
        self._account.close()


def _as_raised(outcome: TestOutcome, module: str) -> CodeFailed:
    """What an exception of the hand-in's code means if a test didn't expect it."""
    name, _, message = outcome.words.partition(": ")
    # The words of our own box for a name that the hand-in lacks.
    if message.startswith(f"{file_of(module)} has no "):
        return CodeFailed(Evidence(message), Status.MISSING)
    raised = RaisedException(name.rpartition(".")[2], message, outcome.frames)
    status, evidence = failure_of(raised)
    return CodeFailed(replace(evidence, call=outcome.text, share=outcome.share), status)


def _read(asking: BoxQuestion, word: bytes, form: Callable[[object], Read]) -> Read:
    """Decode what the tests' box said; raises `BoxEnded` if it is malformed."""
    try:
        return form(load(word))
    except Violation as violation:
        raise asking.refuse(violation) from None


def _collected(data: object) -> tuple[str, tuple[CourseTest, ...]]:
    match data:
        case [str(why), [*tests]]:
            return why, tuple(map(_test, tests))
    raise Violation("malformed tests")


def _test(data: object) -> CourseTest:
    match data:
        case [str(path), str(title), [*marks]]:
            return CourseTest(path, title, dict(map(_mark, marks)))
    raise Violation("a malformed test")


def _mark(data: object) -> tuple[str, int | float | str]:
    match data:
        case [str(name), int() | float() | str() as value]:
            return name, value
    raise Violation("a malformed mark")


def _outcome(data: object) -> TestOutcome:
    match data:
        case [str(kind), str(words), int(line), str(text), [*frames], float(share), *noted]:
            if kind in {*TestEnding} and 0 <= share <= 1:
                own, ending = tuple(map(read_frame, frames)), TestEnding(kind)
                return TestOutcome(ending, words, line, text, own, share, *_noted(noted))
    raise Violation("a malformed outcome of a test")


def _noted(data: Any) -> tuple[dict[str, list[str]], int, tuple[str, ...]]:
    match data:
        case [int(cases), [*names], [*asked]] if all(type(name) is str for name in names):
            return dict(map(_operators, asked)), cases, (*names,)
    raise Violation("malformed notes of a test")


def _operators(data: Any) -> tuple[str, list[str]]:
    match data:
        case [str(test), [*asked]] if all(type(one) is str for one in asked):
            return test, asked
    raise Violation("malformed operators of a test")


def examined(
    nursery: Nursery, plan: CourseTestsPlan, reference: Submission, budget: Budget
) -> tuple[CourseTestsPlan, tuple[CourseTest, ...], dict[str, TestOutcome]]:
    """The plan with notes on the reference's run, the tests that pass, and how others fail.

    Tests that are skipped on the reference are left out. Raises `CodeFailed` if none of this can
    be found out.
    """
    examination = Examination(nursery, plan, reference)
    asked: dict[str, list[str]] = {}
    cases: dict[str, tuple[int, Sequence[str]]] = {}
    faults: dict[str, TestOutcome] = {}
    passing: list[CourseTest] = []
    try:
        examination.collect(budget)
        tests = examination.collected
        for test in tests:
            outcome = _outcome_of(examination, test.path, budget)
            for path, operations in (outcome.asked or {}).items():
                asked.setdefault(path, []).extend(operations)
            cases[test.path] = outcome.cases, outcome.left_out
            if outcome.kind is TestEnding.PASSED:
                passing.append(test)
            elif outcome.kind is not TestEnding.SKIPPED:
                faults[test.path] = outcome
    finally:
        examination.close()
    return replace(plan, asked=asked, cases=cases), tuple(passing), faults


def _outcome_of(examination: Examination, path: str, budget: Budget) -> TestOutcome:
    try:
        return examination.run(path, budget)
    except CodeFailed as failure:
        return TestOutcome(TestEnding.FAILED, failure.evidence.message)
