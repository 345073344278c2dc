"""Moodle: "Download all submissions" of an assignment, in folders (its default) or without.

    Chen Wang_2345678_assignsubmission_file_/sort.py      NAME_PARTICIPANT_assignsubmission_KIND
    Chen Wang_2345678_assignsubmission_file_sort.py       without folders
    Participant_2345678_assignsubmission_file_/sort.py    anonymous ("blind") marking
    Team 5_17_assignsubmission_file_/sort.py              a group, with its own number
    Default group_assignsubmission_file_/sort.py          students without a group
    Team 5-Chen Wang_2345678_assignsubmission_file_/…     a group's, for each member, until 4.0

From moodle/moodle, mod/assign/classes/downloader.php: names have no `_`; the number is a
participant's in this assignment only, so the same person has a different one in the next. Only the
last attempt is in a download, without its time. Until 4.0 it was mod/assign/locallib.php. Teams and
names may have a `-`: the roster says which team has a member of that name.
"""

from collections.abc import Iterator, Sequence

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Group, named
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    Readings,
    System,
    UnusedEntry,
    each,
    form,
)

_PARTS = (
    ("the name", r"(?P<name>.+?)"),
    ("the participant's number", r"(?:_(?P<id>\d+))?"),
    ("_assignsubmission_", r"_assignsubmission_"),
    ("the kind and the file", r"(?P<plugin>[a-z]+)_?(?P<file>.*)"),
)
_FORM = form(_PARTS)


def _read(contents: Sequence[Content], roster: Roster) -> Readings:
    first: dict[tuple[str, str, str], Content] = {}

    def rule(content: Content) -> Iterator[Reading]:
        if not (match := _FORM.fullmatch(content.name)):
            return
        name, number, file = match["name"], match["id"], match["file"]
        if not number:
            yield Delivery(content, Group(name), file)
        elif not (team := _team_of(name, roster)):
            person = Person(name, name, ids={"moodle": number})
            yield Delivery(content, named(person), file)
        elif first.setdefault((team, match["plugin"], file), content) is content:
            yield Delivery(content, Group(team), file)
        else:
            yield UnusedEntry(content, "a team's hand-in once more, for another member")

    return each(contents, rule)


def _team_of(name: str, roster: Roster) -> str:
    """The team in TEAM-NAME, if the roster has a member of it by that name; else nothing."""
    if "-" not in name or roster.find(Person(name, name)):
        return ""
    parts = name.split("-")
    for end in range(1, len(parts)):
        team, member = "-".join(parts[:end]), "-".join(parts[end:])
        found = {one.student for one in roster.find(Person("", member))}
        if found.intersection(roster.named_group(team)):
            return team
    return ""


MOODLE = System("moodle", _PARTS, "Chen Wang_2345678_assignsubmission_file_sort.py", _read)
