"""Hand-ins that lie deeper than one folder each: versions of each student, or a whole class.

As one hand-in, such a folder would be graded by one of several files, and said to be somebody's.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.course.roster import Roster
from grader.handins.contents import Content, entries_of, is_archive
from grader.handins.parcels import without_ending
from grader.handins.reading.names import plain
from grader.handins.systems.known_systems import senders
from grader.handins.systems.pattern import option
from grader.handins.systems.readings import moment
from grader.handins.whose.persons import Key, persons_among
from grader.inside.shortening import listed

_NAMED = 5
_MOST_FOLDERS = 1_000  # a stranger's folder may hold any number, in any depth
_MOST_LEVELS = 10
_FOLDERS_BELOW = 4  # levels, and folders of each
_MOST_OPENED = 5  # archives of a class: the others are made alike
_STUDENT, _FILE = "(?P<student>[^/]+)/", "/(?P<file>.+)"
_VERSION = re.compile(
    r"(?:v|version|versie|versión|versione|attempt|versuch)[ ._-]*\d{1,4}", re.IGNORECASE
)
_SECTIONS = "[^/]+/(?P<student>[^/]+)/(?P<file>.+)"


def lies_deeper(contents: Sequence[Content], known_files: Sequence[str], roster: Roster) -> str:
    """What to tell about entries that hold several hand-ins each; empty if hardly any does.

    Whatever a student of the roster handed in is one hand-in.
    """
    below = [list(_each_with_file(one, known_files)) for one in contents]
    attempts = [some for some in below if some and _kind(some)]
    if 2 * len(attempts) > len(contents) and any(len(some) > 1 for some in attempts):
        return _versions(attempts)
    return _DeeperSearch(known_files, roster).line_of(contents)


def held_by_strangers(
    contents: Sequence[Content], known_files: Sequence[str], roster: Roster
) -> Mapping[str, Sequence[str]]:
    """Entries that belong to nobody of the roster, with its students' names that have work in them.

    What a few entries hold must not stop the others.
    """
    return _DeeperSearch(known_files, roster).in_few(contents)


def _each_with_file(folder: Content, known_files: Sequence[str]) -> Iterator[Content]:
    """The folders in a folder that hold graded files, unless it holds some itself.

    Perhaps in its only folder, as where each student has one of each assignment.
    """
    inside = folder.inside()[:_MOST_FOLDERS]
    if len(inside) == 1 and not _kind(inside):
        inside = inside[0].inside()[:_MOST_FOLDERS]
    if not any(one.base in known_files for one in inside):
        yield from (one for one in inside if any(x.base in known_files for x in one.inside()))


def _kind(folders: Sequence[Content]) -> str:
    """The pattern of what all these names are: versions, or times; empty if neither."""
    names = [one.base for one in folders]
    if all(name.isdecimal() and len(name) < 5 for name in names):
        return r"(?P<version>\d+)"
    if all(map(_VERSION.fullmatch, names)):
        return r"[^/\d]*(?P<version>\d+)"
    return r"(?P<time>[\d T:-]+)" if all(map(moment, names)) else ""


def _versions(attempts: Sequence[Sequence[Content]]) -> str:
    shown = max(attempts, key=len)
    named = ", ".join(plain(one.name) for one in shown[:_NAMED])
    between = "[^/]+/" * (shown[0].name.count("/") - 1)
    pattern = _STUDENT + between + _kind(shown) + _FILE
    return (
        f"folders hold several versions of a hand-in: {named}. "
        f"Say which is later, by {option(pattern)}"
    )


@dataclass(frozen=True, slots=True)
class _HeldNames:
    """Names of several persons' work in a place; `sure` if a system or the roster says so."""

    place: Content
    names: list[str]
    sure: bool = False


