"""Grades for Moodle's gradebook, as CSV.

One user who isn't known there aborts the whole import, and comments without a grade wipe what is
there: so only hand-ins with a score have a row.
"""

from grader.course.cells import Cell, csv_line
from grader.report.content.words import summary_lines, with_extra
from grader.report.forms import ExportData, Form

GRADEBOOK = ("username", "email", "idnumber")


def gradebook(grades: ExportData) -> str:
    """The file for "Import CSV": map one of the first columns to users, the others to the item."""
    name = grades.column or grades.assignment.title
    rows: list[list[Cell]] = [
        [
            *(scored.student, scored.person.email, scored.student),
            *(with_extra(scored), "\n".join(summary_lines(scored))),
        ]
        for _, scored in grades.graded
        if scored.score is not None
    ]
    head: list[Cell] = [*GRADEBOOK, name, f"{name} (feedback)"]
    return "".join([csv_line(row) for row in (head, *rows)])


FORM = Form(".csv", gradebook)
