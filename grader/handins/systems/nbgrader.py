"""nbgrader: the exchange's inbound folder, or a course's `submitted/`.

    cwang+trees+2026-11-18 20:15:00.123456 UTC+c2VjcmV0    USER+ASSIGNMENT+TIME+RANDOM
    cwang/trees/sort.ipynb, cwang/trees/timestamp.txt      submitted/USER/ASSIGNMENT

From jupyter/nbgrader, exchange/default/submit.py and collect.py: the random part may be missing, a
user may have a `+`, and if there are several attempts, the last one by its time is collected. There
are no groups.
"""

from collections.abc import Sequence

from grader.course.roster import Person, Roster
from grader.errors import UsageError
from grader.handins.contents import Content
from grader.handins.reading.names import plain
from grader.handins.systems.pattern import escaped, option
from grader.handins.systems.readings import Delivery, Readings, System, form, moment

_TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? [^+]+"
_PARTS = (
    ("the user", r"(?P<user>.+)"),
    ("the assignment", r"\+(?P<assignment>[^+]+)"),
    ("the time", rf"\+(?P<time>{_TIME})"),
    ("the random part", r"(?:\+[\w=-]+)?"),
)
_INBOUND = form(_PARTS)
_STAMP = "timestamp.txt"
# Patterns of one assignment, perhaps in the only folder of a download.
_ONE_OF_INBOUND = r"(?:[^/]+/)?(?P<student>[^/]+)\+{}\+(?P<time>[^+/]+)(?:\+[^/]+)?/(?P<file>.+)"
_ONE_OF_SUBMITTED = r"(?:[^/]+/)?(?P<student>[^/]+)/{}/(?P<file>.+)"


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    named = [(one, _INBOUND.fullmatch(one.name)) for one in contents if one.folder]
    found = [(one, match) for one, match in named if match]
    if not found:
        return _submitted(contents)
    _refuse_several({match["assignment"] for _, match in found}, _ONE_OF_INBOUND)
    return {
        one.name: [
            Delivery(one, Person(match["user"]), at=moment(match["time"]), stamp=match["time"])
        ]
        for one, match in found
    }


def _submitted(contents: Sequence[Content]) -> Readings:
    below = {one.name: one.inside() for one in contents if one.folder}
    works = [work for inside in below.values() for work in inside]
    if any(_INBOUND.fullmatch(work.base) for work in works):
        return {}  # the only folder is `inbound` itself: its entries are to be read
    stamped = [work for work in works if any(one.base == _STAMP for one in work.inside())]
    # A timestamp that one student made must not turn a class into a download.
    if 2 * len(stamped) <= len(works) or any(not work.folder for work in works):
        return {}
    _refuse_several({work.base for work in works}, _ONE_OF_SUBMITTED)
    return {name: list(map(_collected, inside)) for name, inside in below.items() if inside}


def _collected(work: Content) -> Delivery:
    stamps = [one.text() for one in work.inside() if one.base == _STAMP and not one.folder]
    user = work.name.split("/")[-2]
    return Delivery(work, Person(user), at=moment(stamps[0]) if stamps else "")


def _refuse_several(assignments: set[str], pattern: str) -> None:
    if len(assignments) > 1:
        first, second, *_ = sorted(assignments)
        raise UsageError(
            f"nbgrader's folder holds {plain(first)} and {plain(second)}: grade one of them, such "
            f"as with {option(pattern.format(escaped(first)))}"
        )


NBGRADER = System("nbgrader", _PARTS, "cwang+trees+2026-11-18 20:15:00.123456 UTC+c2VjcmV0", _read)
