"""The closed list of statuses: how a check ends, and what each means in words."""

from collections.abc import Mapping
from enum import StrEnum


class Status(StrEnum):
    """How one check ended; the contract's closed list."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    MISSING = "missing"
    SKIPPED = "skipped"
    BROKEN = "broken"


# After a check that ended this way, the rest of its task is not run.
ENDLESS = (Status.TIMEOUT, Status.MEMORY)
# Much faster than `Status(…)`, which would dominate the reading of many results.
STATUSES: Mapping[str, Status] = {status.value: status for status in Status}
STATUS_MEANING: Mapping[Status, str] = {
    Status.PASSED: "passed",
    Status.FAILED: "the answer is wrong",
    Status.ERROR: "your code raised an exception",
    Status.TIMEOUT: "your code ran out of time",
    Status.MEMORY: "your code ran out of memory",
    Status.CRASHED: "your code ended the Python process",
    Status.MISSING: "the function or its file is missing",
    Status.SKIPPED: "not run, because an earlier check of this task could not end",
    Status.BROKEN: "a fault of the grader, not of your code; staff have been informed",
}
