"""Blackboard: "Assignment File Download" of the Grade Center, `gradebook_….zip`.

    trees_cwang_attempt_2026-11-18-20-15-00_sort.py   ASSIGNMENT_USER_attempt_TIME_FILE
    trees_cwang_attempt_2026-11-18-20-15-00.txt       Blackboard's own note on that attempt

There is no public source; this is from kwurst/bb-file-cleanup and other readers of these downloads,
with the note's text: `Name: Chen Wang (cwang)`, its label in the site's language. Assignment and
user may both have a `_`; the notes say where one ends. Without them the assignment is the common
beginning of all names behind which most users are in the roster. Several files of one time are one
attempt. The time has no zone. If the work is a group's, its name takes the user's place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Identity, UnknownSender, named
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    System,
    UnusedEntry,
    beginnings,
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
# The first line of a note: what comes behind may be the student's own text.
_NAME = re.compile(r"[^:：\n]*[:：]\s*(?P<name>[^\n]*?)\s*\((?P<user>[^()\n]+)\)[ \t\r]*(?:\n|$)")


def _read(contents: Sequence[Content], roster: Roster) -> Readings:
    matches = [(one, m) for one in contents if (m := _FORM.fullmatch(one.name))]
    with_files = {(match["stem"], match["time"]) for _, match in matches if match["file"]}
    notes = {
        match["stem"]: note
        for one, match in matches
        if not match["file"] and (note := _note(one, match["stem"]))
    }
    users = _Users(sorted({match["stem"] for _, match in matches}), notes, roster)

    def rule(content: Content) -> Iterator[Reading]:
        if match := _FORM.fullmatch(content.name):
            stem, time = match["stem"], match["time"]
            if not match["file"] and (stem, time) in with_files:
                yield UnusedEntry(content, "Blackboard's own note on an attempt")
                return
            whose, file = users.sender(stem), match["file"] or content.base
            yield Delivery(content, whose, file, at=moment(time), stamp=time)

    return each(contents, rule)


def _note(content: Content, stem: str) -> re.Match[str] | None:
    """What a note says about whose attempt it is, if that user is in the file's name."""
    text = "" if content.folder or content.link else content.text()[:4000]
    match = _NAME.match(text.lstrip("\ufeff\r\n"))
    return match if match and stem.endswith(f"_{match['user']}") else None


class _Users:
    """Whose attempts these are, by the stem before `_attempt_`: ASSIGNMENT_USER."""

    def __init__(
        self, stems: Sequence[str], notes: Mapping[str, re.Match[str]], roster: Roster
    ) -> None:
        self._stems, self._notes, self._roster = stems, notes, roster
        self._noted = {stem.removesuffix(note["user"]) for stem, note in notes.items()}
        self._common = beginnings(stems, "_")
        self._known = cache(self._in_roster)
        self._found = cache(self._most_known)

    def sender(self, stem: str) -> Identity:
        """Whose the attempts with a stem are."""
        if note := self._notes.get(stem):
            return _sender(note["user"], note["name"])
        noted = [begin for begin in self._noted if stem.startswith(begin) and stem != begin]
        begins = tuple(noted or self._common or beginnings([stem], "_"))
        users = [stem.removeprefix(begin) for begin in self._found(begins)]
        sure = max([self._known(user)[0] for user in users])
        others = [stem.removeprefix(begin) for begin in begins]
        users += [user for user in others if self._known(user)[0] >= max(1, sure)]
        if len(set(users)) == 1:
            return _sender(users[0], "")
        return UnknownSender(
            f"whether the user is {' or '.join(sorted({*users}))} can't be told: write the right "
            "one into the column blackboard of roster.csv",
            stem,
            tuple([student for user in users for student in self._known(user)[1]]),
        )

    def _most_known(self, begins: Sequence[str]) -> Sequence[str]:
        """The assignments behind which most users are in the roster.

        If nobody is, the longest common beginning of several names, else all.
        """
        behind = {b: [s.removeprefix(b) for s in self._stems if s.startswith(b)] for b in begins}
        sure = {b: [self._known(user)[0] for user in users] for b, users in behind.items()}
        counts = {
            b: (sum(n > 1 for n in some), sum(n > 0 for n in some)) for b, some in sure.items()
        }
        most = max(counts.values())
        if not most[1] and len(self._stems) > 1 and begins == tuple(self._common):
            return begins[-1:]
        return [begin for begin in begins if counts[begin] == most]

    def _in_roster(self, user: str) -> tuple[int, tuple[str, ...]]:
        """How surely the roster knows a user: 2 by its column for them; and who that may be."""
        sure = 2 if self._roster.by_column("blackboard", user) else 1
        found = self._roster.find(Person(user, ids={"blackboard": user}))
        students = tuple([one.student for one in found]) or self._roster.named_group(user)
        return (sure if students else 0), students


def _sender(user: str, name: str) -> Identity:
    person = Person(user, name, ids={"blackboard": user})
    return person if name else named(person)


BLACKBOARD = System("blackboard", _PARTS, "trees_cwang_attempt_2026-11-18-20-15-00_sort.py", _read)
