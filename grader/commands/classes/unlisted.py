"""Lines for staff on hand-ins of nobody whom the roster names."""

from collections.abc import Mapping, Sequence

from grader.course.roster import Roster
from grader.inside.shortening import listed

_MOST = 8


def line_of(found: Mapping[str, str], roster: Roster) -> str:
    """Strangers and whom they may be, for staff; empty if there are none."""
    if not found:
        return ""
    close = [
        f"{student} (is it {_named(found[student], roster)}?)"
        for student in found
        if found[student]
    ]
    others = [student for student, other in found.items() if not other]
    return (
        f"handed in, but not in roster.csv: {listed([*close, *others], _MOST)}; if it is somebody "
        "in the course, correct the id or name in roster.csv or of the hand-in, or add a row, or "
        "empty the cell listed of the row that is there"
    )


def _named(student: str, roster: Roster) -> str:
    name = roster.of(student).name
    return f"{student}, {name}" if name and name != student else student


def line_of_hidden(students: Sequence[str]) -> str:
    """Of hand-ins without a name in a class that has names: whose they may be, for staff."""
    return (
        f"{listed(students, _MOST)}: the name is hidden, so it may be somebody who is listed "
        "under nothing handed in; if you know who, write the number into that row of roster.csv"
    )
