"""Brightspace (D2L): "Download" in an assignment's list of submissions.

    271836-442356 - Chen Wang - Nov 18, 2026 815 PM/sort.py    USER-ASSIGNMENT - NAME - TIME
    271836-442356 - Chen Wang - Nov 18, 2026 815 PM - sort.py  without folders
    index.html                                                 Brightspace's own list

There is no public source; this is from several readers of these downloads. The first number is the
user's (or the group's, under whose name the work then is), the second one the assignment's. Between
these and the name there is the id of the organisation, in all names of a download or in none: if
only one name begins with a number, that is part of the name. Each submission has a folder of its
own. The time is the course's, without a zone, its hour not padded (`815 PM`).
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Identity, named
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    System,
    UnusedEntry,
    each,
    form,
)

_DATE = r"(?:[^\W\d]{3,12}\.? \d{1,2}|\d{1,2} [^\W\d]{3,12}\.?),? \d{4},? \d{3,4}(?: ?[AP]M)?"
_PARTS = (
    ("two numbers", r"(?P<id>\d+)-\d+"),
    ("the name", r" - (?:(?P<org>[A-Za-z]?\d{5,}) - )?(?P<name>.+?)"),
    ("the time", rf" - (?P<time>{_DATE})"),
    ("the file", r"(?: - (?P<file>.+))?"),
)
_FORM = form(_PARTS)
_FORMATS = ("%b %d %Y %I%M %p", "%B %d %Y %I%M %p", "%d %B %Y %I%M %p", "%d %b %Y %I%M %p")
_DAYS = ("%b %d %Y %H%M", "%B %d %Y %H%M", "%d %B %Y %H%M", "%d %b %Y %H%M")


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    found = [match for one in contents if (match := _FORM.fullmatch(one.name))]
    return each(contents, partial(_rule, all(match["org"] for match in found)))


def _rule(has_orgs: bool, content: Content) -> Iterator[Reading]:
    if match := _FORM.fullmatch(content.name):
        whose = _whose(has_orgs, match)
        yield Delivery(content, whose, match["file"] or "", at=_latest(content.name))
    elif content.name == "index.html":
        yield UnusedEntry(content, "Brightspace's own list")


def _whose(has_orgs: bool, match: re.Match[str]) -> Identity:
    name, org = match["name"].strip(), match["org"]
    if org and not has_orgs:
        name, org = f"{org} - {name}", ""
    person = Person(org or name, name, ids={"brightspace": match["id"]})
    return named(person)


def _latest(name: str) -> str:
    """The last of the times in a name; people's and files' names may look like one, too."""
    times = [_time(text) for text in re.findall(_DATE, name)]
    return max(times) if all(times) else ""


def _time(text: str) -> str:
    """Brightspace's time as ISO, without an offset; empty if its language isn't known."""
    day, hour, minute, half = re.fullmatch(r"(.+?) (\d{1,2})(\d\d)(?: ?([AP]M))?", text).groups()  # type: ignore[union-attr]
    plain = " ".join(re.sub(r"[.,]", " ", day).split())
    padded = f"{plain} {int(hour):02}{minute}" + (f" {half}" if half else "")
    for each_format in _FORMATS if half else _DAYS:
        try:
            return datetime.strptime(padded, each_format).isoformat()
        except ValueError:
            continue
    return ""


BRIGHTSPACE = System(
    "brightspace", _PARTS, "271836-442356 - Chen Wang - Nov 18, 2026 815 PM - sort.py", _read
)
