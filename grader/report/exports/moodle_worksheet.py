"""Moodle's offline grading worksheet.

Its ids of participants are those in Moodle's own downloads and in the roster's column `moodle`.
Whoever handed in nothing has no row, since even their id for this assignment is unknown.
"""

import re
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
_NAMED = 5
_NUMBER = re.compile(r"_(\d+)_assignsubmission_")


def worksheet(grades: ExportData) -> str:
    """The file for "Upload grading worksheet"; raises `UsageError` if an id is unknown."""
    rows = [csv_line([*WORKSHEET, COMMENTS])]
    for scored, participant in participants(grades):
        person = scored.person
        comments = "<br>".join(map(escape, summary_lines(scored)))
        own = [f"Participant {participant}", person.name, person.email]
        rows.append(csv_line([*own, with_extra(scored), "-", comments]))
    return "".join(rows)


def participants(grades: ExportData) -> Iterator[tuple[HandinScore, str]]:
    """The hand-ins with their students' Moodle ids; raises `UsageError` if one is unknown."""
    there = [scored for _, scored in grades.graded if not scored.absent]
    found = [(scored, scored.person.ids.get("moodle", "")) for scored in there]
    lacking = [scored.student for scored, participant in found if not participant.isdecimal()]
    if lacking:
        raise UsageError(
            f"roster.csv has no participant id in the column moodle for {listed(lacking, _NAMED)}; "
            "it is in the names of Moodle's downloads"
        )
    yield from found


def ids_of_roster_alone(grades: ExportData) -> str:
    """Which students' ids the graded download doesn't confirm; empty if it isn't from Moodle."""
    names = {student: _NUMBER.search(entry) for student, entry in grades.entries.items()}
    said = {student: found[1] for student, found in names.items() if found}
    alone = [
        scored.student
        for scored, participant in participants(grades)
        if said and said.get(scored.student) != participant
    ]
    if not alone:
        return ""
    return (
        f"the participant ids of {listed(alone, _NAMED)} are in roster.csv alone, not in the "
        "download: look whether they are of this assignment, since each assignment has others"
    )


FORM = Form(".csv", worksheet, note=ids_of_roster_alone)
