"""Files that are read back only if nobody but their owner could have written them."""

import fcntl
import os
import pickle
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from grader.student.atomic_file import replacing


def read_private(path: Path) -> bytes | None:
    """What is in a file; `None` if there is none, or if others could have written it."""
    try:
        with path.open("rb") as file:
            # Of the open file, not the path: that could be replaced in between.
            status = os.fstat(file.fileno())
            others_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            return None if status.st_uid != os.getuid() or others_write else file.read()
    except OSError:
        return None


def read_pickle(path: Path) -> Any:
    """What a pickle of ours holds; `None` if there is none that is ours and can be read."""
    # Unpickling can run code, so only what nobody else could have written is unpickled.
    with suppress(EOFError, pickle.UnpicklingError, AttributeError, ImportError):
        if (data := read_private(path)) is not None:
            return pickle.loads(data)
    return None


def write_private(path: Path, data: bytes, most: int) -> None:
    """Write a file, and remove the oldest of its kind (`KIND-….END`) beyond `most`.

    Its folder is made if there is none. Raises `OSError`.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(path, 0o600) as file:
        file.write(data)
    kind, end = f"{path.name.partition('-')[0]}-", path.suffix
    names = [n for n in os.listdir(path.parent) if n.startswith(kind) and n.endswith(end)]
    if len(names) > most:  # otherwise skip the look at their dates
        files = sorted(map(path.with_name, names), key=lambda each: each.stat().st_mtime)
        for old in files[:-most]:
            old.unlink()


@contextmanager
def exclusive(folder: Path) -> Iterator[None]:
    """Hold a lock on this folder against other processes; if it can't be locked, go on."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):  # some file systems have no locks
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
