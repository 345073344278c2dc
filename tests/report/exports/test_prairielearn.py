"""PrairieLearn reads our results by its own rules."""

import json
from typing import Any

import pytest

from grader.report.exports.prairielearn import MOST_BYTES, prairielearn
from grader.results import HandinResult
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    HOSTILE,
    check,
    good_checks,
    grades,
    handin,
    lost_checks,
    scored,
)


def graded_externally(result: HandinResult) -> dict[str, Any]:
    """As PrairieLearn reads it: a share of 1, and points on every test or on none."""
    text = prairielearn(grades([(result, scored(result))]))
    assert len(text.encode()) <= 1_000_000
    data: dict[str, Any] = json.loads(text)
    if data.get("gradable", True):
        assert 0 <= data["score"] <= 1
        assert all({"points", "max_points"} <= test.keys() for test in data["tests"])
    else:
        assert data["format_errors"]
    return data


def test_prairielearn_gets_a_share_and_a_test_a_task() -> None:
    data = graded_externally(handin("ada", lost_checks()))
    assert data["score"] == pytest.approx(5 / 26)
    assert [(t["name"], t["points"], t["max_points"]) for t in data["tests"]] == [
        ("las.look_and_say: Look and say", 0, 6),
        ("alphabeta.search: Search", 0, 20),
        ("alphabeta.more: More of it", 5, 0),
    ]
    assert data["tests"][0]["message"].startswith("A run ends")


def test_extra_credit_stops_at_all_points() -> None:
    assert graded_externally(handin("ada", good_checks()))["score"] == 1


def test_what_cannot_be_opened_is_not_gradable_and_costs_no_attempt() -> None:
    data = graded_externally(handin("ada", problem="the hand-in is empty"))
    assert data == {"gradable": False, "format_errors": ["the hand-in is empty"]}


def test_a_result_stays_below_a_megabyte() -> None:
    evidence = Evidence("m", call="x" * 2000, output=(HOSTILE * 2000)[:200_000])
    checks = [check("las.look_and_say", str(n), Status.FAILED, evidence) for n in range(3)]
    data = graded_externally(handin("ada", checks))
    assert len(json.dumps(data)) < MOST_BYTES + 100_000
