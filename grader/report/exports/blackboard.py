"""A file for Blackboard's gradebook: students by user name, the column by its name and id.

`--column` is the column's heading in a file exported by Blackboard, such as
`Trees [Total Pts: 180 Score] |123456`; a heading without an id would create a new text column. A
hand-in without a score gets an empty cell, which changes nothing.
"""

from grader.course.cells import HostId, csv_line
from grader.errors import UsageError
from grader.report.content.words import with_extra
from grader.report.forms import ExportData, Form


def blackboard(grades: ExportData) -> str:
    """The file; raises `UsageError` if the column has no id."""
    column = grades.column
    if not column.rpartition("|")[2].strip().isdecimal():
        raise UsageError(
            "blackboard needs --column 'Title [Total Pts: 100 Score] |123456', "
            "the heading in a file that Blackboard made"
        )
    lines = [csv_line(["Last Name", "First Name", "Username", column])]
    for _, scored in grades.graded:
        last, comma, first = scored.person.name.partition(", ")
        if not comma:
            first, _, last = scored.person.name.rpartition(" ")
        username = scored.person.ids.get("blackboard", scored.student)
        lines.append(csv_line([last, first, HostId(username), with_extra(scored)]))
    return "".join(lines)


FORM = Form(".csv", blackboard)
