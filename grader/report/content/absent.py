"""Which files of the assignment were not handed in: different from begun, and from mistaken."""

from enum import StrEnum

from grader.assignment.config import Assignment, Module
from grader.results import CheckResult, Status
from grader.scoring.score import HandinScore, TaskScore
from grader.student.evidence import UNWRITTEN

WORDS = "is not in the hand-in"  # what every check of such a file says


class State(StrEnum):
    """What became of a task; what is missing, not begun and mistaken are three different things."""

    PASSED = "passed"
    LOST = "lost"
    ABSENT = "absent"
    NOT_BEGUN = "not begun"


def state_of(task: TaskScore) -> State:
    """The state of a task: by all of its failing checks, or by what functions say of themselves."""
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
    """Whether the functions of a task are there, and say themselves that they aren't written.

    Of hidden checks, some look at the code alone, and have something to say about nothing, too.
    """
    asked = [check for check in task.checks if check.public] or task.checks
    return bool(asked) and all(
        check.status is Status.SKIPPED or (check.status is Status.ERROR and _is_not_begun(check))
        for check in asked
    )


def absent_modules(assignment: Assignment, scored: HandinScore) -> tuple[Module, ...]:
    """The modules of which every check says that the file isn't there."""
    checks = {
        module.name: [check for task in module.tasks for check in scored.tasks[task.id].checks]
        for module in assignment.modules
    }
    absent = {name for name, found in checks.items() if found and all(map(_is_absent, found))}
    return tuple([module for module in assignment.modules if module.name in absent])


def _is_not_begun(check: CheckResult) -> bool:
    """Whether the function isn't there, or says itself that it isn't written."""
    return check.status is Status.MISSING or (
        check.status is Status.ERROR and UNWRITTEN in check.message
    )


def _is_absent(check: CheckResult) -> bool:
    return check.status is Status.MISSING and check.message.endswith(WORDS)
