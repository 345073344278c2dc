"""A download in an unknown form: which one is nearest, what doesn't fit, what would read it."""

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from grader.course.roster import Roster
from grader.handins.contents import Content
from grader.handins.reading.names import plain
from grader.handins.systems.known_systems import SYSTEMS
from grader.handins.systems.pattern import escaped, option
from grader.handins.systems.readings import System, beginning, form

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
        return _between(heads)
    columns = list(zip(*rows, strict=True))
    first, last = _columns_of_students(columns)
    before, after = map(_parts, (columns[:first], columns[last + 1 :]))
    return _once(f"{before}(?P<student>.+?){after}") + "(?P<file>.+)"


def _between(heads: Sequence[str]) -> str:
    """A pattern for names of several words, between what all names begin and end with."""
    begin = re.match(f"(?:.*{_SEPARATORS})?", beginning(heads))
    end = re.search(f"{_SEPARATORS}*$", beginning([head[::-1] for head in heads])[::-1])
    around = [escaped(match[0]) if match else "" for match in (begin, end)]
    return f"{around[0]}(?P<student>.+?){around[1] or '_'}(?P<file>.+)"


def _dated(head: str) -> str:
    """The same with each time in one piece, so that no separator splits it."""
    # NUL marks a time, since no file name has one.
    return _TIME.sub(lambda match: re.sub(r"\D", "", match[0]).join("\0\0"), head)


def _columns_of_students(columns: Sequence[Sequence[str]]) -> tuple[int, int]:
    """The first and the last column of words that differ; without any, the one that differs most.

    Names may be of several words: without one of them, two people may be called the same.
    """
    varying = [n for n, column in enumerate(columns) if len(set(column)) > 1] or [0]
    words = [n for n in varying if not all(cell.strip("\0").isdecimal() for cell in columns[n])]
    most = max(varying, key=lambda n: (not _is_time(columns[n]), len(set(columns[n]))))
    return (words[0], words[-1]) if words else (most, most)


def _is_time(column: Sequence[str]) -> bool:
    return any("\0" in cell for cell in column)


def _parts(columns: Iterable[Sequence[str]]) -> str:
    return "".join(map(_part, columns))


def _part(column: Sequence[str]) -> str:
    if _is_time(column):
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
