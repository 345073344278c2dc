"""Hand-ins that lie deeper than one folder each: versions of each student, or a whole class.

As one hand-in, such a folder would be graded by one of several files, and be said to be somebody's.
"""

from collections.abc import Iterator, Sequence

from grader.handins.contents import Content
from grader.handins.reading.names import plain
from grader.handins.systems.readings import moment

_NAMED = 5
_MOST_FOLDERS = 1_000  # a stranger's folder may hold any number, in any depth
_STUDENT, _FILE = "(?P<student>[^/]+)/", "/(?P<file>.+)"


def lies_deeper(contents: Sequence[Content], known_files: Sequence[str]) -> str:
    """What to tell about folders that hold several hand-ins each; empty if hardly any does."""
    below = [list(_each_with_file(one, known_files)) for one in contents]
    attempts = [some for some in below if some and _kind(some)]
    if 2 * len(attempts) > len(contents) and any(len(some) > 1 for some in attempts):
        return _versions(attempts)
    if len(contents) == 1:
        return _whole_class(contents[0], known_files)
    return ""


def _each_with_file(folder: Content, known_files: Sequence[str]) -> Iterator[Content]:
    """The folders in a folder that hold graded files, unless it holds some itself."""
    inside = folder.inside()[:_MOST_FOLDERS]
    if not any(one.base in known_files for one in inside):
        yield from (one for one in inside if any(x.base in known_files for x in one.inside()))


def _kind(folders: Sequence[Content]) -> str:
    """The pattern of what all these names count: versions, or times; empty if they don't."""
    names = [one.base for one in folders]
    if all(name.isdecimal() and len(name) < 5 for name in names):
        return r"(?P<version>\d+)"
    return r"(?P<time>[\d T:-]+)" if all(map(moment, names)) else ""


def _versions(attempts: Sequence[Sequence[Content]]) -> str:
    shown = max(attempts, key=len)
    named = ", ".join(plain(one.name) for one in shown[:_NAMED])
    pattern = _STUDENT + _kind(shown) + _FILE
    return (
        f"folders hold several versions of a hand-in: {named}. "
        f"Say which is later, by --names '{pattern}'"
    )


def _whole_class(folder: Content, known_files: Sequence[str]) -> str:
    for _ in range(_MOST_FOLDERS):
        if len(inside := folder.inside()) != 1:
            break
        folder = inside[0]
    found = list(_each_with_file(folder, known_files))
    if len(found) < 2:
        return ""
    file = next(one.base for one in found[0].inside() if one.base in known_files)
    named = ", ".join(plain(one.base) for one in found[:_NAMED])
    return (
        f"its only folder holds others with {file} in each: {named}. "
        f"If each is a hand-in, name the folder that holds them: {plain(folder.name)}"
    )
