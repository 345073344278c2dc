"""Days are days of the course's clock, also where clocks are put forward or back."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.course.clock import (
    days_late,
    days_later,
    hours_early,
    hours_late,
    in_words,
    later,
    parsed,
    read_time,
)

ZONE = ZoneInfo("America/New_York")
# Around the changes of clocks on 8 March and 1 November 2026.
MOMENTS = st.tuples(
    st.sampled_from([datetime(2026, 3, 6, tzinfo=UTC), datetime(2026, 10, 30, tzinfo=UTC)]),
    st.integers(0, 5 * 86400),
).map(lambda pair: (pair[0] + timedelta(seconds=pair[1])).astimezone(ZONE))
# Nobody's deadline is in the night, when clocks change.
DEADLINES = MOMENTS.filter(lambda at: at.hour >= 4)
# On a busy machine.
SLOWLY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def at(text: str) -> datetime:
    return read_time(text, ZONE)


@pytest.mark.parametrize(
    ("text", "zone", "needed"),
    [
        ("2026-11-26", ZONE, "a day with a time of day, such as 2026-11-26 23:59"),
        ("6.11.2026", ZONE, "a day with a time of day, such as 2026-11-06 23:59"),
        (
            "2026-11-26",
            None,
            "a day with a time of day, such as 2026-11-26 23:59; without policy.timezone, with its "
            "offset too, such as 2026-11-26T23:59:00-04:00",
        ),
        ("2026-11-26 24:00", ZONE, "a time up to 23:59, such as 2026-11-26 23:59"),
        ("26.11.2026, 24:00", None, "a time up to 23:59, such as 2026-11-26 23:59"),
        ("2026-11-26T24:00:00-04:00", None, "a time up to 23:59, such as 2026-11-26 23:59"),
        ("soon", ZONE, "a time, such as 2014-11-18 23:59"),
        ("soon", None, "a time with its offset, such as 2014-11-18T23:59:00-04:00"),
    ],
)
def test_what_is_no_time_is_refused_with_what_it_lacks(
    text: str, zone: ZoneInfo | None, needed: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(f'must be {needed}, but is {text!r}')}$"):
        read_time(text, zone)


NEVER = ("9999-12-31 23:59", "9999-12-31T23:59:59-11:00", "9999-01-01 00:00")


@pytest.mark.parametrize("due", NEVER)
@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Kiritimati"])
def test_a_deadline_at_the_end_of_the_calendar_is_never_missed(due: str, zone: str) -> None:
    clock = ZoneInfo(zone)
    never, now = read_time(due, clock), read_time("2026-11-18 23:59", clock)
    assert (days_late(never, now), hours_late(never, now)) == (0, 0.0)
    assert hours_early(never, now) > 24 * 365 * 7000
    assert days_later(never, 60).timestamp() > later(never, timedelta(days=30)).timestamp()


@pytest.mark.parametrize("handed_in", NEVER)
def test_what_comes_at_the_end_of_the_calendar_is_late(handed_in: str) -> None:
    assert days_late(at("2026-11-18 23:59"), at(handed_in)) > 365 * 7000


@pytest.mark.parametrize("zone", [None, ZONE])
@pytest.mark.parametrize("text", ["0001-01-01T00:00:00Z", "1601-01-01T00:00:00+01:00"])
def test_what_programs_write_for_no_time_is_refused(text: str, zone: ZoneInfo | None) -> None:
    with pytest.raises(ValueError, match="is what programs write for no time"):
        read_time(text, zone)


def test_a_day_over_the_change_of_clocks_is_a_day() -> None:
    due, handed_in = at("2026-10-31T20:00-04:00"), at("2026-11-01T19:30-05:00")
    assert days_late(due, handed_in) == 1
    assert hours_late(due, handed_in) == 24
    assert days_late(due, at("2026-11-01 20:00")) == 1
    assert days_late(due, at("2026-11-01 20:00:01")) == 2


def test_a_day_of_23_hours_is_a_day_too() -> None:
    due = at("2026-03-08 20:00")
    assert hours_early(due, at("2026-03-07 20:00")) == 24
    assert days_late(at("2026-03-07 20:00"), at("2026-03-08 20:00")) == 1
    assert days_late(at("2026-03-07 20:00"), at("2026-03-08 20:00:01")) == 2


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("2026-03-07 02:30", "2026-03-08T03:30-04:00"),
        ("2026-10-31 01:30", "2026-11-01T01:30-05:00"),
    ],
)
def test_a_time_that_is_not_there_or_twice_is_the_later_one(before: str, after: str) -> None:
    assert days_later(at(before), 1).timestamp() == at(after).timestamp()


@SLOWLY
@given(DEADLINES, MOMENTS, MOMENTS)
def test_a_later_hand_in_is_never_less_late(due: datetime, one: datetime, other: datetime) -> None:
    first, last = sorted((one, other), key=datetime.timestamp)
    assert hours_late(due, first) <= hours_late(due, last)
    assert hours_early(due, first) >= hours_early(due, last)


@SLOWLY
@given(DEADLINES, DEADLINES, MOMENTS)
def test_a_later_deadline_never_makes_later(one: datetime, other: datetime, now: datetime) -> None:
    first, last = sorted((one, other), key=datetime.timestamp)
    assert hours_late(first, now) >= hours_late(last, now)
    assert days_late(first, now) >= days_late(last, now)


@given(MOMENTS, MOMENTS)
def test_by_an_offset_a_day_is_24_hours(one: datetime, other: datetime) -> None:
    due, now = one.astimezone(UTC), other.astimezone(UTC)
    hours = (now - due).total_seconds() / 3600
    assert hours_late(due, now) == pytest.approx(max(0, hours))
    assert hours_early(due, now) == pytest.approx(max(0, -hours))


def test_times_name_their_zone() -> None:
    assert in_words(at("2026-11-01T19:30-05:00"), ZONE, "minutes") == "1 Nov 2026 19:30 EST"
    assert in_words(at("2026-10-31T20:00-04:00"), ZONE, "seconds") == "31 Oct 2026 20:00:00 EDT"


@pytest.mark.parametrize("text", ["8.1.2026 9:05", "08.01.2026 09:05", "8.1.2026, 9:05:00"])
def test_a_date_with_dots_has_its_day_first(text: str) -> None:
    assert parsed(text) == datetime(2026, 1, 8, 9, 5)


@pytest.mark.parametrize("text", ["8/1/2026 9:05", "31.2.2026 9:05", "8.1.26 9:05", "8.1.2026"])
def test_a_date_that_could_be_another_one_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no time of day|day is out of range|Invalid isoformat"):
        parsed(text)
