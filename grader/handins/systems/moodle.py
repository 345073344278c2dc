"""Moodle: "Download all submissions" of an assignment, in folders (its default) or without.

    Chen Wang_2345678_assignsubmission_file_/sort.py      NAME_PARTICIPANT_assignsubmission_KIND
    Chen Wang_2345678_assignsubmission_file_sort.py       without folders
    Participant_2345678_assignsubmission_file_/sort.py    anonymous ("blind") marking
    Team 5_17_assignsubmission_file_/sort.py              a group, with its own number
    Default group_assignsubmission_file_/sort.py          students without a group

From moodle/moodle, mod/assign/classes/downloader.php: names have no `_`; the number is a
participant's in this assignment only, so the same person has a different one in the next. Only the
last attempt is in a download, without its time.
"""

from collections.abc import Iterator, Sequence

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Group, named
from grader.handins.systems.readings import Delivery, Reading, Readings, System, each, form

_PARTS = (
    ("the name", r"(?P<name>.+?)"),
    ("the participant's number", r"(?:_(?P<id>\d+))?"),
    ("_assignsubmission_", r"_assignsubmission_"),
    ("the kind and the file", r"(?P<plugin>[a-z]+)_?(?P<file>.*)"),
)
_FORM = form(_PARTS)


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    return each(contents, _rule)


def _rule(content: Content) -> Iterator[Reading]:
    if match := _FORM.fullmatch(content.name):
        name, number = match["name"], match["id"]
        person = Person(name, name, ids={"moodle": number} if number else {})
        yield Delivery(content, named(person) if number else Group(name), match["file"])


MOODLE = System("moodle", _PARTS, "Chen Wang_2345678_assignsubmission_file_sort.py", _read)
