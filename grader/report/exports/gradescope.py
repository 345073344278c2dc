"""Gradescope's `results.json` for one hand-in.

One test per task. Gradescope requires that the tests' `max_score` add up to the assignment's
points, so extra credit is a test of 0 points that earns some. Adjustments are in the total
`score`, which takes precedence over the sum of the tests. No test is hidden, since one hidden test
would hide the total.
"""

import json

from grader.report.content.feedback import told_seconds
from grader.report.content.words import TaskReport, summary_lines, task_reports, task_text
from grader.report.forms import ExportData, Form
from grader.report.sanitize import one_line
from grader.scoring.total import total


def gradescope(grades: ExportData) -> str:
    """The text of `results.json`."""
    assignment, [(result, scored)] = grades.assignment, grades.graded
    data = {
        "score": total([scored.score or 0.0, scored.extra]),
        "execution_time": round(sum(told_seconds(assignment, result).values(), 0.0), 2),
        "output": "\n".join(summary_lines(scored)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {"graded": grades.context.date, "hand_in": result.digest},
        "tests": [_test(one) for one in task_reports(assignment, scored)],
    }
    return json.dumps(data, indent=1) + "\n"


def _test(one: TaskReport) -> dict[str, object]:
    return {
        "name": f"{one.task.id}: {one_line(one.task.title)}",
        "number": one.number,
        "score": one.score.points,
        "max_score": 0.0 if one.task.extra else one.score.max_points,
        "status": "passed" if one.score.passed else "failed",
        "output": task_text(one),
        "tags": [one.task.module, *(["extra credit"] if one.task.extra else [])],
        "visibility": "visible",
    }


FORM = Form(".json", gradescope, of_one=True, begins=r'\{\n "score": ')
