"""What one student handed in, in the order of time: each try, and the number that it has.

A try is later by the system's time, whichever group member handed it in; if a time isn't known, by
the system's own number. For one sender the number decides, since clocks are set back. A file marked
late is later than the same file in time. Tries of several members can't be compared by their
numbers, since each member's are counted from 1: then staff are told.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from grader.course.submissions import Arrival
from grader.handins.parcels import Parcel
from grader.handins.systems.readings import Delivery, has_offset
from grader.handins.whose.owners import sender_of

# How systems rename a file that was handed in again.
_AGAIN = re.compile(r"(?P<stem>.+?)-(?P<number>[0-9]{1,3})(?P<ending>\.[A-Za-z.]+)")


@dataclass(frozen=True, slots=True)
class Try:
    """What one sender handed in at one time."""

    sender: tuple[str, str]
    number: int | None
    at: str
    deliveries: tuple[Delivery, ...]

    @property
    def late(self) -> bool:
        """Whether a part of it is marked late."""
        return any(one.late for one in self.deliveries)

    def parcel(self, student: str, known: Sequence[str]) -> Parcel:
        """Its files as a hand-in of a student."""
        names = _own_names([one.file or one.content.base for one in self.deliveries], known)
        pieces = [
            piece
            for one, name in zip(self.deliveries, names, strict=True)
            for piece in one.content.pieces(name)
        ]
        return Parcel(student, tuple(sorted(pieces, key=lambda one: (one.name, one.member or 0))))

    def arrival(self, version: int) -> Arrival:
        """How it arrived, as this version."""
        entry = self.deliveries[0].content.base
        return Arrival(version, self.at if has_offset(self.at) else "", self.late, entry)


def _own_names(files: Sequence[str], known: Iterable[str]) -> list[str]:
    """The names of a student's loose files; those that were handed in again lose their number.

    >>> _own_names(["sort-2.py", "sort.py", "heap-1.py", "mine-3.py"], ["sort.py", "heap.py"])
    ['sort.py', 'sort-old.py', 'heap.py', 'mine-3.py']
    """
    bare = {name: _bare(name, known) for name in files}
    latest = {bare[name]: name for name in sorted(files, key=_number_of)}
    return [bare[name] if latest[bare[name]] == name else _old(name) for name in files]


def _bare(name: str, known: Iterable[str]) -> str:
    match = _AGAIN.fullmatch(name)
    bare = f"{match['stem']}{match['ending']}" if match else name
    return bare if bare in set(known) else name


def _number_of(name: str) -> int:
    match = _AGAIN.fullmatch(name)
    return int(match["number"]) if match else 0


def _old(name: str) -> str:
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-old{dot}{ending}"


TimeOf = Callable[[Delivery], str]


def tries_of(
    deliveries: Sequence[Delivery], time_of: TimeOf, known: Sequence[str] = ()
) -> list[tuple[int, Try]]:
    """The tries of one student with their numbers, in order; `time_of` says when one was made."""
    found: dict[tuple[object, ...], list[Delivery]] = {}
    for one in deliveries:
        key = sender_of(one.whose), one.number, one.at or one.stamp
        found.setdefault(key, []).append(one)
    tries = [
        Try(sender_of(each[0].whose), each[0].number, time_of(each[0]), tuple(each))
        for some in found.values()
        for each in _in_time_and_late(some, known)
    ]
    return list(_numbered(sorted(tries, key=_order(tries))))


def _in_time_and_late(some: Sequence[Delivery], known: Sequence[str]) -> list[Sequence[Delivery]]:
    """What was handed in at once, and what it became by files that were handed in again, late."""

    def name(one: Delivery) -> str:
        return _bare(one.file or one.content.base, known)

    late, in_time = [[one for one in some if one.late is late] for late in (True, False)]
    again = {*map(name, late)}
    kept = [one for one in in_time if name(one) not in again]
    return [some] if len(kept) == len(in_time) else [in_time, [*late, *kept]]


def uncertain(tries: Sequence[tuple[int, Try]]) -> bool:
    """Whether nothing says which of several members' tries was the last one."""
    return len({one.sender for _, one in tries}) > 1 and not _has_last([one for _, one in tries])


def unordered(tries: Sequence[tuple[int, Try]]) -> Sequence[Try]:
    """Tries of one sender of which nothing says which was the last one."""
    same: dict[tuple[object, ...], list[Try]] = {}
    for _, one in tries:
        same.setdefault((one.sender, one.number), []).append(one)
    return next((some for some in same.values() if len(some) > 1 and not _has_last(some)), ())


def _has_last(tries: Sequence[Try]) -> bool:
    """Whether the last of some tries is known: by times, or as the only one that is late."""
    times = {one.at for one in tries} - {""}
    return len(times) == len(tries) or (tries[-1].late and sum(one.late for one in tries) == 1)


def _order(tries: Sequence[Try]) -> Callable[[Try], tuple[object, ...]]:
    timed = all(one.at for one in tries)
    times = _growing(tries) if timed else {}

    def order(one: Try) -> tuple[float, int, bool, tuple[str, str]]:
        at = times.get((one.sender, one.number, one.at), 0.0)
        return at, one.number or 1, one.late, one.sender

    return order


def _growing(tries: Sequence[Try]) -> dict[tuple[tuple[str, str], int | None, str], float]:
    """When each was made, but never before one of the same sender with a lower number."""
    last: dict[tuple[str, str], float] = {}
    found = {}
    for one in sorted(tries, key=lambda one: one.number or 0):
        at = _seconds(one.at)
        if one.number is not None:
            at = last[one.sender] = max(at, last.get(one.sender, at))
        found[one.sender, one.number, one.at] = at
    return found


def _seconds(at: str) -> float:
    moment = datetime.fromisoformat(at)
    # Any zone will do: times without one are only put in order.
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _numbered(tries: Sequence[Try]) -> Iterator[tuple[int, Try]]:
    """Numbers that grow with time, the system's own wherever it has one."""
    last = 0
    for one in tries:
        last = max(last + 1, one.number or 0)
        yield last, one


Versions = Mapping[int, tuple[Parcel, Arrival]]
