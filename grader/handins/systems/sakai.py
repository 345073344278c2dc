"""Sakai: "Download All" of an assignment, a folder per person in one with the assignment's title.

    Wang, Chen(cwang)/Submission attachment(s)/sort.py    NAME(EID)
    Wang, Chen(cwang)/timestamp.txt                       when, in UTC
    Team 5 (0c3f…)/members.txt                            a group: Wang, Chen(cwang); …
    0c3f8a52-… Anonymous/…                                anonymous grading: the submission's id
    Wang, Chen(cwang)_Submission attachment(s)_sort.py    without folders

From sakaiproject/sakai, AssignmentServiceImpl.java (`zipSubmissions`, `zipGroupSubmissions`). Only
the last attempt is there. Comments and feedback are staff's own, and may hold a solution: they are
never part of a hand-in.
"""

import re
from collections.abc import Iterator, Sequence

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import AnonymousSender, Group, Identity
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

# Names may have parentheses, too ("Wang, Chen (Charlie)"): the user is in the last ones.
_NAME = r"(?P<name>[^/;]+?,[^/;]*?)"
_MEMBER = rf"{_NAME}\((?P<eid>[^()/;]+)\)(?!\s*\()"
_PARTS = (
    ("the name, with a comma", _NAME),
    ("the user in parentheses", r"\((?P<eid>[^()/;]+)\)"),
    ("the file", r"(?:_(?P<file>.+))?"),
)
_PERSON = form(_PARTS)
_GROUP = re.compile(r"(?P<name>.+) \((?P<id>[^()]+)\)")
_HIDDEN = re.compile(r"(?P<id>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}) \S.*")
_TABLE = re.compile(r"grades\.(?:csv|xls|xlsx)")
_NAMES = re.compile(
    r"timestamp\.txt|comments\.txt|members\.txt|feedbackText\.html|.*_submissionText\.html"
)
_OWN = "Sakai's own file"


def _read(contents: Sequence[Content], _roster: Roster) -> Readings:
    return each(contents, _rule)


def _rule(content: Content) -> Iterator[Reading]:
    if _TABLE.fullmatch(content.name):
        yield UnusedEntry(content, _OWN)
    elif not content.folder and (match := _PERSON.fullmatch(content.name)) and match["file"]:
        yield _loose(content, match)
    elif content.folder and (whose := _whose(content)):
        yield from _inside(content, whose)


def _loose(content: Content, match: re.Match[str]) -> Reading:
    kind, _, file = match["file"].partition("_")
    if kind.startswith("Submission"):
        return Delivery(content, _person(match), file)
    if kind.startswith("submissionText"):
        return Delivery(content, _person(match), kind)
    return UnusedEntry(content, _OWN)


def _whose(folder: Content) -> Identity | None:
    if match := _PERSON.fullmatch(folder.name):
        return _person(match)
    if match := _HIDDEN.fullmatch(folder.name):
        return AnonymousSender(folder.name, {"sakai anonymous": match["id"]})
    match = _GROUP.fullmatch(folder.name)
    texts = {one.base: one for one in folder.inside()}
    if not match or not texts.keys() & {"members.txt", "timestamp.txt"}:
        return None
    members = texts["members.txt"].text() if "members.txt" in texts else ""
    return Group(match["name"], tuple(map(_person, re.finditer(_MEMBER, members))))


def _person(match: re.Match[str]) -> Person:
    last, _, first = match["name"].strip().partition(",")
    eid = match["eid"].strip()
    return Person(eid, f"{first.strip()} {last.strip()}".strip(), ids={"sakai": eid})


def _inside(folder: Content, whose: Identity) -> Iterator[Reading]:
    inside = folder.inside()
    if not all(one.folder or _NAMES.fullmatch(one.base) for one in inside):
        return  # a folder of that name that isn't Sakai's
    stamps = [one for one in inside if one.base == "timestamp.txt" and not one.folder]
    at = moment(stamps[0].text()) if stamps else ""
    for one in inside:
        if one.folder and not one.base.startswith("Feedback"):
            yield Delivery(one, whose, at=at)
        elif one.base.endswith("_submissionText.html"):
            yield Delivery(one, whose, one.base, at=at)
        else:
            yield UnusedEntry(one, _OWN)


SAKAI = System("sakai", _PARTS, "Wang, Chen(cwang)", _read)
