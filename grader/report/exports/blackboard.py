"""A file for Blackboard's gradebook: students by user name, the column by its name and id.

`--column` is the column's heading in a file that Blackboard itself made, such as
`Trees [Total Pts: 180 Score] |123456`; a heading without an id makes a new column of texts. A
hand-in without a score has an empty cell, which changes nothing.
"""

import csv
import io
from collections.abc import Iterable

from grader.assignment.config import Assignment
from grader.errors import UsageError
from grader.report.tables import text_cell
from grader.results import HandinResult
from grader.scoring.score import Scored


def blackboard(
    _assignment: Assignment, graded: Iterable[tuple[HandinResult, Scored]], column: str = ""
) -> str:
    """The file, all cells in quotes; raises `UsageError` without the column's id."""
    if not column.rpartition("|")[2].strip().isdecimal():
        raise UsageError(
            "blackboard needs --column 'Title [Total Pts: 100 Score] |123456', "
            "the heading in a file that Blackboard made"
        )
    file = io.StringIO()
    writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(["Last Name", "First Name", "Username", column])
    for _, scored in graded:
        first, _, last = scored.person.name.rpartition(" ")
        username = scored.person.ids.get("blackboard", scored.student)
        writer.writerow([*map(text_cell, (last, first, username)), _points(scored)])
    return file.getvalue()


def _points(scored: Scored) -> str:
    return "" if scored.score is None else f"{round(scored.score + scored.extra, 2):.10g}"
