"""Files that nobody opens while the tests answer a hand-in: what lies beside them, and /proc.

A hand-in may call what the tests hand it or put in the place of Python's own. A spy, such as
`mock.patch("builtins.open", wraps=open)`, does with any name what the hand-in says, here; so the
lines of the tests would be a file like others, and their memory, too.

A test may open a path that a hand-in has returned, and hand over what is in it. So the tests open
such a file by themselves as often as they do with the reference, in the same test, and no more.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from os import fsdecode
from os.path import join, realpath
from types import FrameType
from typing import Any

OF_PROCESSES = "/proc"
OPENING = ("open", "sqlite3.connect", "os.rename", "os.link", "os.symlink")
# What reads for others, and who reads files of tests for itself.
FOR_OTHERS = ("codecs", "io", "pathlib", "tokenize")
READERS = ("_pytest", "importlib", "linecache")


def close_files(
    root: str,
    own: Iterable[str],
    is_answering: Callable[[], bool],
    admits_opening: Callable[[str], bool],
) -> None:
    """Refuse from now on what opens, moves or links one of these files of a folder meanwhile.

    What is refused is a `PermissionError`; `admits_opening` says whether the tests may open one by
    themselves once more.
    """
    closed = {realpath(join(root, name)): name for name in own}

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        for_hand_in = is_answering()
        if not for_hand_in and event not in OPENING:
            return
        for argument in arguments:
            if not isinstance(argument, str | bytes | os.PathLike):
                continue
            name = _name_of_closed(argument, closed)
            if name and (for_hand_in or not (_is_read_by_pytest() or admits_opening(name))):
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


def _is_read_by_pytest() -> bool:
    """Whether it is opened to be imported, or to show a line of it."""
    frame = sys._getframe(2)
    while frame.f_back and _module(frame) in FOR_OTHERS:
        frame = frame.f_back
    return _module(frame) in READERS


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
