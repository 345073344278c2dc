"""Grades for Moodle's gradebook, as CSV.

One unknown user aborts the whole import, and comments without a grade delete the existing
grade. So only hand-ins with a score and an identifier that Moodle knows have a row. An unknown
identifier is an empty cell, since another one in its place may be somebody else's. Students who
aren't in the course have no row, whatever a download says of them.
"""

from collections.abc import Iterator, Sequence
from html import escape

from grader.course.cells import Cell, HostId, csv_line
from grader.course.roster import ID_NUMBER, USERNAME, Person
from grader.inside.shortening import listed
from grader.report.content.words import summary_lines, with_extra
from grader.report.forms import ExportData, Form
from grader.scoring.score import HandinScore

GRADEBOOK = ("username", "email", "idnumber")
_NAMED = 5
_User = tuple[HandinScore, Sequence[str]]  # the student's identifiers, "" if unknown


def gradebook(grades: ExportData) -> str:
    """The file for "Import CSV": map one of the first columns to users, the others to the item."""
    name = grades.heading
    rows: list[list[Cell]] = [
        [*map(HostId, known), with_extra(scored), _comments(scored)]
        for scored, known in _users(grades)
        if any(known)
    ]
    head: list[Cell] = [*GRADEBOOK, name, f"{name} (feedback)"]
    return "".join([csv_line(row) for row in (head, *rows)])


def _comments(scored: HandinScore) -> str:
    """A line each; Moodle reads comments as HTML in which line ends count."""
    return "\n".join([escape(line, quote=False) for line in summary_lines(scored)])


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
    """Who has no identifier, for each column that is neither full nor empty."""
    for place, column in enumerate(GRADEBOOK):
        lacking = [scored.student for scored, known in users if not known[place]]
        if 0 < len(lacking) < len(users):
            yield f"{column} is empty for {listed(lacking, _NAMED)}"


def _users(grades: ExportData) -> Iterator[_User]:
    """Everyone with a score, and their known identifiers."""
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
    """Whether our id may be the login: it is neither another identifier nor the displayed name.

    Downloads show names; if two are the same, our id has the participant's number, too.
    """
    name, number = person.name, person.ids.get("moodle", "")
    others = (person.email, person.ids.get(ID_NUMBER, ""), name, f"{name}-{number}")
    return person.student not in others and not any(map(str.isspace, person.student))


FORM = Form(".csv", gradebook, note=whom_moodle_knows)
