"""A download in an unknown form: which one is nearest, what doesn't fit, what would read it."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from grader.course.roster import Roster
from grader.handins.contents import Content
from grader.handins.reading.names import plain
from grader.handins.systems.known_systems import SYSTEMS
from grader.handins.systems.pattern import escaped, option
from grader.handins.systems.readings import System, form

_SEPARATORS = r"[_+. -]"
_TIME = re.compile(r"\d{4}-?\d\d-?\d\d(?:[-T ]?\d\d-?\d\d(?:-?\d\d)?)?")
_NUMBER = re.compile(r"\d{1,4}")


def unknown_form(contents: Sequence[Content], known_files: Sequence[str], roster: Roster) -> str:
    """What to tell about files and folders whose names hold more than an id; empty if there are few
    of them.

    A file that is graded under its own name can't be a student's hand-in under a longer one.
    """
    names = [one.name for one in contents if not one.folder]
    odd = [name for name in names if _file_of(name, known_files)]
    if 2 * len(odd) > len(contents):
        system = max(SYSTEMS, key=lambda one: _nearness(one.example, odd[0]))
        return _line(system, odd[0], _pattern(odd, known_files))
    others = [one.name for one in contents if one.folder and not roster.knows(one.base)]
    for system in [one for one in SYSTEMS if one.folders]:
        made = re.compile(system.folders.rpartition("/")[0])
        odd = [name for name in others if made.fullmatch(name)]
        if 2 * len(odd) > len(contents):
            return _line(system, odd[0], system.folders)
    return ""


def _line(system: System, name: str, pattern: str) -> str:
    lacking = system.parts[_fitting(system, name)][0]
    words = f"{system.name}'s, such as {system.example}"
    return (
        f"the names are of no known form. The nearest is {words}; "
        f"{plain(name)} doesn't fit: {lacking} isn't where it should be. "
        f"Say what is what, such as by {option(pattern)}"
    )


def _file_of(name: str, known_files: Sequence[str]) -> str:
    """The file of the assignment that a longer name ends in; empty if it ends in none."""
    found = [k for k in known_files if re.fullmatch(rf".+{_SEPARATORS}{re.escape(k)}", name)]
    return max(found, key=len, default="")


def _nearness(example: str, name: str) -> float:
    """How similar two names are: by their letters, and by their sequence of kinds of letters."""
    return sum(
        SequenceMatcher(None, shape(example), shape(name), autojunk=False).ratio()
        for shape in (str, _shape)
    )


def _shape(name: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "0", name))


def _fitting(system: System, name: str) -> int:
    """How many parts of a name fit that system."""
    whole = len(system.parts) - 1
    counts = [n for n in range(1, whole + 1) if form(system.parts[:n]).match(name)]
    return max(counts, default=0)


def _pattern(names: Sequence[str], known_files: Sequence[str]) -> str:
    """A pattern that reads all of these names if they are made alike; else one that might."""
    heads = [name.removesuffix(_file_of(name, known_files)) for name in names]
    rows = [re.split(f"({_SEPARATORS})", _dated(head)) for head in heads]
    if len({len(row) for row in rows}) != 1:
        return r"(?P<student>[^_]+)_(?P<file>.+)"
    columns = list(zip(*rows, strict=True))
    student = _column_of_students(columns)
    parts = [_part(column, place == student) for place, column in enumerate(columns)]
    return _once("".join(parts)) + "(?P<file>.+)"


def _dated(head: str) -> str:
    """The same with each time in one piece, so that no separator splits it."""
    # NUL marks a time, since no file name has one.
    return _TIME.sub(lambda match: re.sub(r"\D", "", match[0]).join("\0\0"), head)


def _column_of_students(columns: Sequence[Sequence[str]]) -> int:
    """The column that differs most and isn't a time; among equals, words rather than numbers."""

    def rank(place: int) -> tuple[bool, bool, int]:
        column = columns[place]
        words = not all(map(_NUMBER.fullmatch, column))
        return not any("\0" in cell for cell in column), words, len(set(column))

    varying = [n for n, column in enumerate(columns) if len(set(column)) > 1] or [0]
    return max(varying, key=rank)


def _part(column: Sequence[str], student: bool) -> str:
    if student:
        return "(?P<student>.+?)"
    if any("\0" in cell for cell in column):
        return r"(?P<time>[\d T-]+)"
    if len(set(column)) == 1:
        return escaped(column[0])
    return r"(?P<version>\d+)" if all(map(_NUMBER.fullmatch, column)) else ".*?"


def _once(pattern: str) -> str:
    """The same with each group named once."""
    for name in ("time", "version"):
        first, found, rest = pattern.partition(f"(?P<{name}>")
        pattern = first + found + rest.replace(f"(?P<{name}>", "(?:")
    return pattern
