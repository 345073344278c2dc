"""How the tests here ask a hand-in by a course's own tests, each in a box."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import dedent

from grader.asking.answers import CodeFailed
from grader.course_tests.examination import Examination, TestEnding, TestOutcome, examined
from grader.course_tests.plan import CourseTest, CourseTestsPlan, read_plan
from grader.sandbox.clock import Budget
from grader.sandbox.tiers import Nursery
from tests.support import BUDGET, submission_of

# Enough for any test here on a slow machine, and short for one that never ends.
A_SECOND = replace(BUDGET, cpu_seconds=1.0, idle_seconds=1.0)


@dataclass(frozen=True)
class Case:
    """Tests, a reference, right hand-ins beside it, and some that lie.

    These may be right in what the test `honest` asks.
    """

    tests: str
    reference: str
    right: tuple[str, ...] = ()
    lies: tuple[str, ...] = ()
    honest: str = ""


@dataclass(frozen=True)
class ChangedCase:
    """Tests, a reference, right hand-ins beside it, and changes that a test catches."""

    tests: str
    reference: str | dict[str, str]
    right: tuple[str | dict[str, str], ...] = ()
    wrong: tuple[tuple[str, str], ...] = ()


def files_of(work: str | Mapping[str, str]) -> dict[str, str]:
    """The files of a hand-in: the text of work.py, or all of them."""
    files = {"work.py": work} if isinstance(work, str) else work
    return {name: dedent(text) for name, text in files.items()}


def examined_in(
    nursery: Nursery,
    folder: Path,
    tests: str,
    work: str | Mapping[str, str],
    given: Mapping[str, str] | None = None,
) -> tuple[CourseTestsPlan, tuple[CourseTest, ...], dict[str, TestOutcome]]:
    """What `examined` finds for tests, written into a folder, with a reference."""
    file, given = folder / "test_work.py", given or {}
    file.write_text(dedent(tests), "utf-8")
    files = {**files_of(work), **given}
    plan = read_plan(file, files, given)
    return examined(nursery, plan, submission_of(nursery, files), BUDGET)


def outcomes_of(
    nursery: Nursery,
    plan: CourseTestsPlan,
    work: str | Mapping[str, str],
    budget: Budget = A_SECOND,
) -> dict[str, TestOutcome | CodeFailed]:
    """What becomes of each test on a hand-in: its outcome, or what ended it."""
    account = submission_of(nursery, files_of(work), budget=budget)
    found: dict[str, TestOutcome | CodeFailed] = {}
    with closing(Examination(nursery, plan, account)) as examination:
        examination.collect(BUDGET)
        for test in examination.collected:
            try:
                found[test.path] = examination.run(test.path, budget)
            except CodeFailed as failure:
                found[test.path] = failure
    return found


def failures_of(
    nursery: Nursery, plan: CourseTestsPlan, work: str | Mapping[str, str]
) -> dict[str, str]:
    """The tests that a hand-in doesn't pass, and why."""
    return {
        test: outcome.words if isinstance(outcome, TestOutcome) else str(outcome)
        for test, outcome in outcomes_of(nursery, plan, work).items()
        if not has_passed(outcome)
    }


def passed_by(nursery: Nursery, plan: CourseTestsPlan, work: str | Mapping[str, str]) -> set[str]:
    """The tests that a hand-in passes."""
    return passed_in(outcomes_of(nursery, plan, work))


def passed_in(outcomes: Mapping[str, TestOutcome | CodeFailed]) -> set[str]:
    """The tests that have passed."""
    return {test for test, outcome in outcomes.items() if has_passed(outcome)}


def has_passed(outcome: TestOutcome | CodeFailed) -> bool:
    """Whether that is the outcome."""
    return isinstance(outcome, TestOutcome) and outcome.kind is TestEnding.PASSED


def tell_apart(nursery: Nursery, folder: Path, case: Case) -> None:
    """Claim that no hand-in that lies passes a test, and that every right one passes all."""
    plan, _, faults = examined_in(nursery, folder, case.tests, case.reference)
    assert faults == {}
    for right in (case.reference, *case.right):
        assert failures_of(nursery, plan, right) == {}, right
    for lie in case.lies:
        assert passed_by(nursery, plan, lie) <= {case.honest}, lie


def catch_changes(nursery: Nursery, folder: Path, case: ChangedCase) -> None:
    """Claim that every right hand-in passes all tests, and none with a change of the reference."""
    plan, _, faults = examined_in(nursery, folder, case.tests, case.reference)
    assert faults == {}
    for right in (case.reference, *case.right):
        assert failures_of(nursery, plan, right) == {}
    for old, new in case.wrong:
        files = files_of(case.reference)
        wrong = {name: text.replace(old, new) for name, text in files.items()}
        assert wrong != files
        assert failures_of(nursery, plan, wrong), (old, new)
