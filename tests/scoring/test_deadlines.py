"""Until when somebody may hand in, and how late a hand-in is."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from grader.assignment.config import LateDays, Policy
from grader.course.staff_tables import Extension
from grader.course.submissions import SubmittedAttempt
from grader.scoring.deadlines import NO_GRACE, Grace, days_left, deadline, how_late
from grader.scoring.lateness import rule
from tests.scoring.test_lateness import BY_DAY, handed_in


def test_a_late_day_over_the_change_of_clocks_is_one() -> None:
    found = rule(BY_DAY, handed_in("2026-11-01T19:30:00-05:00"), 50.0)
    assert (found.days, found.adjustments) == (1, ())
    assert found.why == (
        "due 31 Oct 2026 20:00 EDT; handed in 1 Nov 2026 19:30 EST (America/New_York)",
        "1 late day used here; 1 of 5 used in all",
    )


def test_late_days_end_with_the_grace_too() -> None:
    policy = replace(BY_DAY, grace=timedelta(minutes=5))
    assert rule(policy, handed_in("2026-11-01T20:05:00-05:00"), 50.0).days == 1
    assert rule(policy, handed_in("2026-11-01T20:05:01-05:00"), 50.0).days == 2


def test_an_extension_on_another_clock_moves_the_deadline() -> None:
    extension = Extension(datetime.fromisoformat("2026-11-01T06:30:00+00:00"), "ill")
    found = rule(BY_DAY, handed_in("2026-11-01T01:30:00-05:00"), 50.0, Grace((extension,)))
    assert (found.days, found.adjustments) == (0, ())
    assert "yours 1 Nov 2026 01:30 EST by extension (ill)" in found.why[0]


DUE = datetime(2026, 11, 1, 12, tzinfo=UTC)
BANK = Policy(due=DUE, late_days=LateDays(bank=3, most=2))


def late(hours: float, policy: Policy = BANK, grace: Grace = NO_GRACE) -> tuple[float, int]:
    return how_late(policy, SubmittedAttempt(DUE + timedelta(hours=hours)), grace)


def test_the_latest_extension_counts_and_none_brings_the_deadline_forward() -> None:
    day = timedelta(days=1)
    both = (Extension(DUE - day, ""), Extension(DUE + 2 * day, ""), Extension(DUE + day, ""))
    assert deadline(BANK, Grace(both)) == DUE + 2 * day
    assert deadline(BANK, Grace(both[:1])) == DUE
    assert deadline(Policy(), Grace(both)) is None


def test_a_deadline_is_on_the_clock_of_the_course() -> None:
    extension = Extension(DUE.astimezone(timezone(timedelta(hours=9))) + timedelta(days=1), "")
    found = deadline(BANK, Grace((extension,)))
    assert found is not None
    assert found.tzinfo is UTC


def test_as_many_late_days_are_used_as_are_needed_and_left() -> None:
    assert [late(hours) for hours in (0, 1, 24, 25, 49)] == [
        *((0, 0), (0, 1), (0, 1), (0, 2), (1, 2))
    ]
    assert late(1, grace=Grace(used=3)) == (1, 0)
    assert late(1, Policy(due=DUE)) == (1, 0)


def test_without_a_deadline_or_a_time_nothing_is_late() -> None:
    assert late(99, Policy()) == (0, 0)
    assert how_late(BANK, SubmittedAttempt(None), NO_GRACE) == (0, 0)


def test_late_days_that_are_left_are_never_fewer_than_none() -> None:
    left = [days_left(BANK, Grace(used=used)) for used in (0, 2, 3, 9)]
    assert (left, days_left(Policy(due=DUE), NO_GRACE)) == ([2, 1, 0, 0], 0)


def test_a_group_is_as_the_member_who_has_the_most_late_days() -> None:
    extensions = (Extension(DUE, ""),)
    assert Grace(extensions, used=3, least_used=1).group == Grace(extensions, used=1)
    assert Grace(extensions, used=3).group == Grace(extensions, used=3)
