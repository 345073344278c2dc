"""Checks of the student's own tests: which known faulty solutions they catch.

A check that `catches…` earns a share of the points, the others are conditions.
"""

import pytest

from grader.asking.answers import CodeFailed
from grader.student.evidence import without_values
from grader.student_tests.trial import Trial

TASK = "test_all.thoroughness"
MISTAKES = {
    "case_counts": "capital letters make another word",
    "divides_by_all": "a word that occurs twice counts once",
    "first_that_is_repeated": "the first word of all that come twice is given",
}


@pytest.mark.task(TASK, "passes on a correct solution, and calls its functions")
@pytest.mark.shown
def test_passes_on_a_correct_solution(suite: Trial) -> None:
    suite.require_reference(tuple(MISTAKES))


@pytest.mark.task(TASK, "catches a mistake")
@pytest.mark.parametrize("name", MISTAKES)
def test_catches(suite: Trial, name: str) -> None:
    verdict = suite.verdict(name, tuple(MISTAKES))
    if not verdict.caught:
        words = f"{verdict.words}: {MISTAKES[name]}"
        raise CodeFailed(without_values(words), verdict.status)


@pytest.mark.task(TASK, "passes on a correct solution in every run")
@pytest.mark.shown
def test_passes_in_every_run(suite: Trial) -> None:
    suite.require_steadiness()
