"""`extensions.csv` beside the hand-ins: who may hand in later, until when, and why.

Its columns are `student`, `due` (a time) and, if wanted, `reason`. Somebody may
have several; the latest one counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path

from grader.course.table import Row, records, time_of

FILE = "extensions.csv"


@dataclass(frozen=True, slots=True)
class Extension:
    """A later deadline of one student, with the reason for it."""

    due: datetime
    reason: str = ""


def read_extensions(
    folder: Path, zone: tzinfo | None = None
) -> Mapping[str, tuple[Extension, ...]]:
    """The extensions of each student; times without an offset are on the clock of the zone.

    Raises `ConfigError` with all faults of the file.
    """
    make = partial(_extension, zone)
    return records(folder / FILE, ("student", "due"), make, ("student", "due"))


def _extension(zone: tzinfo | None, row: Row) -> Extension:
    return Extension(time_of(row, "due", zone), row.get("reason", ""))
