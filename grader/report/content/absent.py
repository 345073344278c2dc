"""Which of the assignment's files were not handed in, as opposed to not begun or wrong."""

from collections.abc import Sequence
from enum import StrEnum

from grader.assignment.config import Assignment, Module
from grader.results import CheckResult
from grader.scoring.score import HandinScore, TaskScore
from grader.statuses import Status
from grader.student.evidence import UNWRITTEN

WORDS = "is not in the hand-in"  # what every check of such a file says


class State(StrEnum):
    """The state of a task; missing, not begun and wrong are three different things."""

    PASSED = "passed"
    LOST = "lost"
    ABSENT = "absent"
    NOT_BEGUN = "not begun"


class Gap(StrEnum):
    """In which way a file or a function is entirely missing, in words."""

    NOT_HANDED_IN = "not handed in"
    NOT_WRITTEN = "not written yet"


def gap_of(tasks: Sequence[TaskScore]) -> Gap | None:
    """In which way all of these tasks are missing entirely; `None` if any has code."""
    checks = [check for task in tasks for check in task.checks]
    if checks and all(map(_is_absent, checks)):
        return Gap.NOT_HANDED_IN
    return Gap.NOT_WRITTEN if all(map(says_not_written, tasks)) else None


def state_of(task: TaskScore) -> State:
    """The state of a task: by its failing checks, or by what its functions say about themselves."""
    failing = [check for check in task.checks if not check.passed]
    if task.passed:
        return State.PASSED
    if failing and all(map(_is_absent, failing)):
        return State.ABSENT
    asked = [check for check in failing if check.status is not Status.SKIPPED]
    if says_not_written(task) or (asked and all(map(_is_not_begun, asked))):
        return State.NOT_BEGUN
    return State.LOST


def says_not_written(task: TaskScore) -> bool:
    """Whether a task's functions exist, and say themselves that they aren't written.

    Some checks only look at the code: they pass, or, if hidden, may find fault with it.
    """
    failing = [check for check in task.checks if not check.passed]
    asked = [check for check in failing if check.public] or failing
    ran = [check for check in asked if check.status is not Status.SKIPPED]
    return bool(ran) and all(check.status is Status.ERROR and _is_not_begun(check) for check in ran)


def absent_modules(assignment: Assignment, scored: HandinScore) -> tuple[Module, ...]:
    """The modules whose checks all say that the file isn't there."""
    return tuple(
        [
            module
            for module in assignment.modules
            if gap_of([scored.tasks[task.id] for task in module.tasks]) is Gap.NOT_HANDED_IN
        ]
    )


def _is_not_begun(check: CheckResult) -> bool:
    """Whether the function isn't there, or says itself that it isn't written."""
    return check.status is Status.MISSING or (
        check.status is Status.ERROR and UNWRITTEN in check.message
    )


def _is_absent(check: CheckResult) -> bool:
    return check.status is Status.MISSING and check.message.endswith(WORDS)
