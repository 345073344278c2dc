"""Classroom 50 reads our results by its own rules."""

import json
import os
import re
import runpy
from collections.abc import Callable
from math import floor
from pathlib import Path
from typing import Any

import pytest

from grader.errors import UsageError
from grader.report.exports.classroom50 import result_json
from grader.results import CheckResult, HandinResult
from tests.report.report_samples import (
    CONTEXT,
    assignment,
    good_checks,
    handin,
    lost_checks,
    scored,
)

RUNNER = {
    "CLASSROOM": "cs",
    "ASSIGNMENT": "trees",
    "SUBMISSION_TAG": "submit/2026",
    "COMMIT_URL": "https://host/c",
    "RELEASE_URL": "https://host/r",
}
STAMPED = {"owner": "ada", "assignment_type": "individual"}  # by the runner itself


def collected(result: HandinResult, *adjustments: tuple[str, float]) -> dict[str, Any]:
    """As the runner takes it: texts that say whose it is, and whole numbers that add up."""
    one = scored(result, adjustments)
    data: dict[str, Any] = json.loads(result_json(assignment(), one, CONTEXT.date, RUNNER))
    texts = ("classroom", "assignment", "submission", "commit", "release", "review", "datetime")
    assert all(isinstance(data[key], str) and data[key] for key in texts)
    assert data["schema"] == "classroom50/result/v1"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", data["datetime"])
    for key in ("score", "max-score"):
        assert all(type(test[key]) is int for test in data["tests"])
        assert data[key] == sum(test[key] for test in data["tests"])
    assert data["submission"].startswith("submit/")
    assert all(0 <= one["score"] <= one["max-score"] for one in (data, *data["tests"]))
    for test in data["tests"]:
        assert set(test) == {"test-name", "passed", "score", "max-score"}
        assert type(test["passed"]) is bool
        assert test["test-name"]
    return data


def test_classroom_50_gets_whole_numbers_that_add_up() -> None:
    data = collected(handin("ada", lost_checks()))
    assert (data["score"], data["max-score"]) == (5, 31)
    assert [test["passed"] for test in data["tests"]] == [False, False, True]


def test_lateness_comes_off_a_test_that_says_so() -> None:
    data = collected(handin("ada", good_checks()), ("handed in 3 h late", -10.0))
    assert (data["score"], data["max-score"]) == (21, 31)
    assert data["tests"][1] == {
        "test-name": "alphabeta.search: Search (10 off: handed in 3 h late)",
        "passed": True,
        "score": 10,
        "max-score": 20,
    }


def test_a_bonus_is_a_test_of_as_many_points() -> None:
    data = collected(handin("ada", good_checks()), ("handed in 1 d early", 4.0))
    assert (data["score"], data["max-score"]) == (35, 35)


@pytest.mark.parametrize("points", [-100.0, -25.5, -0.4, 0.4, 3.5, 100.0])
@pytest.mark.parametrize("checks", [good_checks, lost_checks])
def test_whatever_is_added_or_taken_off_classroom_50_takes_the_file(
    checks: Callable[[], list[CheckResult]], points: float
) -> None:
    result = handin("ada", checks())
    one = scored(result, (("staff", points), ("a bonus", 2.5), ("late", -1.5)))
    total = floor(max(0.0, (one.score or 0.0) + one.extra) + 0.5)
    assert collected(result, ("staff", points), ("a bonus", 2.5), ("late", -1.5))["score"] == total


def test_without_the_runner_nobody_would_know_whose_it_is() -> None:
    one = scored(handin("ada", good_checks()))
    with pytest.raises(UsageError, match="needs what its runner sets: COMMIT_URL"):
        result_json(assignment(), one, CONTEXT.date, {**RUNNER, "COMMIT_URL": ""})


@pytest.mark.skipif("CLASSROOM50_SCRIPTS" not in os.environ, reason="needs the host's own code")
@pytest.mark.parametrize("points", [-100.0, -10.0, 0.0, 10.0])
@pytest.mark.parametrize("checks", [good_checks, lost_checks])
def test_classroom_50_s_own_validator_takes_the_file(
    checks: Callable[[], list[CheckResult]], points: float
) -> None:
    host = runpy.run_path(str(Path(os.environ["CLASSROOM50_SCRIPTS"]) / "collect_scores.py"))
    data = collected(handin("ada", checks()), ("staff", points))
    host["validate_result"](data | STAMPED, "cs", "trees", "ada")
