"""`results.json` has the fields and sums that Gradescope demands."""

import json
from typing import Any

from grader.report.exports.gradescope import gradescope
from grader.results import CheckResult
from tests.report.report_samples import (
    good_checks,
    grades,
    handin,
    lost_checks,
    scored,
)

FORMATS = {"text", "html", "simple_format", "md", "ansi"}
VISIBILITY = {"hidden", "after_due_date", "after_published", "visible"}


def exported(
    checks: list[CheckResult], adjustments: tuple[tuple[str, float], ...] = ()
) -> dict[str, Any]:
    result = handin("ada", checks)
    text = gradescope(grades([(result, scored(result, adjustments))]))
    data: dict[str, Any] = json.loads(text)
    return data


def test_the_points_of_the_tests_are_those_of_the_assignment() -> None:
    data = exported(good_checks())
    assert sum(test["max_score"] for test in data["tests"]) == 26.0
    assert sum(test["score"] for test in data["tests"]) == 31.0
    assert data["score"] == 31.0


def test_adjustments_are_in_the_total_and_in_its_words() -> None:
    data = exported(good_checks(), (("late", -2.0),))
    assert data["score"] == 29.0
    assert "late: −2" in data["output"]


def test_no_test_is_hidden_since_that_would_hide_the_total() -> None:
    data = exported(lost_checks())
    assert {test["visibility"] for test in data["tests"]} == {"visible"}
    assert (data["visibility"], data["stdout_visibility"]) == ("visible", "hidden")


def test_fields_have_the_names_types_and_values_that_gradescope_knows() -> None:
    data = exported(lost_checks())
    assert data.keys() <= {
        *("score", "execution_time", "output", "output_format", "test_output_format"),
        *("test_name_format", "visibility", "stdout_visibility", "extra_data", "tests"),
    }
    assert {data[f"{part}_format"] for part in ("output", "test_output", "test_name")} <= FORMATS
    assert {data["visibility"], data["stdout_visibility"]} <= VISIBILITY
    assert isinstance(data["execution_time"], float)
    for test in data["tests"]:
        assert test.keys() <= {
            *("score", "max_score", "status", "name", "name_format", "number", "output"),
            *("output_format", "tags", "visibility", "extra_data"),
        }
        assert test["status"] in ("passed", "failed")
        assert "\r" not in test["output"]


def test_a_lost_task_is_a_failed_test_with_its_reason() -> None:
    look, search, more = exported(lost_checks())["tests"]
    assert (look["status"], look["score"], look["number"]) == ("failed", 0.0, "1.1")
    assert look["output"].startswith("A run ends where")
    assert (search["status"], more["status"]) == ("failed", "passed")
    assert more["tags"] == ["alphabeta", "extra credit"]
