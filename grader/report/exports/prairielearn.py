"""PrairieLearn's `results.json` for one hand-in: a share of the points, and a test per task.

A hand-in that can't be opened is not gradable, so it uses up no attempt. Extra credit can't
raise a score above 1 there, so its tasks are tests worth 0 points.
"""

import json

from grader.report.content.words import TaskReport, summary_lines, task_reports, task_text
from grader.report.forms import ExportData, Form
from grader.report.sanitize import one_line

MOST_BYTES = 900_000  # PrairieLearn's limit is 1 MB


def prairielearn(grades: ExportData) -> str:
    """The text of `results.json`."""
    assignment, [(_, scored)] = grades.assignment, grades.graded
    if scored.problem:
        return _dumped({"gradable": False, "format_errors": [one_line(scored.problem)]})
    total = (scored.score or 0.0) + scored.extra
    data = {
        "gradable": True,
        "score": min(1.0, max(0.0, total / scored.max_score)) if scored.max_score else 0.0,
        "message": one_line(next(summary_lines(scored))),
        "output": "\n".join(summary_lines(scored)),
        "tests": [_test(one) for one in task_reports(assignment, scored)],
    }
    text = _dumped(data)
    if len(text.encode()) > MOST_BYTES:
        data["tests"] = [
            {**_test(one), "output": one.headline} for one in task_reports(assignment, scored)
        ]
        text = _dumped(data)
    return text


def _test(one: TaskReport) -> dict[str, object]:
    return {
        "name": f"{one.task.id}: {one_line(one.task.title)}",
        "points": one.score.points,
        "max_points": 0.0 if one.task.extra else one.score.max_points,
        "message": one.headline,
        "output": task_text(one),
    }


def _dumped(data: dict[str, object]) -> str:
    return json.dumps(data, indent=1) + "\n"


FORM = Form(".json", prairielearn, of_one=True, begins=r'\{\n "gradable": ')