class _DeeperSearch:
    """Looks for several persons' work in what should be one's; archives are looked into, too."""

    def __init__(self, known_files: Sequence[str], roster: Roster) -> None:
        self._known, self._roster = known_files, roster

    def line_of(self, contents: Sequence[Content]) -> str:
        """What to tell if each entry, or the only one, holds several persons' work; else empty.

        Or if most hold work of the roster's students, while none is named after one.
        """
        handins = [one for one in contents if one.may_be_handin]
        if any(map(self._is_student, handins)):
            return ""
        several = self._in_one(handins[0]) if len(handins) == 1 else self._in_each(handins)
        held = {} if several else self._held_in(handins)
        return _line_of(held) if 2 * len(held) > len(handins) else several

    def in_few(self, contents: Sequence[Content]) -> Mapping[str, list[str]]:
        """The names in entries that aren't students themselves, where most entries are right."""
        handins = [one for one in contents if one.may_be_handin]
        return self._held_in([one for one in handins if not self._is_student(one)])

    def _is_student(self, one: Content) -> bool:
        return self._roster.knows(without_ending(one.base))

    def _held_in(self, others: Sequence[Content]) -> Mapping[str, list[str]]:
        if not self._roster.people:
            return {}
        held = {one.name: self._students_below(one) for one in _few_opened(others)}
        return {name: students for name, students in held.items() if students}

    def _students_below(self, entry: Content) -> list[str]:
        """The students of the roster under whose names work lies in an entry."""
        for _, inside in _levels(entry, archives=False):
            if any(one.base in self._known for one in inside):
                break  # a hand-in
            if students := self._students(inside):
                return students
        return []

    def _students(self, inside: Sequence[Content]) -> list[str]:
        """The archives, and folders with graded files, that have names from the roster."""
        theirs = [one for one in inside if self._is_student(one)]
        return [one.base for one in theirs if is_archive(one) or self._holds_file(one)]

    def _in_one(self, top: Content) -> str:
        held = self._held(top, archives=True)
        if len(held.names) < 2:
            return ""
        kind = "archive" if is_archive(held.place) else "folder"
        way = f"{'Unpack it, and grade' if held.place.members else 'Grade'} that {kind} itself"
        return (
            f"{plain(held.place.name)} holds hand-ins of several students: "
            f"{listed(held.names, _NAMED)}. {way}; if it is one hand-in, add "
            f"{plain(without_ending(top.base))} to roster.csv"
        )

    def _in_each(self, handins: Sequence[Content]) -> str:
        """What to tell if most entries hold hand-ins, and half of them those of several persons.

        Or if most hold those of known persons. If an entry with a person's name is a hand-in
        itself, the others are guessed to be hand-ins, too.
        """
        looked = _few_opened(handins)
        held = {one: self._held(one, archives=False) for one in looked}
        names = {plain(one.name): some.names for one, some in held.items()}
        guessed = {plain(one.name): some.names for one, some in held.items() if not some.sure}
        if persons_among([without_ending(one.base) for one in handins], "", self._known):
            names |= _without_repeated(guessed)
        several = [name for name, some in names.items() if len(some) > 1]
        sure = [name for name, some in names.items() if some and name not in guessed]
        most = 2 * sum(map(bool, names.values())) > len(looked) <= 2 * len(several)
        if 2 * len(sure) > len(looked):
            several = sure
        elif not most or any(map(self._is_persons, looked)):
            return ""
        direct = all(one.folder and some.place is one for one, some in held.items())
        way = f", or all by {option(_SECTIONS)}" if direct else ""
        shown = [f"{one} in {name}" for name in several for one in names[name]]
        return (
            f"its entries are no hand-ins, but hold those of students: {listed(shown, _NAMED)}. "
            f"Grade each by itself, such as {several[0]}{way}; if the entries are students, add "
            "them to roster.csv"
        )

    def _is_persons(self, one: Content) -> bool:
        """Whether graded files are directly in a folder whose name may be a person's."""
        direct = any(each.base in self._known for each in one.inside())
        return direct and bool(persons_among([one.base], "", self._known))

    def _held(self, entry: Content, *, archives: bool) -> "_HeldNames":
        """The place in an entry that has the work of most persons."""
        found = [_HeldNames(entry, [])]
        for place, inside in _levels(entry, archives=archives):
            if any(one.base in self._known for one in inside):
                break  # a hand-in
            if place is not entry and self._is_student(place):
                break
            if len(inside) > 1 and (sent := _senders(place, inside)):
                found.append(_HeldNames(place, sent, sure=True))
            else:
                found.append(self._persons(place, inside))
        return max(found, key=lambda one: len(one.names))

    def _persons(self, place: Content, inside: Sequence[Content]) -> "_HeldNames":
        """What in a folder belongs to one person each."""
        if students := self._students(inside):
            return _HeldNames(place, [*map(plain, students)], sure=True)
        works = self._works(inside)
        names: dict[Key, str] = {}
        for one in works:
            for key in persons_among([without_ending(one.base)], place.base, self._known):
                names.setdefault(key, plain(one.base))
        persons = persons_among(map(without_ending, names.values()), place.base, self._known)
        return _HeldNames(place, [name for key, name in names.items() if key in persons])

    def _works(self, inside: Sequence[Content]) -> list[Content]:
        """The folders that hold graded files, and archives, if the first two do."""
        archives = [one for one in inside if is_archive(one)]
        sample = archives[:2] if len(archives) > 1 else []
        packed = archives if sample and all(map(self._holds_file, sample)) else []
        folders = [one for one in inside[:_MOST_FOLDERS] if one.folder and self._holds_file(one)]
        return [*folders, *packed]

    def _holds_file(self, one: Content) -> bool:
        """Whether a graded file is in a folder or an archive, not too deep."""
        rest = entries_of(one)
        for _ in range(_FOLDERS_BELOW):
            if any(each.base in self._known for each in rest):
                return True
            rest = [below for each in rest[:_FOLDERS_BELOW] for below in each.entries()]
        return False


def _line_of(held: Mapping[str, Sequence[str]]) -> str:
    """What to tell about entries that aren't students themselves, but hold students' work."""
    places = [*map(plain, held)]
    shown = [f"{plain(one)} in {plain(name)}" for name, some in held.items() for one in some]
    return (
        f"hand-ins of students of roster.csv lie deeper than the others: "
        f"{listed(shown, _NAMED)}. Put them beside the others, or grade {places[0]} by itself; "
        f"if {places[0]} is one hand-in, add {without_ending(places[0])} to roster.csv"
    )


def _few_opened(handins: Sequence[Content]) -> list[Content]:
    """The same without archives, except the first ones."""
    archives = [one.name for one in handins if is_archive(one)]
    return [one for one in handins if one.name not in archives[_MOST_OPENED:]]


def _senders(place: Content, inside: Sequence[Content]) -> list[str]:
    """One entry of each sender, if a system's download lies in a folder or an archive."""
    return list(map(plain, senders([one.within(place.name) for one in inside])))


def _without_repeated(found: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The same without names that occur in several folders: these aren't persons."""
    times = Counter(name for some in found.values() for name in set(some))
    return {place: [name for name in some if times[name] == 1] for place, some in found.items()}


def _levels(place: Content, *, archives: bool) -> Iterator[tuple[Content, list[Content]]]:
    """Folders, and `archives`, each of which holds only the next one, with what is in each."""
    for _ in range(_MOST_LEVELS):
        inside = entries_of(place)
        yield place, inside
        handins = [one for one in inside if one.may_be_handin]
        if len(handins) != 1 or not (handins[0].folder or (archives and is_archive(handins[0]))):
            return
        place = handins[0]
