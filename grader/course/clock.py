"""Times as people write them: with an offset, or in the course's time zone.

Days are calendar days: a deadline of 20:00 that is moved by a day is at 20:00 again, even if clocks
were changed in between, and a day counts as 24 hours however long it was.
"""

import re
from datetime import MAXYEAR, UTC, date, datetime, timedelta, tzinfo
from math import floor
from zoneinfo import ZoneInfo

EXPECTED = "a time with its offset, such as 2014-11-18T23:59:00-04:00"
_ON_CLOCK = "a time, such as 2014-11-18 23:59"
FIRST_YEAR = 1900  # earlier years come from no real clock
_HOUR, _DAY = 3600.0, 24.0
_DAY_WITH_DOTS = r"(?P<d>\d\d?)\.(?P<m>\d\d?)\.(?P<y>\d{4})"
_WITH_DOTS = re.compile(_DAY_WITH_DOTS + r",? (?P<hour>\d\d?)(?P<rest>:\d\d(?::\d\d)?)")
_END_OF_DAY = re.compile(r"([\d.-]{8,10}),?[T ]24:00(?::00)?.*")


def read_time(text: str, zone: tzinfo | None) -> datetime:
    """A time in a file; raises `ValueError` that says what it must be."""
    try:
        at = parsed(text)
    except ValueError:
        raise ValueError(f"must be {expected_time(text, zone)}, but is '{text}'") from None
    return placed(at, text, zone)


def expected_time(text: str, zone: tzinfo | None = None) -> str:
    """What a text that isn't a time should be instead; `zone` if it is known."""
    if (end := _END_OF_DAY.fullmatch(text)) and (day := _day(end[1])):
        return f"a time up to 23:59, such as {day} 23:59"
    if not (day := _day(text)):
        return EXPECTED if zone is None else _ON_CLOCK
    needed = f"a day with a time of day, such as {day} 23:59"
    if zone is not None:
        return needed
    return f"{needed}; without policy.timezone, with its offset too, such as {day}T23:59:00-04:00"


def _day(text: str) -> str:
    """The day that a text is, in ISO form; empty if it isn't one."""
    if found := re.fullmatch(_DAY_WITH_DOTS, text):
        text = f"{found['y']}-{found['m']:0>2}-{found['d']:0>2}"
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""


def parsed(text: str) -> datetime:
    """A date with a time of day, perhaps with an offset; raises `ValueError`.

    Spreadsheets in much of Europe write `18.11.2026 23:59`; with dots, the day always comes first.
    """
    if found := _WITH_DOTS.fullmatch(text):
        text = f"{found['y']}-{found['m']:0>2}-{found['d']:0>2} {found['hour']:0>2}{found['rest']}"
    if not re.search(r"\d[T ]\d", text):  # else a bare day would be read as midnight
        raise ValueError("no time of day")
    return datetime.fromisoformat(text)


def placed(at: datetime, text: str, zone: tzinfo | None) -> datetime:
    """The moment that a written time means in the course's time zone.

    Raises `ValueError` if the time is ambiguous. The last year, which means "never", becomes its
    first moment, so that days can be added to it.
    """
    if at.year < FIRST_YEAR:
        raise ValueError(f"'{text}' is what programs write for no time; give the time, or none")
    if at.year == MAXYEAR:
        at = datetime(MAXYEAR, 1, 1, tzinfo=at.tzinfo)
    if at.tzinfo is not None:
        return at if zone is None else at.astimezone(zone)
    if zone is None:
        raise ValueError(f"must be {EXPECTED}, but is '{text}'; or set policy.timezone")
    first, second = [at.replace(tzinfo=zone, fold=fold).timestamp() for fold in (0, 1)]
    if first > second:
        raise ValueError(f"'{text}' is skipped by the clocks of {zone}; choose another time")
    if first < second:
        raise ValueError(f"'{text}' is there twice on the clocks of {zone}; add its offset")
    return at.replace(tzinfo=zone)


def is_after(at: datetime, other: datetime) -> bool:
    """Whether a time is later; within one zone, Python would compare clock readings."""
    return at.timestamp() > other.timestamp()


def later(at: datetime, span: timedelta) -> datetime:
    """The time after a span of real time, in the same zone."""
    return (at.astimezone(UTC) + span).astimezone(at.tzinfo)


def days_later(at: datetime, days: int) -> datetime:
    """The same time of day some days later; if clocks skip or repeat it, the later reading."""
    if days == 0:
        return at
    wall = at.replace(tzinfo=None) + timedelta(days=days)
    both = [wall.replace(tzinfo=at.tzinfo, fold=fold) for fold in (0, 1)]
    return max(both, key=datetime.timestamp)


def days_late(due: datetime, at: datetime) -> int:
    """By how many days a deadline must be moved so that a time isn't after it."""
    # A lower bound: calendar days may have 23 or 25 hours.
    days = max(0, floor(_hours(due, at) / _DAY) - 1)
    while is_after(at, days_later(due, days)):
        days += 1
    return days


def hours_late(due: datetime, at: datetime) -> float:
    """The hours after a deadline, 24 for each full day; 0 for a time that isn't after it."""
    if not is_after(at, due):
        return 0.0
    full = days_late(due, at) - 1
    return full * _DAY + min(_DAY, _hours(days_later(due, full), at))


def hours_early(due: datetime, at: datetime) -> float:
    """The hours before a deadline, 24 for each full day; 0 for a time that isn't before it."""
    if not is_after(due, at):
        return 0.0
    full = max(0, floor(_hours(at, due) / _DAY) - 1)
    while not is_after(at, days_later(due, -full - 1)):
        full += 1
    return full * _DAY + min(_DAY, _hours(at, days_later(due, -full)))


def moment_now() -> str:
    """The current time in UTC, to the second, in ISO form."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _hours(start: datetime, end: datetime) -> float:
    return (end.timestamp() - start.timestamp()) / _HOUR


def in_words(at: datetime, clock: tzinfo | None, unit: str) -> str:
    """A time in a zone, with its offset or the zone's short name.

    >>> in_words(datetime(2026, 11, 18, 23, 59, 30, tzinfo=UTC), UTC, "seconds")
    '18 Nov 2026 23:59:30 UTC'
    """
    there = at.astimezone(clock)
    return f"{there:%-d %b %Y} {there.time().isoformat(unit)} {there:%Z}"


def zone_words(clock: tzinfo | None) -> str:
    """The name of a time zone in brackets; nothing for a mere offset, which each time shows."""
    return f" ({clock.key})" if isinstance(clock, ZoneInfo) and clock.key else ""
