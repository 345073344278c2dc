"""What runs of a suite may take, before and after it is known what the right solution takes."""

from dataclasses import replace

import pytest

from grader.student_tests.limits import SuiteLimits
from grader.student_tests.runner import Ending, SuiteRun
from tests.support import BUDGET

FIRST, LATER = replace(BUDGET, cpu_seconds=30), replace(BUDGET, cpu_seconds=5)
ENDLESS = SuiteRun(Ending.SUITE_ENDED, (), cpu_seconds=30, limit=30, out_of_time=True)
PASSED = SuiteRun(Ending.PASSED, (), cpu_seconds=2, limit=30)


@pytest.fixture
def limits() -> SuiteLimits:
    return SuiteLimits(FIRST, LATER)


def test_before_the_right_solution_every_run_has_the_time_of_the_first(limits: SuiteLimits) -> None:
    limits.note(PASSED)
    assert limits.of(()).cpu_seconds == limits.of(("a test",)).cpu_seconds == 30


@pytest.mark.parametrize(("taken", "expected"), [(0.1, 5), (2, 10), (20, 100)])
def test_after_it_some_times_what_that_took_but_never_less_than_a_check_has(
    limits: SuiteLimits, taken: float, expected: float
) -> None:
    limits.note_reference((), replace(PASSED, cpu_seconds=taken))
    assert limits.of(()) == replace(LATER, cpu_seconds=expected)
    assert limits.of(("a test",)).cpu_seconds == 30


def test_the_first_run_on_the_right_solution_counts(limits: SuiteLimits) -> None:
    limits.note_reference((), PASSED)
    limits.note_reference((), replace(PASSED, cpu_seconds=20))
    assert limits.of(()).cpu_seconds == 10


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (replace(PASSED, cpu_seconds=9), True),
        (replace(PASSED, cpu_seconds=11), False),
        (ENDLESS, True),
        (replace(ENDLESS, limit=9), False),
    ],
)
def test_a_run_with_another_limit_counts_if_it_would_have_ended_alike(
    limits: SuiteLimits, run: SuiteRun, expected: bool
) -> None:
    limits.note_reference((), PASSED)
    assert limits.is_within((), run) is expected


def test_of_a_run_that_was_made_when_nobody_knew_nothing_is_said_until_it_is_known(
    limits: SuiteLimits,
) -> None:
    assert limits.is_within((), replace(PASSED, cpu_seconds=40))


def test_when_nearly_all_runs_have_come_to_no_end_the_others_are_pointless(
    limits: SuiteLimits,
) -> None:
    seen = []
    for _ in range(5):
        limits.note(ENDLESS)
        seen.append(limits.are_pointless)
    assert seen == [False, False, False, False, True]
    limits.note(PASSED)
    assert limits.are_pointless
    limits.note_reference(("a test",), PASSED)
    assert not limits.are_pointless


def test_a_solution_that_comes_to_no_end_is_a_catch_perhaps(limits: SuiteLimits) -> None:
    for _ in range(9):
        limits.note(replace(ENDLESS, ending=Ending.SOLUTION_ENDED))
    assert not limits.are_pointless
