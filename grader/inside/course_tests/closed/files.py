"""Files that stay closed while the tests answer a hand-in: those beside the tests, and /proc.

A hand-in may call what the tests hand it or put in the place of Python's own. A spy, such as
`mock.patch("builtins.open", wraps=open)`, opens any name that the hand-in passes, in this process;
so it could read the tests' own lines, and their memory.

A test may also open a path that a hand-in has returned, and hand over its content. So the tests
open such a file on their own only where they also do so on the reference.
"""

import os
import sys
from collections.abc import Callable, Container, Iterable, Mapping
from os import fsdecode
from os.path import join, realpath
from types import FrameType
from typing import Any

OF_PROCESSES = "/proc"
# The event for a comparison of files by size and time, which says as much as opening them.
LOOKED_AT = "grader.looked_at"
# Events that open, move or link a file, and how many paths each passes.
OPENING = {
    "open": 1,
    LOOKED_AT: 1,
    "sqlite3.connect": 1,
    "os.rename": 2,
    "os.link": 2,
    "os.symlink": 2,
}
# Modules that read for others, and modules that read the tests' files for themselves.
FOR_OTHERS = ("codecs", "io", "pathlib", "tokenize")
READERS = ("_pytest", "importlib", "linecache")


def close_files(
    root: str,
    own: Iterable[str],
    is_answering: Callable[[], bool],
    admits_opening: Callable[[str, str], bool],
) -> None:
    """From now on refuse to open, move or link these files of a folder during an answer.

    A refusal is a `PermissionError`. `admits_opening` says whether the tests may open a file of
    that name on their own, "" for any other file, at a place in them.
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
            if event == LOOKED_AT:  # counted apart: not all of these are opened
                place = f"{place}:{event}"
        for argument in arguments:
            if isinstance(argument, str | bytes | os.PathLike) and is_refused(argument, place):
                raise PermissionError(f"{fsdecode(argument)} is closed to hand-ins")

    sys.addaudithook(hook)


def _name_of_closed(name: Any, closed: Mapping[str, str]) -> str:
    """The name under which a file is closed; empty for others."""
    try:
        place = realpath(fsdecode(name))
    except (OSError, ValueError):
        return ""  # not a possible file name
    if place == OF_PROCESSES or place.startswith(f"{OF_PROCESSES}/"):
        return OF_PROCESSES
    return closed.get(place, "")


def _place_in_tests(root: str, own: Container[str]) -> str | None:
    """Where the tests open something; None for imports and for lines shown in tracebacks."""
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
