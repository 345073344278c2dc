"""The class as a table for people: name, section, score, extra credit and total.

`grades.csv` is for programs and lacks such columns. A hand-in without a score has empty cells.
"""

from grader.course.cells import FOR_EXCEL, Cell, csv_line
from grader.report.content.words import with_extra
from grader.report.forms import ExportData, Form

HEAD = ("student", "name", "email", "section", "group", "score", "extra", "total", "max_score")


def table(grades: ExportData) -> str:
    """The file, as CSV that spreadsheets recognize as UTF-8."""
    tasks = grades.assignment.tasks
    lines = [FOR_EXCEL + csv_line([*HEAD, "late", "note", *[task.id for task in tasks]])]
    for _, scored in grades.graded:
        person, none = scored.person, scored.score is None
        own = [scored.student, person.name, person.email, person.section, person.group]
        sums: list[Cell] = [scored.score, None if none else scored.extra, with_extra(scored)]
        late = "late" if scored.late else ""
        note = "excused" if scored.excused else scored.problem
        earned = [None if none else scored.tasks[task.id].points for task in tasks]
        lines.append(csv_line([*own, *sums, scored.max_score, late, note, *earned]))
    return "".join(lines)


FORM = Form(".csv", table)
