"""The last two lines that an Autolab grader prints: feedback, and scores of its problems.

Autolab's problems are our modules, each worth the points of its tasks. Points that rules about
time and staff's marks add or take off are one more problem, where there can be any. Before Autolab
parses the last line, it puts quotes around every word before a colon, even inside strings. If the
result isn't JSON any more, everything counts as 0, so no text here has a letter or digit before a
colon.
"""

import json
import re
from typing import Any

from grader.assignment.config import Policy
from grader.report.content.words import TaskReport, task_reports
from grader.report.forms import ExportData, Form
from grader.scoring.total import total

ADJUSTMENTS = "adjustments"


def autolab(grades: ExportData) -> str:
    """Both lines, feedback first."""
    assignment, [(_, scored)] = grades.assignment, grades.graded
    tasks: dict[str, list[TaskReport]] = {module.name: [] for module in assignment.modules}
    for one in task_reports(assignment, scored):
        tasks[one.task.module].append(one)
    feedback: dict[str, object] = {"_presentation": "semantic", "stages": list(tasks)}
    feedback |= {name: {one.task.id: _verdict(one) for one in own} for name, own in tasks.items()}
    points = {name: total(one.score.points for one in own) for name, own in tasks.items()}
    # Tasks earn extra credit, but it may be withheld, or be what was released before.
    rest = total([scored.score or 0.0, scored.extra, *(-earned for earned in points.values())])
    if assignment.policy != Policy() or scored.adjustments or rest:
        points[ADJUSTMENTS] = rest
    figures = {name: _number(value) for name, value in points.items()}
    all_points = _number(total(points.values()))
    scores = {"scores": figures, "scoreboard": [all_points, *figures.values()]}
    return f"{_dumped(feedback)}\n{_dumped(scores)}\n"


def _number(value: float) -> float:
    rounded = round(value, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def _verdict(one: TaskReport) -> dict[str, object]:
    if one.score.passed:
        return {"passed": True}
    return {"passed": False, "hint": harmless(one.headline)}


def harmless(text: str) -> str:
    """The text with a space before each colon that follows a letter or digit.

    >>> harmless("wrong value: item 1:2")
    'wrong value : item 1 :2'
    """
    return re.sub(r"(?<=[a-zA-Z0-9]):", " :", text)


def _dumped(data: dict[str, Any]) -> str:
    # Escapes such as \u00e9 may end in letters, so characters aren't escaped.
    return json.dumps(data, ensure_ascii=False)


FORM = Form(".txt", autolab, of_one=True, begins=r'\{"_presentation": ')
