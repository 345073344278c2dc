"""Grades for Moodle's gradebook, as CSV.

One user who isn't known there aborts the whole import, and comments without a grade wipe what is
there: so only hand-ins with a score have a row, and of these only those of whom something is known
that Moodle knows them by. A cell of what isn't known is empty: another identifier in its place may
be somebody else's. Strangers to the course have no row, whatever a download says of them.
"""

from collections.abc import Iterator, Sequence

from grader.course.cells import Cell, csv_line
from grader.course.roster import ID_NUMBER, USERNAME, Person
from grader.inside.shortening import listed
from grader.report.content.words import summary_lines, with_extra
from grader.report.forms import ExportData, Form
from grader.scoring.score import HandinScore

GRADEBOOK = ("username", "email", "idnumber")
_NAMED = 5
_User = tuple[HandinScore, Sequence[str]]  # with the identifiers, "" for what isn't known


def gradebook(grades: ExportData) -> str:
    """The file for "Import CSV": map one of the first columns to users, the others to the item."""
    name = grades.heading
    rows: list[list[Cell]] = [
        [*known, with_extra(scored), "\n".join(summary_lines(scored))]
        for scored, known in _users(grades)
        if any(known)
    ]
    head: list[Cell] = [*GRADEBOOK, name, f"{name} (feedback)"]
    return "".join([csv_line(row) for row in (head, *rows)])


def whom_moodle_knows(grades: ExportData) -> str:
    """Who is left out, and which columns can't be mapped to users; empty if nothing is missing."""
    users = list(_users(grades))
    nobody = [scored.student for scored, known in users if not any(known)]
    lines = []
    if nobody:
        lines.append(
            "left out, since roster.csv doesn't list them, or has no username, e-mail or ID number "
            "of them: "
            f"{listed(nobody, _NAMED)}"
        )
    if gaps := list(_gaps([user for user in users if any(user[1])])):
        lines.append(f"map users by a column without gaps: {', '.join(gaps)}")
    return "; ".join(lines)


def _gaps(users: Sequence[_User]) -> Iterator[str]:
    """What lacks in columns that are neither full nor empty."""
    for place, column in enumerate(GRADEBOOK):
        lacking = [scored.student for scored, known in users if not known[place]]
        if 0 < len(lacking) < len(users):
            yield f"{column} is empty for {listed(lacking, _NAMED)}"


def _users(grades: ExportData) -> Iterator[_User]:
    """Whoever has a score, with what is known of them."""
    people = grades.roster.people
    named = any(USERNAME in person.ids for person in people)
    for _, scored in grades.graded:
        if scored.score is None:
            continue
        person = scored.person
        if people and not grades.roster.has(scored.student):
            yield scored, ("", "", "")
            continue
        own = scored.student if not named and _is_login(person) else ""
        username = person.ids.get(USERNAME, own)
        yield scored, (username, person.email, person.ids.get(ID_NUMBER, ""))


def _is_login(person: Person) -> bool:
    """Whether our id may be the login: not where it is another identifier, or a name as shown.

    Downloads show names; of two that are the same, ours has the participant's number too.
    """
    name, number = person.name, person.ids.get("moodle", "")
    others = (person.email, person.ids.get(ID_NUMBER, ""), name, f"{name}-{number}")
    return person.student not in others and not any(map(str.isspace, person.student))


FORM = Form(".csv", gradebook, note=whom_moodle_knows)
