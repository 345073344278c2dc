"""What rules about time decided, as a student reads it."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from grader.assignment.config import LateDays, Policy
from grader.course.staff_tables import Extension
from grader.course.submissions import SubmittedAttempt
from grader.scoring.deadlines import NO_GRACE, Grace
from grader.scoring.lateness import rule
from grader.scoring.reasons import duration, reasons
from tests.scoring.test_lateness import BY_DAY, handed_in


@pytest.mark.parametrize(
    ("at", "due", "shown"),
    [
        ("20:00:00-04:00", "20:00 EDT", "20:00 EDT"),
        ("20:00:01-04:00", "20:00:00 EDT", "20:00:01 EDT"),
        ("20:00:00.5-04:00", "20:00:00.000000 EDT", "20:00:00.500000 EDT"),
        ("20:01:30-04:00", "20:00 EDT", "20:01 EDT"),
        ("19:59:59-04:00", "20:00 EDT", "19:59 EDT"),
    ],
)
def test_seconds_are_shown_where_they_decide(at: str, due: str, shown: str) -> None:
    policy = replace(BY_DAY, late_days=None)
    [line] = rule(policy, handed_in(f"2026-10-31T{at}"), 50.0).why
    expected = f"due 31 Oct 2026 {due}; handed in 31 Oct 2026 {shown} (America/New_York)"
    assert line == expected


def why(
    policy: Policy, at: str = "", *, late: bool = False, grace: Grace = NO_GRACE, days: int = 0
) -> list[str]:
    """The lines of a hand-in at that time on 1 Nov 2026, of UTC."""
    moment = datetime.fromisoformat(f"2026-11-01T{at}Z") if at else None
    return list(reasons(policy, SubmittedAttempt(moment, late=late), grace, days, "minutes"))


DUE = datetime(2026, 11, 1, 12, tzinfo=UTC)
POLICY = Policy(due=DUE)
BANK = Policy(due=DUE, late_days=LateDays(bank=3))
SENT = "due 1 Nov 2026 12:00 UTC; handed in 1 Nov 2026 {} UTC"


def test_without_a_deadline_nothing_is_said() -> None:
    assert why(Policy(), "12:30") == []


def test_a_hand_in_without_a_time_is_named_only_where_it_was_marked_as_late() -> None:
    assert why(POLICY) == []
    assert why(POLICY, late=True) == [
        "marked as late where it was handed in; its time isn't known here, so no rule about time "
        "is applied"
    ]


def test_an_extension_says_each_of_its_reasons_once() -> None:
    later, earlier = DUE + timedelta(hours=1), DUE + timedelta(minutes=1)
    found = (*[Extension(later, "ill")] * 2, Extension(later, "moving"), Extension(earlier, "no"))
    assert why(POLICY, "12:30", grace=Grace(found)) == [
        "due 1 Nov 2026 12:00 UTC, yours 1 Nov 2026 13:00 UTC by extension (ill; moving); handed "
        "in 1 Nov 2026 12:30 UTC"
    ]


def test_an_extension_to_before_the_deadline_is_not_mentioned() -> None:
    grace = Grace((Extension(DUE - timedelta(days=1), "ill"),))
    assert why(POLICY, "11:00", grace=grace) == [SENT.format("11:00")]


def test_late_days_are_said_where_they_are_used_or_gone() -> None:
    sent = SENT.format("13:00")
    used = Grace(used=1)
    assert why(BANK, "13:00", grace=used, days=1) == [
        sent,
        "1 late day used here; 2 of 3 used in all",
    ]
    gone = Grace(used=3)
    assert why(BANK, "13:00", grace=gone) == [sent, "no late days left: 3 of 3 used before"]
    assert why(BANK, "12:00", grace=gone) == [SENT.format("12:00")]


def test_who_has_no_late_days_is_told_that_those_of_the_group_moved_the_deadline() -> None:
    assert why(BANK, "13:00", grace=Grace(used=3, least_used=0))[1:] == [
        "your group moved the deadline by 1 late day",
        "no late days left: 3 of 3 used before",
    ]


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        (0, "1 s"),
        (0.1 / 3600, "1 s"),
        (59.9 / 3600, "59 s"),
        (1 / 60, "1 min"),
        (1.5, "1 h 30 min"),
        (24, "1 d"),
        (49 + 1 / 60, "2 d 1 h 1 min"),
    ],
)
def test_hours_are_said_in_days_hours_and_minutes_without_those_of_which_there_are_none(
    hours: float, words: str
) -> None:
    assert duration(hours) == words
