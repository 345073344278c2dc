"""Blackboard, PrairieLearn and Classroom 50 read our files by their own rules."""

import csv
import io
import json
import os
import re
import runpy
from collections.abc import Callable
from dataclasses import replace
from math import floor
from pathlib import Path
from typing import Any

import pytest

from grader.course.roster import Person
from grader.errors import UsageError
from grader.report.exports.blackboard import blackboard
from grader.report.exports.classroom50 import result_json
from grader.report.exports.prairielearn import MOST_BYTES, prairielearn
from grader.results import CheckResult, HandinResult
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    CONTEXT,
    HOSTILE,
    assignment,
    check,
    good_checks,
    grades,
    handin,
    lost_checks,
    scored,
)

COLUMN = "Trees [Total Pts: 26 Score] |123456"
RUNNER = {
    "CLASSROOM": "cs",
    "ASSIGNMENT": "trees",
    "SUBMISSION_TAG": "submit/2026",
    "COMMIT_URL": "https://host/c",
    "RELEASE_URL": "https://host/r",
}
STAMPED = {"owner": "ada", "assignment_type": "individual"}  # by the runner itself


# -- Blackboard ------------------------------------------------------------------------------


def uploaded(text: str) -> dict[tuple[str, str], str]:
    """By user name and column id; an empty cell changes nothing."""
    head, *rows = csv.reader(io.StringIO(text))
    user = head.index("Username")
    ids = {at: name.rpartition("|")[2] for at, name in enumerate(head) if "|" in name}
    return {(row[user], id): row[at] for row in rows for at, id in ids.items() if row[at]}


def test_blackboard_finds_users_and_the_column() -> None:
    broken = handin("bo", [check("las.look_and_say", "x", Status.BROKEN)])
    ada = handin("ada", good_checks())
    person = Person("ada", "Ada Lovelace", ids={"blackboard": "al1"})
    text = blackboard(
        grades(
            [(ada, replace(scored(ada), person=person)), (broken, scored(broken))], column=COLUMN
        )
    )
    assert uploaded(text) == {("al1", "123456"): "31"}
    assert text.splitlines()[1] == '"Lovelace","Ada","al1",31'


@pytest.mark.parametrize("column", ["", "Trees", "Trees |x"])
def test_a_column_without_an_id_would_make_a_new_one_of_texts(column: str) -> None:
    with pytest.raises(UsageError, match="blackboard needs --column"):
        blackboard(grades([], column=column))


# -- PrairieLearn ----------------------------------------------------------------------------


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


# -- Classroom 50 ----------------------------------------------------------------------------


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
