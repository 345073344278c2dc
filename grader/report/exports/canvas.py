"""A CSV file that Canvas takes as grades of one assignment.

Students are found by the column `ID`, which the roster has if Canvas's own download was graded, or
else by `SIS Login ID`: their id with us must be the one there. A cell of
a hand-in without a score is empty, which Canvas reads as no score, not as 0.
"""

import csv
import io
import re
from collections.abc import Iterable

from grader.assignment.config import Assignment
from grader.errors import UsageError
from grader.report.tables import text_cell
from grader.results import HandinResult
from grader.scoring.score import Scored

HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
# Columns that Canvas computes by itself, and silently leaves out of an import.
DROPPED = re.compile(r"(Current|Final|Override|Unposted).*(Score|Points|Grade)")


def canvas(
    assignment: Assignment, graded: Iterable[tuple[HandinResult, Scored]], column: str = ""
) -> str:
    """The file; `column` is the assignment's name there, best with its id, as in "Trees (123)".

    Raises `UsageError` for a name that Canvas would drop.
    """
    name = column or assignment.title
    if DROPPED.search(name):
        raise UsageError(f"Canvas leaves out a column named '{name}'; choose another with --column")
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([*HEAD, name])
    writer.writerow(["    Points Possible", "", "", "", "", f"{assignment.points:.10g}"])
    for _, scored in graded:
        person, login = scored.person, text_cell(scored.student)
        name = text_cell(person.name) or login
        row = [name, person.ids.get("canvas", ""), "", login, text_cell(person.section)]
        writer.writerow([*row, _score(scored)])
    return file.getvalue()


def _score(scored: Scored) -> str:
    return "" if scored.score is None else f"{round(scored.score + scored.extra, 2):.10g}"
