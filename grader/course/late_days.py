"""`late_days.csv` beside the hand-ins: the late days that each student used before, a row an
assignment.

Its columns are `student`, `assignment` and `days`. A run writes the same file into its output, with
its own rows added: it is the file to put beside the hand-ins of the next assignment. Rows of the
assignment that is graded are left out when it is read, so that grading again counts nothing twice.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path
from unicodedata import normalize

from grader.course.table import Row, read_table, records, write_rows

FILE = "late_days.csv"
COLUMNS = ("student", "assignment", "days")


def read_late_days(folder: Path) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """The assignments and days of each student; raises `ConfigError` with all faults."""
    return records(folder / FILE, COLUMNS, _used, COLUMNS[:2])


def _used(row: Row) -> tuple[str, int]:
    if not row["days"].isdecimal():
        raise ValueError(f"days: must be a whole number, but is '{row['days']}'")
    return row["assignment"], int(row["days"])


def write_late_days(
    before: Path, out: Path, assignment: str, used: Iterable[tuple[str, int]]
) -> None:
    """Write what was used before (a folder's file) and in this assignment; raises `OutputError`."""
    rows: list[Row] = [row for _, row in read_table(before / FILE, COLUMNS).rows]
    rows = [row for row in rows if normalize("NFC", row["assignment"]) != assignment]
    rows += [
        {"student": student, "assignment": assignment, "days": str(days)}
        for student, days in used
        if days
    ]
    write_rows(out / FILE, COLUMNS, rows)
