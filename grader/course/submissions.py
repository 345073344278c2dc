"""`submissions.csv` beside the hand-ins: when each attempt came in, and its number.

Its columns are `student`, `submitted_at` (a time) and, if wanted, `version`, `chosen` (`yes` for
the one that counts) and `late` (`yes` if the system that it was handed in to marks it as late). No
rule about time looks at a clock or at files: regrading later gives the same points. An attempt
whose time isn't known has no time but a version; being marked as late costs it nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path

from grader.course.cells import alike
from grader.course.table import ByStudent, Row, flag, read_table, records, time_of, write_rows

FILE = "submissions.csv"
COLUMNS = ("student", "submitted_at", "version")
LATE = "late"
_OPTIONAL = ("version", "chosen", LATE)
MARKED = "yes"  # as downloads write it


@dataclass(frozen=True, slots=True)
class SubmittedAttempt:
    """An attempt: when it came in, its number, whether it is chosen to count, and whether the
    system that it was handed in to marks it as late.
    """

    at: datetime | None
    version: int = 1
    chosen: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Arrival:
    """How an attempt in a download arrived: its version, an ISO time with offset or "", whether it
    is marked as late, and its name in the download (the first one, if it has several files).
    """

    version: int = 1
    at: str = ""
    late: bool = False
    entry: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Attempts:
    """The results of one student's attempts: the version that counts, and for each version that has
    any, the points for the required tasks without rules about time.
    """

    counts: int
    points: tuple[tuple[int, float], ...] = ()


Attempted = Mapping[str, tuple[SubmittedAttempt, ...]]


def read_submissions(folder: Path, zone: tzinfo | None = None) -> Attempted:
    """The attempts of each student in `submissions.csv`, by version; empty if there is no file.

    Times without an offset are in this zone.
    Raises `ConfigError` with all faults of the file, one per line.
    """
    make = partial(_submitted, zone)
    found = records(folder / FILE, COLUMNS[:2], make, ("student", "version"), _OPTIONAL)
    by_version = {s: sorted(rows, key=lambda one: one.version) for s, rows in found.items()}
    return ByStudent({student: tuple(rows) for student, rows in by_version.items()})


def _submitted(zone: tzinfo | None, row: Row) -> SubmittedAttempt:
    text, version = row["submitted_at"], row.get("version", "")
    at = time_of(row, "submitted_at", zone) if text or not version else None
    if not (number := _number(version)):
        raise ValueError(f"version: must be a whole number from 1, but is '{version}'")
    chosen, late = [flag(row, column) for column in ("chosen", LATE)]
    return SubmittedAttempt(at, number, chosen, late)


def _number(version: str) -> int:
    """The number in a cell; 1 if it is empty, and 0 if it isn't a number."""
    return int(version or 1) if (version or "1").isdecimal() else 0


def counted(
    attempts: Sequence[SubmittedAttempt], most: int | None, *, choice: bool
) -> SubmittedAttempt | None:
    """The attempt that counts: the last of the first `most`, or the last chosen one among them.

    If none is among the first, it is the last, which no rule accepts. Attempts are in the order of
    their times, or of their versions if a time isn't known: no deadline changes which one counts.
    """
    timed = all(one.at for one in attempts)

    def order(one: SubmittedAttempt) -> tuple[float, int]:
        return one.at.timestamp() if timed and one.at else 0.0, one.version

    ordered = sorted(attempts, key=order)
    allowed = [one for one in ordered if most is None or one.version <= most]
    chosen = [one for one in allowed if choice and one.chosen]
    last = chosen or allowed or ordered
    return last[-1] if last else None


def other_times(known: Attempted, found: Iterable[tuple[str, Arrival]]) -> Iterator[str]:
    """A line for each attempt whose time in the file, which counts, differs from the download's."""
    for student, theirs in found:
        for one in known.get(student, ()):
            at = theirs.at and datetime.fromisoformat(theirs.at)
            if at and one.at and one.version == theirs.version and one.at != at:
                yield (
                    f"{FILE} says that version {one.version} of {student} is of "
                    f"{one.at.isoformat()}, the download {theirs.at}: the file counts"
                )


def complete_submissions(folder: Path, found: Iterable[tuple[str, Arrival]], *, marks: bool) -> int:
    """Add attempts that a download knows, each with its student; returns how many.

    Existing entries stay; only empty cells are filled. But if the system `marks` what is late, an
    attempt that an earlier download marked and this one doesn't is no longer late. Raises
    `OutputError` if the file can't be written.
    """
    path = folder / FILE
    table = read_table(path, COLUMNS[:2])
    rows = [dict(row) for _, row in table.rows]
    before = [dict(row) for row in rows]
    there = {(alike(row["student"]), _number(row.get("version", ""))): row for row in rows}
    for student, one in sorted(found, key=lambda pair: (pair[0], pair[1].version)):
        row = there.get((alike(student), one.version))
        if row is None and (one.at or one.late or one.version > 1):
            row = {"student": student, "submitted_at": one.at, "version": str(one.version)}
            rows.append(row)
        if row is not None and one.late and not row.get(LATE):
            row |= {LATE: MARKED, "version": str(one.version)}
        if row is not None and marks and not one.late and row.get(LATE) == MARKED:
            row |= {LATE: ""}
    if rows != before:
        late = [LATE] if any(row.get(LATE) for row in [*rows, *before]) else []
        write_rows(path, table.with_columns([*COLUMNS, *late]), rows, table.delimiter)
    return len(rows) - len(before)
