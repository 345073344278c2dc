"""ILIAS: "Download All Submissions" of an assignment, a folder per person or team in `Submissions`.

    Submissions/Wang_Chen_cwang_312/sort.py      LASTNAME_FIRSTNAME_LOGIN_NUMBER
    Submissions/Team 17/Wang_Chen_cwang_312/…    what each member of a team uploaded
    …/Late Submission - sort.py                  late; in German "Verspätete Abgabe - "
    …/sort (2).py                                uploaded again
    …/sortpy.sec                                 sort.py, where .py is no permitted ending

From ILIAS-eLearning/ILIAS, class.ilExSubmission.php and (since 9) SubmissionManager.php, with
class.ilFileServicesPolicy.php, FilenameSanitizerImpl.php and lang/. Names and logins may both have
a `_`; then the roster says which part is the login. Members of a team who uploaded nothing are not
in the download, so the roster says who is in a team. There are no times and no anonymous names.
Beside `Submissions` there may be peers' feedback and a table.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.course.cells import alike
from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.identity import Group, Identity, UnknownSender
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
    ("the last name", r"(?P<last>[^_]+)"),
    ("the first name", r"_(?P<first>[^_]*)"),
    ("the login", r"_(?P<login>.+)"),
    ("the user's number", r"_(?P<number>\d+)"),
)
_PERSON = form(_PARTS)
_TEAM = re.compile(r"\S+ \d+")
_FILE = re.compile(
    r"(?P<late>(?:Late Submission|Versp(?:ä|ae|a)tete Abgabe) - )?"
    r"(?P<stem>.+?)(?: \((?P<again>\d{1,3})\))?(?P<ending>\.[A-Za-z.]+)"
)
_OWN = re.compile(r"Feedback_files|.+\.xlsx?")


def _read(contents: Sequence[Content], roster: Roster) -> Readings:
    def rule(content: Content) -> Iterator[Reading]:
        if roster.find(Person(content.base)):
            return  # an id that staff chose may look like these names
        if _is_person(content):
            yield from _files(content, _person(content, roster))
        elif _is_team(content):
            yield from _of_team(content, Group(_name_in_roster(content, roster)), roster)
        elif _OWN.fullmatch(content.base):
            yield UnusedEntry(content, "peers' feedback" if content.folder else "ILIAS's own table")

    rest = [one for one in contents if not _OWN.fullmatch(one.name)]
    below = rest[0].entries() if len(rest) == 1 else []
    if 2 * sum(_is_person(one) or _is_team(one) for one in below) <= len(below):
        return each(contents, rule)
    readings = [list(rule(one)) or [_odd(one)] for one in below]
    return {**each(contents, rule), rest[0].name: [one for some in readings for one in some]}


def _odd(content: Content) -> UnusedEntry:
    return UnusedEntry(content, "ILIAS gives no such names", content.may_be_handin)


def _is_person(content: Content) -> bool:
    return content.folder and bool(_PERSON.fullmatch(content.base))


def _is_team(content: Content) -> bool:
    inside = content.entries() if _TEAM.fullmatch(content.base) else []
    return bool(inside) and all(map(_is_person, inside))


def _person(folder: Content, roster: Roster) -> Identity:
    last, first, *rest, number = folder.base.split("_")
    logins = ["_".join(rest[place:]) for place in range(len(rest))]
    sure = [one for one in logins if roster.by_column("ilias", one)] or logins
    known = {one: p for one in sure if (p := roster.find(Person(one, ids={"ilias": one})))}
    if len(known) > 1:
        return UnknownSender(
            f"whether the login is {' or '.join(known)} can't be told: write the right one into "
            "the column ilias of roster.csv",
            folder.base,
            tuple([one.student for found in known.values() for one in found]),
        )
    login = next(iter([*known, *logins]))
    # Even if a login is read wrongly, the number tells two people apart.
    return Person(login, f"{first} {last}".strip(), ids={"ilias": login, "ilias number": number})


def _name_in_roster(team: Content, roster: Roster) -> str:
    """The roster's name of the group of those who uploaded; else the team's own name."""
    people = [_person(one, roster) for one in team.entries()]
    found = [p for one in people if isinstance(one, Person) for p in roster.find(one)]
    groups = {alike(person.group): person.group for person in found if person.group}
    return next(iter(groups.values())) if len(groups) == 1 else team.base


def _of_team(folder: Content, team: Group, roster: Roster) -> Iterator[Reading]:
    """What members uploaded is one hand-in, but several attempts if they uploaded the same file."""
    members = folder.entries()
    times = Counter(name for one in members for name in set(_works(one)))
    for one in members:
        whose = _person(one, roster)
        if max(times.values(), default=1) > 1 and isinstance(whose, Person):
            yield from _files(one, replace(team, uploader=whose))
        else:
            yield from _files(one, team)


def _works(folder: Content) -> Iterator[str]:
    """The names of what may be graded, as they were when uploaded for the first time."""
    for one in folder.inside():
        match = _FILE.fullmatch(one.base)
        first = replace(one, name="".join(_parts_of(match))) if match else one
        if first.may_be_handin:
            yield first.base


def _files(folder: Content, whose: Identity) -> Iterator[Reading]:
    for one in folder.inside():
        match = _FILE.fullmatch(one.base)
        if one.folder or not match:
            yield Delivery(one, whose, one.base)
        else:
            yield Delivery(one, whose, _own_name(match), late=bool(match["late"]))
    if not folder.inside():
        yield UnusedEntry(folder, "it is empty")


def _own_name(match: re.Match[str]) -> str:
    """The name that the student gave a file, with `-2` if it was uploaded again."""
    stem, ending = _parts_of(match)
    return f"{stem}-{match['again']}{ending}" if match["again"] else f"{stem}{ending}"


def _parts_of(match: re.Match[str]) -> tuple[str, str]:
    stem, ending = match["stem"], match["ending"]
    if ending == ".sec" and stem.endswith("py"):
        return stem.removesuffix("py"), ".py"
    return stem, ending


ILIAS = System("ilias", _PARTS, "Wang_Chen_cwang_312", _read)
