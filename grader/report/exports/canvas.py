"""A CSV file that Canvas imports as the grades of one assignment.

Students are matched by the column `ID`, which the roster has if Canvas's own download was graded,
or else by `SIS Login ID`, which must then equal our id. The cell of a hand-in without a score is
empty: Canvas reads that as no score, not as 0, and deletes a grade that it has. If the roster is
Canvas's gradebook, the grade there is kept. Students excused here are excused in Canvas, too.
Whoever the gradebook excuses stays excused, since a score would end that.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches

from grader.course.cells import HostId, csv_line
from grader.course.gradebook import DROPPED, EXCUSED, heading_of
from grader.errors import UsageError
from grader.report.content.words import with_extra
from grader.report.forms import ExportData, Form
from grader.scoring.score import HandinScore

HEAD = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_GIVE = "for the one that is there, give its name and id:"
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_WITH_ID = re.compile(r".*\s\(\d+\)")  # as in Canvas's own importer
_MOST = 5  # of the columns in the gradebook, the closest names


def canvas(grades: ExportData) -> str:
    """The file; its column is named as in Canvas, best with the id, as in "Trees (123)".

    Raises `UsageError` for a name that Canvas ignores.
    """
    name = heading_of(grades.heading, grades.roster.gradebook) or grades.heading
    there = grades.roster.gradebook.get(name, {})
    if DROPPED.search(name):
        raise UsageError(f"Canvas leaves out a column named '{name}'; choose another with --column")
    possible = ["    Points Possible", None, None, None, None, grades.assignment.points]
    lines = [csv_line([*HEAD, name]), csv_line(possible)]
    for _, scored in grades.graded:
        person, login = scored.person, scored.student
        row = [person.name or login, person.ids.get("canvas"), None, HostId(login), person.section]
        lines.append(csv_line([*row, _cell(scored, there.get(login, ""))]))
    return "".join(lines)


def _cell(scored: HandinScore, there: str) -> str | float | None:
    """The cell of a hand-in in the file, if Canvas has the cell `there`."""
    if scored.excused or there == EXCUSED:
        return EXCUSED
    if scored.score is None and there:
        return float(there) if _NUMBER.fullmatch(there) else there
    return with_extra(scored)


def where_it_goes(grades: ExportData) -> str:
    """Which column is meant if Canvas may not know it, and which cells there won't change."""
    name = grades.heading
    if heading := heading_of(name, grades.roster.gradebook):
        return _kept(grades, grades.roster.gradebook[heading])
    new = f"the column is '{name}': Canvas makes a new assignment of a name that it doesn't know; "
    if grades.roster.gradebook:
        close = map(repr, get_close_matches(name, grades.roster.gradebook, n=_MOST, cutoff=0))
        return f"{new}in roster.csv there are {', '.join(close)}"
    if _WITH_ID.fullmatch(grades.column):
        return _emptied(grades)
    return f"{new}{_GIVE} --column '{name} (12345)'"


def _emptied(grades: ExportData) -> str:
    none = [one.student for _, one in grades.graded if one.score is None and not one.excused]
    if not none:
        return ""
    return (
        "no score, and so an empty cell, by which Canvas deletes a grade that is there: "
        f"{', '.join(none)}; with Canvas's gradebook as roster.csv, grades there stay"
    )


def _kept(grades: ExportData, there: Mapping[str, str]) -> str:
    excused, kept = [], []
    for _, one in grades.graded:
        cell = there.get(one.student, "")
        if cell == EXCUSED and not one.excused:
            excused.append(one.student)
        elif cell and one.score is None and not one.excused:
            kept.append(f"{one.student} ({cell})")
    advice = "with `yes` under `excused` in roster.csv, they have no score here, either"
    said = [f"EX, as in Canvas: {', '.join(excused)}; {advice}"] if excused else []
    if kept:
        said.append(f"no score here, so the grade in Canvas stays: {', '.join(kept)}")
    return "; ".join(said)


FORM = Form(".csv", canvas, note=where_it_goes)
