"""`released.csv` in an output folder: the scores that students have seen, which no later run
changes by itself.

Its columns are `student`, `score`, `extra` (credit), `at` (when it was released) and, where staff
kept a score although the hand-in would have another one now, that one as `instead_of` and
`instead_of_extra`. `grader release` and `grader apply` write it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.course.table import Row, records, write_rows

FILE = "released.csv"
COLUMNS = ("student", "score", "extra", "at", "instead_of", "instead_of_extra")


@dataclass(frozen=True, slots=True)
class Released:
    """A score with extra credit that stays; `instead_of` is the pair that was looked at and not
    taken.
    """

    score: float
    extra: float
    at: str
    instead_of: tuple[float, float] | None = None


Pins = Mapping[str, Released]


def read_released(folder: Path) -> dict[str, Released]:
    """The released scores of each student; raises `ConfigError` with all faults of the file."""
    found = records(folder / FILE, COLUMNS[:4], _released)
    return {student: rows[0] for student, rows in found.items()}


def _released(row: Row) -> Released:
    other = row.get("instead_of", "")
    pair = (_points(row, "instead_of"), _points(row, "instead_of_extra")) if other else None
    return Released(_points(row, "score"), _points(row, "extra"), row["at"], pair)


def _points(row: Row, column: str) -> float:
    try:
        return float(row.get(column) or 0)
    except ValueError:
        raise ValueError(f"{column}: must be a number, but is '{row[column]}'") from None


def write_released(folder: Path, pins: Pins) -> None:
    """Write the file as a whole; raises `OutputError`."""
    write_rows(folder / FILE, COLUMNS, [_row(student, pins[student]) for student in sorted(pins)])


def _row(student: str, pin: Released) -> Row:
    row = {"student": student, "score": repr(pin.score), "extra": repr(pin.extra), "at": pin.at}
    if pin.instead_of is not None:
        names = COLUMNS[4:]
        row |= {name: repr(value) for name, value in zip(names, pin.instead_of, strict=True)}
    return row
