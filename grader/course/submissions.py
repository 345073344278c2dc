"""`submissions.csv` beside the hand-ins: when each came in, and the how-manieth it was.

Its columns are `student`, `submitted_at` (a time with its offset) and, if wanted, `version`. No
rule about time looks at a clock or at files: grading again later gives the same points.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from grader.course.table import Row, read_rows, records, write_rows

FILE = "submissions.csv"
COLUMNS = ("student", "submitted_at", "version")
_TIME = "a time with its offset, such as 2014-11-18T23:59:00-04:00"


@dataclass(frozen=True, slots=True)
class Submitted:
    """When a hand-in came in, and the how-manieth of its student it was."""

    at: datetime
    version: int = 1


def read_submissions(folder: Path) -> Mapping[str, Submitted]:
    """What `submissions.csv` in a folder of hand-ins says; empty if there is none.

    Raises `ConfigError` with all faults of the file, a line each.
    """
    return records(folder / FILE, COLUMNS[:2], _submitted, "; keep the last submission")


def _submitted(row: Row) -> Submitted:
    version = row.get("version") or "1"
    at = time_of(row["submitted_at"], "submitted_at")
    if not version.isdecimal() or int(version) < 1:
        raise ValueError(f"version: must be a whole number from 1, but is '{version}'")
    return Submitted(at, int(version))


def time_of(text: str, column: str) -> datetime:
    """A time in a cell; raises `ValueError` that says what it must be."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = datetime.min
    if at.tzinfo is None:
        raise ValueError(f"{column}: must be {_TIME}, but is '{text}'")
    return at


def complete_submissions(folder: Path, times: Mapping[str, tuple[str, int]]) -> int:
    """Add students whose ISO times and versions a download says; returns how many.

    Who stands there already stays as is. Raises `OutputError` if the file can't be written.
    """
    path = folder / FILE
    old = [dict(row) for _, row in read_rows(path, COLUMNS[:2])]
    there = {row["student"] for row in old}
    new = [
        {"student": student, "submitted_at": at, "version": str(version)}
        for student, (at, version) in sorted(times.items())
        if student not in there
    ]
    if new:
        columns = [*COLUMNS, *sorted({key for row in old for key in row} - set(COLUMNS))]
        write_rows(path, columns, [*old, *new])
    return len(new)
