"""Autolab reads our last line though it rewrites it first, and shows the feedback before it."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from grader.assignment.config import Policy, VersionLimit
from grader.report.exports.autolab import autolab, harmless
from grader.results import CheckResult
from grader.statuses import Status
from grader.student.evidence import Evidence
from tests.report.report_samples import (
    HOSTILE,
    assignment,
    check,
    good_checks,
    grades,
    handin,
    lost_checks,
    scored,
)

NASTY = "é: Task 1: x\n:y \\x1b: \"12:30\" 'a:b' \u202e: {a: 1}" + HOSTILE


def lines(checks: list[CheckResult]) -> list[str]:
    result = handin("ada", checks)
    return autolab(grades([(result, scored(result))])).splitlines()


def as_autolab_reads_it(line: str) -> Any:
    """`parseAutoresult`: words before a colon are quoted, whatever they are in."""
    return json.loads(re.sub(r"([a-zA-Z0-9]+):", r'"\1":', line))


@pytest.fixture(params=["lost", "hostile"])
def printed(request: pytest.FixtureRequest) -> list[str]:
    nasty = [check("las.look_and_say", NASTY, Status.FAILED, Evidence(NASTY))]
    return lines(lost_checks() if request.param == "lost" else nasty)


def test_the_last_line_holds_the_points_of_modules_and_a_scoreboard() -> None:
    *_, last = lines(lost_checks())
    assert as_autolab_reads_it(last) == {
        "scores": {"las": 0, "alphabeta": 5},
        "scoreboard": [5, 0, 5],
    }


def test_lateness_and_marks_by_hand_are_a_problem_so_that_the_total_is_ours() -> None:
    result = handin("ada", good_checks())
    one = scored(result, (("late", -10.0), ("Style", 2.5)))
    last = as_autolab_reads_it(autolab(grades([(result, one)])).splitlines()[-1])
    assert last["scores"] == {"las": 6, "alphabeta": 25, "adjustments": -7.5}
    assert sum(last["scores"].values()) == (one.score or 0) + one.extra == last["scoreboard"][0]


def test_with_rules_about_time_the_problem_is_there_for_everybody() -> None:
    ruled = replace(assignment(), policy=Policy(versions=VersionLimit(most=1, points=1)))
    result = handin("ada", good_checks())
    last = autolab(grades([(result, scored(result))], ruled)).splitlines()[-1]
    assert as_autolab_reads_it(last)["scores"]["adjustments"] == 0


def test_fractions_of_points_make_no_problem_that_autolab_does_not_know() -> None:
    result = handin("ada", good_checks())
    one = scored(result)
    earned = zip(one.tasks.items(), (0.1, 0.2, 0.3), strict=True)
    tasks = {name: replace(task, points=points) for (name, task), points in earned}
    summed = replace(one, tasks=tasks, score=0.1 + 0.2 + 0.3, extra=0.0)
    assert summed.score != 0.1 + (0.2 + 0.3)
    last = autolab(grades([(result, summed)])).splitlines()[-1]
    assert as_autolab_reads_it(last)["scores"] == {"las": 0.1, "alphabeta": 0.5}


def test_both_lines_survive_autolab_s_rewriting(printed: list[str]) -> None:
    assert len(printed) == 2
    assert [as_autolab_reads_it(line) for line in printed] == [json.loads(x) for x in printed]


def test_scores_are_numbers(printed: list[str]) -> None:
    scores = json.loads(printed[-1])["scores"]
    assert all(type(value) is int for value in scores.values())


def test_feedback_has_a_table_a_module() -> None:
    feedback = json.loads(lines(lost_checks())[0])
    assert (feedback["_presentation"], feedback["stages"]) == ("semantic", ["las", "alphabeta"])
    assert set(feedback["stages"]) <= feedback.keys()
    assert feedback["las"] == {
        "las.look_and_say": {
            "passed": False,
            "hint": "A run ends where the next element differs, not after two.",
        }
    }
    assert feedback["alphabeta"]["alphabeta.more"] == {"passed": True}


def test_a_colon_after_other_signs_stays() -> None:
    assert harmless("): a:b é: ::") == "): a :b é: ::"
