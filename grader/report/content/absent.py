"""Which files of the assignment were not handed in: different from begun, and from mistaken."""

from grader.assignment.config import Assignment, Module
from grader.results import CheckResult, Status
from grader.scoring.score import Scored

WORDS = "is not in the hand-in"  # what every check of such a file says


def absent_modules(assignment: Assignment, scored: Scored) -> tuple[Module, ...]:
    """The modules of which every check says that the file isn't there."""
    checks = {
        module.name: [check for task in module.tasks for check in scored.tasks[task.id].checks]
        for module in assignment.modules
    }
    absent = {name for name, found in checks.items() if found and all(map(_is_absent, found))}
    return tuple([module for module in assignment.modules if module.name in absent])


def _is_absent(check: CheckResult) -> bool:
    return check.status is Status.MISSING and check.message.endswith(WORDS)
