"""Canvas's gradebook, if `roster.csv` is one: its assignments, and each student's grades in them.

The heading of an assignment is its title and its id: "Trees (123)".
"""

import re
from collections.abc import Iterable, Mapping

from grader.course.table import Table

EXCUSED = "EX"
# Columns that Canvas computes itself, and silently ignores in an import.
DROPPED = re.compile(r"(Current|Final|Override|Unposted).*(Score|Points|Grade)")
_NO_GRADE = ("", "-")
_HEADING = re.compile(r"(?P<title>.*)\s\((?P<id>\d+)\)")

# Grades as written there, or `EXCUSED`, by assignment heading and by student.
Gradebook = Mapping[str, Mapping[str, str]]


def gradebook_of(table: Table) -> Gradebook:
    """What a roster says about assignments; empty if it isn't from Canvas."""
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

    Empty if there is none, or more than one.
    """
    wanted = _HEADING.fullmatch(name)
    part, text = ("id", wanted["id"]) if wanted else ("title", name)
    found = [one for one in headings if (known := _HEADING.fullmatch(one)) and known[part] == text]
    return found[0] if len(found) == 1 else ""
