"""Files that nobody opens while the tests answer a hand-in: what lies beside them, and /proc.

A hand-in may call what the tests hand it or put in the place of Python's own. A spy, such as
`mock.patch("builtins.open", wraps=open)`, does with any name what the hand-in says, here; so the
lines of the tests would be a file like others, and their memory, too.

A test may open a path that a hand-in has returned, and hand over what is in it. So the tests open
such a file by themselves where they do so with the reference.
"""

import os
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from os import fsdecode
from os.path import join, realpath
from types import FrameType
from typing import Any

OF_PROCESSES = "/proc"
# Says that a file is compared by its size and time, which is as good as to open it.
LOOKED_AT = "grader.looked_at"
# What opens, moves or links a file, and how many paths it is given.
OPENING = {
    "open": 1,
    LOOKED_AT: 1,
    "sqlite3.connect": 1,
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
}
# What reads for others, and who reads files of tests for itself.
FOR_OTHERS = ("codecs", "io", "pathlib", "tokenize")
READERS = ("_pytest", "importlib", "linecache")


def close_files(
    root: str,
    own: Iterable[str],
    is_answering: Callable[[], bool],
    admits_opening: Callable[[str, str], bool],
) -> None:
    """Refuse from now on what opens, moves or links one of these files of a folder meanwhile.

    What is refused is a `PermissionError`. `admits_opening` says whether the tests may open by
    themselves a file of that name, "" for any other file, at a place in them.
    """
    root = realpath(root)
    closed = {realpath(join(root, name)): name for name in own}
    names = frozenset(closed.values())

    def is_refused(path: object, place: str | None) -> bool:
        name = _name_of_closed(path, closed)
        return bool(name) if place is None else not admits_opening(name, place)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        place = None
        if not is_answering():
            arguments = arguments[: OPENING.get(event, 0)]
            if not arguments or (place := _place_in_tests(root, names)) is None:
                return
            if event == LOOKED_AT:  # counts by itself: not all such files are opened then
                place = f"{place}:{event}"
        for argument in arguments:
            if isinstance(argument, str | bytes | os.PathLike) and is_refused(argument, place):
                raise PermissionError(f"{fsdecode(argument)} is closed to hand-ins")

    sys.addaudithook(hook)


def _name_of_closed(name: Any, closed: Mapping[str, str]) -> str:
    """By which name a file is closed; nothing for others."""
    try:
        place = realpath(fsdecode(name))
    except (OSError, ValueError):
        return ""  # which is no name of a file
    if place == OF_PROCESSES or place.startswith(f"{OF_PROCESSES}/"):
        return OF_PROCESSES
    return closed.get(place, "")


def _place_in_tests(root: str, own: Container[str]) -> str | None:
    """Where in the tests something is opened; None for what is imported, or a line to be shown."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and _module(frame) in FOR_OTHERS:
        frame = frame.f_back
    if frame is None or _module(frame) in READERS:
        return None
    while frame is not None:
        if (file := frame.f_code.co_filename.removeprefix(f"{root}/")) in own:
            return f"{file}:{frame.f_code.co_name}:{frame.f_lasti}"
        frame = frame.f_back
    return ""


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
