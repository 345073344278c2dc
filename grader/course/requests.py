"""`regrade_requests.csv` beside the hand-ins: who asks for a task to be looked at again, and why.

Its columns are `student`, `task`, `reason` and, once staff have answered, `answer`. The page
`request.html` of `grader export pages` gives rows of it; any form that asks the same does, too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.course.table import Row, records

FILE = "regrade_requests.csv"
COLUMNS = ("student", "task", "reason")


@dataclass(frozen=True, slots=True)
class RegradeRequest:
    """A task that somebody wants to be looked at again, the reason, and staff's answer if any."""

    task: str
    reason: str
    answer: str = ""


def read_requests(folder: Path) -> Mapping[str, tuple[RegradeRequest, ...]]:
    """The requests of each student; raises `ConfigError` with all faults of the file."""
    return records(folder / FILE, COLUMNS, _request, COLUMNS)


def _request(row: Row) -> RegradeRequest:
    return RegradeRequest(row["task"], row["reason"], row.get("answer", ""))
