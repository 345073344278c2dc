"""`submissions.csv` beside the hand-ins: when each attempt came in, and its number.

Its columns are `student`, `submitted_at` (a time) and, if wanted, `version` and
`chosen` (`yes` for the one that counts). No rule about time looks at a clock or at files: grading
again later gives the same points. An attempt whose time isn't known has no time but a version.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path

from grader.course.clock import read_time
from grader.course.table import Row, read_table, records, write_rows

FILE = "submissions.csv"
COLUMNS = ("student", "submitted_at", "version")
_FLAGS = {"yes": True, "no": False, "": False}


@dataclass(frozen=True, slots=True)
class SubmittedAttempt:
    """An attempt: when it came in, its number, and whether it is chosen to count."""

    at: datetime | None
    version: int = 1
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Attempts:
    """What became of the attempts of one student: the version that counts, and the points for the
    required tasks of each version that has any, without rules about time.
    """

    counts: int
    points: tuple[tuple[int, float], ...] = ()


Attempted = Mapping[str, tuple[SubmittedAttempt, ...]]


def read_submissions(folder: Path, zone: tzinfo | None = None) -> Attempted:
    """The attempts of each student in `submissions.csv`, by version; empty if there is none.

    Times without an offset are on the clock of the zone.
    Raises `ConfigError` with all faults of the file, a line each.
    """
    make = partial(_submitted, zone)
    found = records(folder / FILE, COLUMNS[:2], make, ("student", "version"))
    return {s: tuple(sorted(rows, key=lambda one: one.version)) for s, rows in found.items()}


def _submitted(zone: tzinfo | None, row: Row) -> SubmittedAttempt:
    text, version, chosen = row["submitted_at"], row.get("version", ""), row.get("chosen", "")
    at = time_of(text, "submitted_at", zone) if text or not version else None
    if not (version or "1").isdecimal() or int(version or 1) < 1:
        raise ValueError(f"version: must be a whole number from 1, but is '{version}'")
    if chosen.lower() not in _FLAGS:
        raise ValueError(f"chosen: must be yes or no, but is '{chosen}'")
    return SubmittedAttempt(at, int(version or 1), _FLAGS[chosen.lower()])


def time_of(text: str, column: str, zone: tzinfo | None) -> datetime:
    """A time in a cell; raises `ValueError` that says what it must be."""
    try:
        return read_time(text, zone)
    except ValueError as error:
        raise ValueError(f"{column}: {error}") from None


def counted(
    attempts: Sequence[SubmittedAttempt], most: int | None, *, choice: bool
) -> SubmittedAttempt | None:
    """The attempt that counts: the last of the first `most`, or the last one chosen among them.

    If none is among the first, it is the last, which no rule will accept. Attempts are in the order
    of their times, or of their versions if a time isn't known: no deadline changes which counts.
    """
    timed = all(one.at for one in attempts)

    def order(one: SubmittedAttempt) -> tuple[float, int]:
        return one.at.timestamp() if timed and one.at else 0.0, one.version

    ordered = sorted(attempts, key=order)
    allowed = [one for one in ordered if most is None or one.version <= most]
    chosen = [one for one in allowed if choice and one.chosen]
    last = chosen or allowed or ordered
    return last[-1] if last else None


def other_times(known: Attempted, arrived: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    """A line for each attempt of a download whose time in the file is another one, which counts."""
    for student, at, version in arrived:
        for one in known.get(student, ()):
            if at and one.at and one.version == version and one.at != datetime.fromisoformat(at):
                yield (
                    f"{FILE} says that version {version} of {student} is of {one.at.isoformat()}, "
                    f"the download {at}: the file counts"
                )


def complete_submissions(folder: Path, came: Iterable[tuple[str, str, int]]) -> int:
    """Add attempts that a download knows, as students, ISO times (or "") and versions.

    Returns how many; what is there already stays as is. Raises `OutputError` if the file can't be
    written.
    """
    path = folder / FILE
    table = read_table(path, COLUMNS[:2])
    old = [row for _, row in table.rows]
    there = {(row["student"], row.get("version") or "1") for row in old}
    new = [
        {"student": student, "submitted_at": at, "version": str(version)}
        for student, at, version in sorted(came, key=lambda one: (one[0], one[2]))
        if (at or version > 1) and (student, str(version)) not in there
    ]
    if new:
        write_rows(path, table.with_columns(COLUMNS), [*old, *new], table.delimiter)
    return len(new)
