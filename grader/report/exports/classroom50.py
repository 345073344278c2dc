"""Classroom 50's `result.json` for one hand-in, in the schema `classroom50/result/v1`.

Scores are whole numbers there, and that of the hand-in is the sum of the tests': so bonus, lateness
and marks by hand are one more test of 0 points. The runner says in its environment which submission
it is; what it stamps by itself is left out.
"""

import json
from collections.abc import Mapping
from math import floor
from typing import Any

from grader.assignment.config import Assignment
from grader.errors import UsageError
from grader.report.exports.words import TaskReport, one_line, task_reports
from grader.scoring.score import Scored

SCHEMA = "classroom50/result/v1"
# Keys of the file, and the variables that the runner sets.
IDENTITY = {
    "classroom": "CLASSROOM",
    "assignment": "ASSIGNMENT",
    "submission": "SUBMISSION_TAG",
    "commit": "COMMIT_URL",
    "release": "RELEASE_URL",
}


def classroom50(
    assignment: Assignment, scored: Scored, date: str, environment: Mapping[str, str]
) -> str:
    """The text of `result.json`; `date` is an ISO time in UTC.

    Raises `UsageError` where the runner hasn't said whose it is: it would refuse the file.
    """
    lacking = [variable for variable in IDENTITY.values() if not environment.get(variable)]
    if lacking:
        raise UsageError(f"classroom50 needs what its runner sets: {', '.join(lacking)}")
    tests = [_test(one) for one in task_reports(assignment, scored)]
    earned = sum(task.points for task in scored.tasks.values())
    adjusted = _whole((scored.score or 0.0) + scored.extra - earned)
    if adjusted:
        labels = [one_line(label) for label, _ in scored.adjustments]
        name = "; ".join(labels) or "extra credit that doesn't count"
        tests.append(_row(name, adjusted > 0, adjusted, 0))
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


def _test(one: TaskReport) -> dict[str, Any]:
    most = 0 if one.task.extra else _whole(one.score.max_points)
    name = f"{one.task.id}: {one_line(one.task.title)}"
    return _row(name, one.score.passed, _whole(one.score.points), most)


def _row(name: str, passed: bool, points: int, most: int) -> dict[str, Any]:
    return {"test-name": name, "passed": passed, "score": points, "max-score": most}


def _whole(points: float) -> int:
    return floor(points + 0.5)
