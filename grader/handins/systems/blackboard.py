"""Blackboard: "Assignment File Download" of the Grade Center, `gradebook_….zip`.

    trees_cwang_attempt_2026-11-18-20-15-00_sort.py   ASSIGNMENT_USER_attempt_TIME_FILE
    trees_cwang_attempt_2026-11-18-20-15-00.txt       Blackboard's own note on that attempt

There is no public source; this is from kwurst/bb-file-cleanup and other readers of these downloads,
with the note's text: `Name: Chen Wang (cwang)`. Assignment and user may both have a `_`; then the
note says where one ends. Several files of one time are one attempt. The time has no zone. If the
work is a group's, its name takes the user's place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

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
    moment,
)

_PARTS = (
    ("the assignment and the user", r"(?P<stem>.+?_.+?)"),
    ("_attempt_", r"_attempt_"),
    ("the time", r"(?P<time>\d{4}(?:-\d\d){5})"),
    ("the file", r"(?:_(?P<file>.+)|\.txt)"),
)
_FORM = form(_PARTS)
_NAME = re.compile(
    r"^Name:[ \t]*(?P<name>[^\n]*?)[ \t]*\((?P<user>[^()\n]+)\)[ \t\r]*$", re.MULTILINE
)
_NOTE = re.compile(r"(?P<attempt>.+_attempt_\d{4}(?:-\d\d){5})\.txt")


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    matches = [m for m in (_FORM.fullmatch(one.name) for one in contents) if m]
    with_files = {(match["stem"], match["time"]) for match in matches if match["file"]}
    people = _people(contents)

    def rule(content: Content) -> Iterator[Reading]:
        if match := _FORM.fullmatch(content.name):
            stem, at = match["stem"], moment(match["time"])
            if not match["file"] and (stem, match["time"]) in with_files:
                yield UnusedEntry(content, "Blackboard's own note on an attempt")
                return
            whose = people.get(stem) or _whose(stem, "", "")
            yield Delivery(content, whose, match["file"] or content.base, at=at)

    return each(contents, rule)


def _people(contents: Sequence[Content]) -> Mapping[str, Identity]:
    """Whose attempts these are by Blackboard's notes, by what precedes `_attempt_`."""
    found: dict[str, Identity] = {}
    for content in contents:
        match = None if content.folder or content.link else _NOTE.fullmatch(content.name)
        # The name is at the top of a note; what follows is the student's own text.
        note = _NAME.search(content.text()[:4000]) if match else None
        if match and note:
            stem = match["attempt"].rpartition("_attempt_")[0]
            found[stem] = _whose(stem, note["user"], note["name"])
    return found


def _whose(stem: str, user: str, name: str) -> Identity:
    if not user or not stem.endswith(f"_{user}"):
        user, name = stem.rpartition("_")[2], ""
    person = Person(user, name, ids={"blackboard": user})
    return person if name else named(person)


BLACKBOARD = System("blackboard", _PARTS, "trees_cwang_attempt_2026-11-18-20-15-00_sort.py", _read)
