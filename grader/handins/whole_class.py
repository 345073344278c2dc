"""Refuse a whole class where one hand-in is expected.

Graded as one, it would be graded by one member's files, and said to be somebody's. A stranger's
folder or archive is looked at in a forked child, as when it is opened: if that fails, it isn't
taken for a class here, and is opened next.
"""

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from grader.course.staff_tables import TABLES
from grader.errors import UsageError
from grader.handins.contents import Content, contents_of, seen_apart
from grader.handins.reading.archives import OPENED
from grader.handins.reading.names import plain
from grader.handins.systems.known_systems import senders
from grader.inside.shortening import listed

_NAMED = 3
_FEWEST = 3  # two may be a hand-in and a copy of it
_LEVELS = 4  # a download may be in a folder of a folder
_BESIDE = (*TABLES, "rubric.yaml")
_TEXTS = (".csv", ".yaml", ".yml", ".toml", ".json", ".jsonl", ".html", ".sqlite")
_RESULTS = ("run.json", "results.sqlite")


def refuse_whole_class(place: Path, known_files: Sequence[str]) -> None:
    """Raise `UsageError` if a place has hand-ins of several people, or can't be a hand-in.

    The text says what to do instead.
    """
    refuse_results(place)
    if os.path.isfile(place) and place.suffix.lower() in _TEXTS and place.name not in known_files:
        raise UsageError(
            f"{place}: it is no hand-in; name a folder, an archive, a notebook or a .py file"
        )
    if found := seen_apart(partial(_members, known_files), place):
        raise UsageError(
            f"{place}: it is a class, not one hand-in: {listed(list(map(plain, found)), _NAMED)}; "
            f"name one of them, or grade all by `grader batch {place} --out out`"
        )


def refuse_results(place: Path) -> None:
    """Raise `UsageError` if a place is where the grader wrote results."""
    if all(os.path.isfile(place / name) for name in _RESULTS):
        raise UsageError(
            f"{place}: the grader's results are in it, no hand-ins; name the folder or download "
            "that was graded"
        )


def _members(known_files: Sequence[str], place: Path) -> Sequence[str]:
    """The names of the hand-ins in a place; none if it is a single hand-in."""
    try:
        contents: Sequence[Content] = contents_of(place)
    except UsageError:
        return ()
    staffed = any(os.path.isfile(place / name) for name in _BESIDE)
    for _ in range(_LEVELS):
        if any(one.base in known_files for one in contents):
            return ()
        if found := senders(contents):
            return found
        members = [one.base for one in contents if _is_handin(one, known_files)]
        if len(members) >= (2 if staffed else _FEWEST):
            return members
        if len(contents) != 1:
            return ()
        above = contents[0].name
        contents = [one.within(above) for one in contents[0].entries()]
    return ()


def _is_handin(one: Content, known_files: Sequence[str]) -> bool:
    """Whether it is an archive, or a folder with a graded file, perhaps in its only subfolder."""
    if not one.folder:
        return one.name.lower().endswith(OPENED)
    inside = one.inside()
    if len(inside) == 1:
        inside = [*inside, *inside[0].inside()]
    return any(each.base in known_files for each in inside)
