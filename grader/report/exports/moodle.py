"""Three ways of grades into Moodle: gradebook CSV, offline grading worksheet, feedback files.

In the gradebook, one user who isn't known aborts the whole import, and comments without a grade
wipe what is there: so only hand-ins with a score have a row. The worksheet and the feedback files
name participants by the ids in Moodle's own downloads, and in the roster's column
`moodle`.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from grader.assignment.config import Assignment
from grader.course.cells import Cell, csv_line
from grader.errors import UsageError
from grader.inside.shortening import listed
from grader.report.exports.words import summary_lines, with_extra
from grader.report.pages.names import page_name
from grader.results import HandinResult
from grader.scoring.score import Scored

Graded = Iterable[tuple[HandinResult, Scored]]
GRADEBOOK = ("username", "email", "idnumber")
WORKSHEET = ("Identifier", "Full name", "Email address", "Grade", "Last modified (grade)")
COMMENTS = "Feedback comments"
FEEDBACK = "feedback.html"


def gradebook(assignment: Assignment, graded: Graded, column: str = "") -> str:
    """The file for "Import CSV": map one of the first columns to users, the others to the item."""
    name = column or assignment.title
    rows: list[Sequence[Cell]] = [
        [
            *(scored.student, scored.person.email, scored.student),
            *(with_extra(scored), "\n".join(summary_lines(scored))),
        ]
        for _, scored in graded
        if scored.score is not None
    ]
    return _csv([*GRADEBOOK, name, f"{name} (feedback)"], rows)


def worksheet(_assignment: Assignment, graded: Graded, _column: str = "") -> str:
    """The file for "Upload grading worksheet"; raises `UsageError` if an id isn't known."""
    rows: list[Sequence[Cell]] = []
    for scored, participant in _participants(graded):
        person = scored.person
        comments = "<br>".join(map(escape, summary_lines(scored)))
        own = [f"Participant {participant}", person.name, person.email]
        rows.append([*own, with_extra(scored), "-", comments])
    return _csv([*WORKSHEET, COMMENTS], rows)


def feedback(pages: Path, graded: Graded) -> bytes:
    """The archive for "Upload multiple feedback files in a zip": each student's page.

    Raises `UsageError` if an id or a page isn't there.
    """
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for scored, participant in _participants(graded):
            page = pages / page_name(scored.student)
            if not page.is_file():
                raise UsageError(f"{page}: it isn't there; make it by `grader report`")
            # Moodle takes the id from between the first two underscores.
            name = (scored.person.name or scored.student).replace("_", " ").replace("/", " ")
            label = f"{name}_{participant}_assignfeedback_file_{FEEDBACK}"
            archive.writestr(label, page.read_bytes())
    return file.getvalue()


def _participants(graded: Graded) -> Iterator[tuple[Scored, str]]:
    found = [(scored, scored.person.ids.get("moodle", "")) for _, scored in graded]
    lacking = [scored.student for scored, participant in found if not participant.isdecimal()]
    if lacking:
        raise UsageError(
            f"roster.csv has no participant id in the column moodle for {listed(lacking, 5)}; "
            "it is in the names of Moodle's downloads"
        )
    yield from found


def _csv(head: Sequence[Cell], rows: Iterable[Sequence[Cell]]) -> str:
    return "".join([csv_line(row) for row in (head, *rows)])
