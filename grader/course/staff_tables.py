"""Small tables that staff keep beside the hand-ins, like `roster.csv` and `submissions.csv`.

extensions.csv          `student`, `due` (a time) and, if wanted, `reason`: who may hand in
                        later, until when. Somebody may have several; the latest one counts.
late_days.csv           `student`, `assignment`, `days`: the late days that each used before. A
                        run writes the same file into its output, with its own rows added: it
                        is the file to put beside the hand-ins of the next assignment. Rows of
                        the assignment that is graded are left out when it is read, so that
                        grading again counts nothing twice.
regrade_requests.csv    `student`, `task`, `reason` and, once staff have answered, `answer`:
                        who asks for a task to be looked at again. The page `request.html` of
                        `grader export pages` gives rows of it; any form that asks the same
                        does, too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path

from grader.course.cells import clean_id
from grader.course.clock import in_words, is_after
from grader.course.roster import FILE as ROSTER
from grader.course.submissions import FILE as SUBMISSIONS
from grader.course.table import Row, read_table, records, time_of, write_rows

EXTENSIONS, LATE_DAYS, REQUESTS = "extensions.csv", "late_days.csv", "regrade_requests.csv"
# All tables that staff keep beside the hand-ins.
TABLES = (ROSTER, SUBMISSIONS, EXTENSIONS, LATE_DAYS, REQUESTS)
_OF_EXTENSIONS = ("student", "due")
_OF_LATE_DAYS = ("student", "assignment", "days")
_OF_REQUESTS = ("student", "task", "reason")


@dataclass(frozen=True, slots=True)
class Extension:
    """A later deadline for one student, with the reason."""

    due: datetime
    reason: str = ""


def read_extensions(folder: Path, zone: tzinfo | None) -> Mapping[str, tuple[Extension, ...]]:
    """The extensions of each student; times without an offset are in this zone.

    Raises `ConfigError` with all faults of the file.
    """
    make = partial(_extension, zone)
    return records(folder / EXTENSIONS, _OF_EXTENSIONS, make, _OF_EXTENSIONS, ("reason",))


def _extension(zone: tzinfo | None, row: Row) -> Extension:
    return Extension(time_of(row, "due", zone), row.get("reason", ""))


def extensions_in_vain(folder: Path, zone: tzinfo | None, deadline: datetime) -> Iterator[str]:
    """A line for each extension that ends before the deadline: perhaps from another year."""
    for line, row in read_table(folder / EXTENSIONS, _OF_EXTENSIONS).rows:
        at = time_of(row, "due", zone)
        if is_after(deadline, at):
            yield (
                f"{folder / EXTENSIONS}:{line}: due: {row['due']} is before the deadline, "
                f"{in_words(deadline, deadline.tzinfo, 'minutes')}, so {row['student']} gets no "
                "more time by it: correct it, or remove the row"
            )


def read_late_days(folder: Path) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """The assignments and days of each student; raises `ConfigError` with all faults."""
    return records(folder / LATE_DAYS, _OF_LATE_DAYS, _used, _OF_LATE_DAYS[:2])


def _used(row: Row) -> tuple[str, int]:
    if not row["days"].isdecimal():
        raise ValueError(f"days: must be a whole number, but is '{row['days']}'")
    return clean_id(row["assignment"]), int(row["days"])


def write_late_days(
    before: Path, out: Path, assignment: str, used: Iterable[tuple[str, int]]
) -> None:
    """Write the days used before (a folder's file) and in this assignment; raises `OutputError`."""
    rows: list[Row] = [row for _, row in read_table(before / LATE_DAYS, _OF_LATE_DAYS).rows]
    title = clean_id(assignment)
    rows = [row for row in rows if clean_id(row["assignment"]) != title]
    rows += [
        {"student": student, "assignment": title, "days": str(days)}
        for student, days in used
        if days
    ]
    write_rows(out / LATE_DAYS, _OF_LATE_DAYS, rows)


@dataclass(frozen=True, slots=True)
class RegradeRequest:
    """A task that a student wants reviewed again, the reason, and staff's answer, if any."""

    task: str
    reason: str
    answer: str = ""


def read_requests(folder: Path) -> Mapping[str, tuple[RegradeRequest, ...]]:
    """The requests of each student; raises `ConfigError` with all faults of the file."""
    return records(folder / REQUESTS, _OF_REQUESTS, _request, _OF_REQUESTS, ("answer",))


def _request(row: Row) -> RegradeRequest:
    return RegradeRequest(row["task"], row["reason"], row.get("answer", ""))
