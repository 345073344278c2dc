"""What a system's names say: whose each entry of a download is, or why it isn't used.

A system is a rule from the entries of a download to readings. If one entry holds the hand-ins of
several attempts (a folder per person), there is a reading for each part of it, so that nothing in
it is skipped silently.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from grader.course.clock import FIRST_YEAR
from grader.course.roster import Roster
from grader.handins.contents import Content
from grader.handins.identity import Identity


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something that was handed in, by whom, and its own name (empty for a whole folder).

    `number` is the attempt by the system's count, `at` its ISO time; one without an offset orders
    attempts, but says nothing about deadlines. `stamp` is the time as the system writes it: it
    tells attempts apart if it can't be read. `failed` counts runs that ended in an error of the
    system, and don't count as attempts.
    """

    content: Content
    whose: Identity
    file: str = ""
    number: int | None = None
    at: str = ""
    late: bool = False
    failed: int = 0
    stamp: str = ""


@dataclass(frozen=True, slots=True)
class UnusedEntry:
    """Something that isn't used, and why; `doubtful` if it may be a hand-in all the same."""

    content: Content
    why: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class UngradableHandin:
    """What somebody handed in according to the system, but can't be graded, and why.

    It isn't an entry of the download.
    """

    whose: Identity
    why: str


Reading = Delivery | UnusedEntry | UngradableHandin
Readings = Mapping[str, Sequence[Reading]]
"""The readings of the entries that a system explains, by the name of the entry."""


@dataclass(frozen=True, slots=True)
class System:
    """A system that hand-ins are downloaded from.

    `parts` are what a name is made of, in order: in words, and as a pattern. `own` says whether the
    system's own file is among the entries, so that it can't be any other system. `folders` is a
    pattern for `--names` that reads its folders even if a part isn't understood; no id looks so.
    """

    name: str
    parts: Sequence[tuple[str, str]]
    example: str
    read: Callable[[Sequence[Content], Roster], Readings]
    own: Callable[[Sequence[Content]], bool] = lambda _contents: False
    folders: str = ""


def form(parts: Iterable[tuple[str, str]]) -> re.Pattern[str]:
    """The pattern of a whole name, made from its parts."""
    return re.compile("".join([pattern for _, pattern in parts]))


def each(contents: Iterable[Content], rule: Callable[[Content], Iterable[Reading]]) -> Readings:
    """The readings of all entries that a rule explains, each by itself."""
    found = {one.name: list(rule(one)) for one in contents}
    return {name: readings for name, readings in found.items() if readings}


def beginning(names: Sequence[str]) -> str:
    """What all names begin with."""
    # What the least and the greatest begin with, all between them do, too.
    first, last = min(names, default=""), max(names, default="")
    same = [a == b for a, b in zip(first, last, strict=False)]
    return first[: same.index(False) if False in same else len(same)]


def beginnings(names: Sequence[str], end: str) -> list[str]:
    """What all names begin with and none is as a whole, up to each such sign.

    >>> beginnings(["hw_09_ada", "hw_09_bo"], "_")
    ['hw_', 'hw_09_']
    """
    common = beginning(names)
    found = [common[: place + 1] for place, sign in enumerate(common) if sign == end]
    return [begin for begin in found if begin not in names]


def moment(text: str) -> str:
    """A time as systems write it (`2026-11-18-20-15-00`, `2026-11-18 20:15:00.12 UTC`), as ISO.

    In UTC if there is an offset, without one if there is none; empty if it isn't a time, or one of
    those long ago that systems write if they know none.
    """
    match = re.fullmatch(
        r"(\d{4})\D?(\d\d)\D?(\d\d)[-_T ]*(\d\d)\D?(\d\d)(?:\D?(\d\d))?(?:\.(\d{1,6})\d*)?"
        r"\s*(Z|UTC|[+-]\d\d:?\d\d)?",
        text.strip(),
    )
    if not match:
        return ""
    *digits, fraction, zone = match.groups()
    try:
        year, month, day, hour, minute, second = [int(part or 0) for part in digits]
        micro = int((fraction or "0").ljust(6, "0"))
        at = datetime(year, month, day, hour, minute, second, micro)
        if year < FIRST_YEAR:
            return ""
        return at.isoformat() if not zone else _in_utc(at, zone)
    except (ValueError, OverflowError):
        return ""


def _in_utc(at: datetime, zone: str) -> str:
    offset = "+0000" if zone in ("Z", "UTC") else zone.replace(":", "")
    aware = datetime.strptime(f"{at:%Y-%m-%dT%H:%M:%S.%f}{offset}", "%Y-%m-%dT%H:%M:%S.%f%z")
    return aware.astimezone(UTC).isoformat()


def has_offset(at: str) -> bool:
    """Whether a time can be compared with deadlines."""
    return bool(at) and datetime.fromisoformat(at).tzinfo is not None


def handed_in(readings: Readings) -> Iterator[Delivery | UngradableHandin]:
    """Those readings that are of something handed in."""
    for found in readings.values():
        yield from [one for one in found if not isinstance(one, UnusedEntry)]
