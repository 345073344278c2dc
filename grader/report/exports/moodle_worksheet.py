"""Moodle's offline grading worksheet.

It names participants by the ids in Moodle's own downloads, and in the roster's column `moodle`.
"""

from collections.abc import Iterator
from html import escape

from grader.course.cells import csv_line
from grader.errors import UsageError
from grader.inside.shortening import listed
from grader.report.content.words import summary_lines, with_extra
from grader.report.forms import ExportData, Form
from grader.scoring.score import HandinScore

WORKSHEET = ("Identifier", "Full name", "Email address", "Grade", "Last modified (grade)")
COMMENTS = "Feedback comments"


def worksheet(grades: ExportData) -> str:
    """The file for "Upload grading worksheet"; raises `UsageError` if an id isn't known."""
    rows = [csv_line([*WORKSHEET, COMMENTS])]
    for scored, participant in participants(grades):
        person = scored.person
        comments = "<br>".join(map(escape, summary_lines(scored)))
        own = [f"Participant {participant}", person.name, person.email]
        rows.append(csv_line([*own, with_extra(scored), "-", comments]))
    return "".join(rows)


def participants(grades: ExportData) -> Iterator[tuple[HandinScore, str]]:
    """The hand-ins with Moodle's ids of their students; raises `UsageError` if one isn't known."""
    found = [(scored, scored.person.ids.get("moodle", "")) for _, scored in grades.graded]
    lacking = [scored.student for scored, participant in found if not participant.isdecimal()]
    if lacking:
        raise UsageError(
            f"roster.csv has no participant id in the column moodle for {listed(lacking, 5)}; "
            "it is in the names of Moodle's downloads"
        )
    yield from found


FORM = Form(".csv", worksheet)
