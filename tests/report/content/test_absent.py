"""What is missing, what is not begun and what is mistaken are three different things."""

from collections.abc import Sequence

import pytest

from grader.assignment.config import Assignment, Module, Task
from grader.report.content.absent import (
    Gap,
    State,
    absent_modules,
    gap_of,
    says_not_written,
    state_of,
)
from grader.results import CheckResult
from grader.scoring.score import HandinScore, TaskScore
from grader.statuses import Status
from grader.student.evidence import UNWRITTEN, Evidence

PASSED = (Status.PASSED, "")
WRONG = (Status.FAILED, "wrong value")
NO_FILE = (Status.MISSING, "las.py is not in the hand-in")
NO_FUNCTION = (Status.MISSING, "las.py has no parse")
UNBEGUN = (Status.ERROR, f"your code raised {UNWRITTEN}")
RAISES = (Status.ERROR, "your code raised ValueError")
SKIPPED = (Status.SKIPPED, "not run")
Verdict = tuple[Status, str]


def task(*verdicts: Verdict, hidden: Sequence[Verdict] = ()) -> TaskScore:
    checks = [(one, True) for one in verdicts] + [(one, False) for one in hidden]
    found = [
        CheckResult(f"las.parse/{n}", "las.parse", "", public, status, Evidence(words))
        for n, ((status, words), public) in enumerate(checks)
    ]
    passed = all(one.passed for one in found)
    return TaskScore(float(passed), 1, passed, tuple(found))


@pytest.mark.parametrize(
    ("verdicts", "state"),
    [
        ((PASSED, PASSED), State.PASSED),
        ((PASSED, NO_FILE), State.ABSENT),
        ((NO_FILE, NO_FUNCTION), State.NOT_BEGUN),
        ((NO_FUNCTION, SKIPPED), State.NOT_BEGUN),
        ((PASSED, UNBEGUN), State.NOT_BEGUN),
        ((UNBEGUN, WRONG), State.LOST),
        ((RAISES,), State.LOST),
        ((SKIPPED,), State.LOST),
    ],
)
def test_a_task_is_as_its_failing_checks_say(verdicts: Sequence[Verdict], state: State) -> None:
    assert state_of(task(*verdicts)) is state


def test_what_public_checks_say_of_a_function_counts_before_hidden_ones() -> None:
    assert says_not_written(task(UNBEGUN, hidden=[WRONG]))
    assert not says_not_written(task(PASSED, hidden=[UNBEGUN, WRONG]))
    assert says_not_written(task(PASSED, hidden=[UNBEGUN]))
    assert not says_not_written(task(SKIPPED))
    assert not says_not_written(task(PASSED))


def test_a_gap_is_of_all_tasks_together() -> None:
    gone, unwritten = task(NO_FILE, NO_FILE), task(UNBEGUN)
    assert gap_of([gone, gone]) is Gap.NOT_HANDED_IN
    assert gap_of([unwritten, unwritten]) is Gap.NOT_WRITTEN
    assert gap_of([gone, unwritten]) is None
    assert gap_of([task(NO_FILE, PASSED)]) is None


def test_a_module_is_absent_where_each_check_says_that_its_file_is_not_there() -> None:
    modules = [
        Module(name=name, title="", tasks=(Task(id=f"{name}.f", title="", points=1),))
        for name in ("las", "nim", "alphabeta")
    ]
    assignment = Assignment(title="", seed=1, points=3, modules=tuple(modules))
    tasks = {"las.f": task(NO_FILE), "nim.f": task(NO_FUNCTION), "alphabeta.f": task(PASSED)}
    assert absent_modules(assignment, HandinScore("ada", 1, 0, 3, tasks, {})) == (modules[0],)
