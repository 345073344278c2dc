"""A CSV file that Canvas takes as grades of one assignment.

Students are found by the column `ID`, which the roster has if Canvas's own download was graded, or
else by `SIS Login ID`: their id with us must be the one there. A cell of
a hand-in without a score is empty, which Canvas reads as no score, not as 0; who is excused is
excused there, too. Whoever Canvas's own gradebook excuses stays excused: a score would end that.
"""

from collections.abc import Collection
from difflib import get_close_matches

from grader.course.cells import csv_line
from grader.course.gradebook import DROPPED, EXCUSED, heading_of
from grader.errors import UsageError
from grader.report.content.words import with_extra
from grader.report.forms import ExportData, Form

HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_GIVE = "for the one that is there, give its name and id:"
_MOST = 5  # of the gradebook's columns, the nearest ones


def canvas(grades: ExportData) -> str:
    """The file; its column is the assignment's name there, best with its id, as in "Trees (123)".

    Raises `UsageError` for a name that Canvas would drop.
    """
    name = grades.column or grades.assignment.title
    name = heading_of(name, grades.gradebook) or name
    excused = grades.gradebook.get(name, ())
    if DROPPED.search(name):
        raise UsageError(f"Canvas leaves out a column named '{name}'; choose another with --column")
    possible = ["    Points Possible", None, None, None, None, grades.assignment.points]
    lines = [csv_line([*HEAD, name]), csv_line(possible)]
    for _, scored in grades.graded:
        person, login = scored.person, scored.student
        row = [person.name or login, person.ids.get("canvas"), None, login, person.section]
        none = scored.excused or login in excused
        lines.append(csv_line([*row, EXCUSED if none else with_extra(scored)]))
    return "".join(lines)


def where_it_goes(grades: ExportData) -> str:
    """Which column is meant, where Canvas may not know it, and whom the gradebook alone excuses."""
    name = grades.column or grades.assignment.title
    if heading := heading_of(name, grades.gradebook):
        return _kept_excused(grades, grades.gradebook[heading])
    new = f"the column is '{name}': Canvas makes a new assignment of a name that it doesn't know; "
    if grades.gradebook:
        close = map(repr, get_close_matches(name, grades.gradebook, n=_MOST, cutoff=0))
        return f"{new}in roster.csv there are {', '.join(close)}"
    return "" if grades.column else f"{new}{_GIVE} --column '{name} (12345)'"


def _kept_excused(grades: ExportData, there: Collection[str]) -> str:
    alone = [one.student for _, one in grades.graded if one.student in there and not one.excused]
    if not alone:
        return ""
    advice = "with `yes` under `excused` in roster.csv, they have no score here, either"
    return f"EX, as in Canvas: {', '.join(alone)}; {advice}"


FORM = Form(".csv", canvas, note=where_it_goes)
