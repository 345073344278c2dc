"""Removing a folder that student code has written in.

That code may have tried to block the removal: with thousands of nested folders, which a recursive
deletion can't follow, or with folders that nobody may open. So nothing here is recursive and no
path is longer than one name: the contents of a nested folder are first moved up, under a new name.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from secrets import token_hex


def clear(folder: Path) -> None:
    """Delete a folder with all that is in it, as far as this user can; follows no links."""
    # Names that nobody can have taken in advance.
    names = (f"{token_hex(8)}-{number}" for number in count())
    with suppress(FileNotFoundError):
        while _clear_top(folder, names):
            continue
    with suppress(OSError):
        folder.rmdir()


def _clear_top(folder: Path, names: Iterator[str]) -> bool:
    """Delete the files, empty the folders within; returns whether anything was removed."""
    less = False
    with os.scandir(folder) as entries:
        found = list(entries)
    for entry in found:
        with suppress(OSError):
            if entry.is_dir(follow_symlinks=False):
                _flatten(Path(entry.path), folder, names)
            else:
                os.unlink(entry.path)
            less = True
    return less


def _flatten(within: Path, top: Path, names: Iterator[str]) -> None:
    within.chmod(0o700)
    with os.scandir(within) as entries:
        found = list(entries)
    for child in found:
        if child.is_dir(follow_symlinks=False):  # moving a folder needs the right to write in it
            os.chmod(child.path, 0o700)
        os.rename(child.path, top / next(names))
    within.rmdir()
