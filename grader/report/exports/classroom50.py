"""Classroom 50's `result.json` for one hand-in, in the schema `classroom50/result/v1`.

Scores there are whole numbers from 0 to their `max-score`, for each test and in total; a file
that breaks this counts as 0 of 0. So points beyond the required ones (extra credit, a bonus) are a
test worth that many points; points taken off come off the tests, the greatest first, whose names
then say why. The runner's environment variables say which submission it is; fields that the runner
adds by itself are left out.
"""

import json
import os
from collections.abc import Mapping
from math import floor
from typing import Any

from grader.assignment.config import Assignment
from grader.errors import UsageError
from grader.report.content.words import TaskReport, task_reports
from grader.report.forms import ExportData, Form
from grader.report.sanitize import one_line
from grader.scoring.score import HandinScore

SCHEMA = "classroom50/result/v1"
# Keys of the file, and the environment variables that the runner sets for them.
IDENTITY = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}


def classroom50(grades: ExportData) -> str:
    """The file for the runner whose environment this is; raises `UsageError`."""
    [(_, scored)] = grades.graded
    return result_json(grades.assignment, scored, grades.context.date, os.environ)


def result_json(
    assignment: Assignment, scored: HandinScore, date: str, environment: Mapping[str, str]
) -> str:
    """The text of `result.json`; `date` is an ISO time in UTC.

    Raises `UsageError` if the runner's variables aren't set: it would reject the file.
    """
    lacking = [variable for variable in IDENTITY.values() if not environment.get(variable)]
    if lacking:
        raise UsageError(f"classroom50 needs what its runner sets: {', '.join(lacking)}")
    tests = [_test(one) for one in task_reports(assignment, scored)]
    tests += [_gain(one_line(label), points) for label, points in scored.adjustments if points > 0]
    total = _whole(max(0.0, (scored.score or 0.0) + scored.extra))
    surplus = sum(test["score"] for test in tests) - total
    if surplus < 0:
        tests.append(_gain("rounding, or points that were released", -surplus))
    _take_off(tests, surplus, _why(scored))
    identity = {key: environment.get(variable, "") for key, variable in IDENTITY.items()}
    review = environment.get("REVIEW_URL") or identity["commit"]
    data = {
        "schema": SCHEMA,
        **identity,
        "review": review,
        "datetime": f"{date[:19]}Z",
        "score": sum(test["score"] for test in tests),
        "max-score": sum(test["max-score"] for test in tests),
        "tests": tests,
    }
    return json.dumps(data, indent=1) + "\n"


def _why(scored: HandinScore) -> str:
    losses = [one_line(label) for label, points in scored.adjustments if points < 0]
    return "; ".join(losses) or "rounding, or points that don't count"


def _take_off(tests: list[dict[str, Any]], points: int, why: str) -> None:
    """Take points off the tests that have the most, none below 0, and say so in their names."""
    for test in sorted(tests, key=lambda test: -test["score"]):
        off = min(points, test["score"])
        if off > 0:
            test["score"] -= off
            test["test-name"] += f" ({off} off: {why})"
            points -= off


def _test(one: TaskReport) -> dict[str, Any]:
    earned = _whole(one.score.points)
    most = earned if one.task.extra else _whole(one.score.max_points)
    name = f"{one.task.id}: {one_line(one.task.title)}"
    return _row(name, one.score.passed, min(earned, most), most)


def _gain(name: str, points: float) -> dict[str, object]:
    return _row(name, True, _whole(points), _whole(points))


def _row(name: str, passed: bool, points: int, most: int) -> dict[str, object]:
    return {"test-name": name, "passed": passed, "score": points, "max-score": most}


def _whole(points: float) -> int:
    return floor(points + 0.5)


FORM = Form(".json", classroom50, of_one=True, begins=r'\{\n "schema": "classroom50/')
