"""Canvas's gradebook, where `roster.csv` is one: its assignments, and what each student has there.

The heading of an assignment is its title and its id: "Trees (123)".
"""

import re
from collections.abc import Iterable, Mapping

from grader.course.table import Table

EXCUSED = "EX"
# Columns that Canvas computes by itself, and silently leaves out of an import.
DROPPED = re.compile(r"(Current|Final|Override|Unposted).*(Score|Points|Grade)")
_NO_GRADE = ("", "-")
_HEADING = re.compile(r"(?P<title>.*)\s\((?P<id>\d+)\)")

# Grades as they are written there, or `EXCUSED`, by headings of assignments and by students.
Gradebook = Mapping[str, Mapping[str, str]]


def gradebook_of(table: Table) -> Gradebook:
    """What a roster says of assignments; nothing if it isn't from Canvas."""
    return {
        heading: {
            row["student"]: cell
            for _, row in table.rows
            if (cell := _as_written(row.get(heading.casefold(), ""))) not in _NO_GRADE
        }
        for heading in table.columns
        if _HEADING.fullmatch(heading) and not DROPPED.search(heading)
    }


def _as_written(cell: str) -> str:
    return EXCUSED if cell.upper() == EXCUSED else cell


def heading_of(name: str, headings: Iterable[str]) -> str:
    """The heading of the assignment that Canvas takes a name for: by its id, or else its title.

    It is empty if there is none, or more than one.
    """
    wanted = _HEADING.fullmatch(name)
    part, text = ("id", wanted["id"]) if wanted else ("title", name)
    found = [one for one in headings if (known := _HEADING.fullmatch(one)) and known[part] == text]
    return found[0] if len(found) == 1 else ""
