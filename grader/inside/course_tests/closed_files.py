"""Files that nobody opens while the tests answer a hand-in: what lies beside them, and /proc.

A hand-in may call what the tests hand it or put in the place of Python's own. A spy, such as
`mock.patch("builtins.open", wraps=open)`, does with any name what the hand-in says, here; so the
lines of the tests would be a file like others, and their memory, too.
"""

import os
import sys
from collections.abc import Callable, Iterable
from os import fsdecode
from os.path import join, realpath
from typing import Any

OF_PROCESSES = "/proc"


def close_files(root: str, own: Iterable[str], is_answering: Callable[[], bool]) -> None:
    """Refuse from now on what opens, moves or links one of these files of a folder meanwhile.

    What is refused is a `PermissionError`.
    """
    closed = frozenset(realpath(join(root, name)) for name in own)

    def hook(_event: str, arguments: tuple[object, ...]) -> None:
        if not is_answering():
            return
        for argument in arguments:
            if isinstance(argument, str | bytes | os.PathLike) and _is_closed(argument, closed):
                raise PermissionError(f"{fsdecode(argument)} is closed to hand-ins")

    sys.addaudithook(hook)


def _is_closed(name: Any, closed: frozenset[str]) -> bool:
    try:
        place = realpath(fsdecode(name))
    except (OSError, ValueError):
        return False  # which is no name of a file
    return place in closed or place == OF_PROCESSES or place.startswith(f"{OF_PROCESSES}/")
