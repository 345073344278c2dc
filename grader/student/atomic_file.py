"""Writing a file as a whole: a reader sees the old file or the new one, never half of one."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

FOR_STAFF = 0o640  # grades are not for everybody on the machine


@contextmanager
def replacing(path: Path, mode: int | None = None, *, durable: bool = False) -> Iterator[BinaryIO]:
    """A new file that replaces `path` when the block ends without an exception.

    It gets the permissions `mode`, less the umask. Without `mode` it keeps those of the file that
    it replaces; a new file is for its owner and group. A `durable` file survives a power cut from
    then on. Raises `OSError`; the old file is then unchanged.
    """
    kept = _permissions(path) if mode is None else None
    # A short name: that of `path` may already be as long as names can be.
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        with open(part, "xb", opener=partial(os.open, mode=mode or FOR_STAFF)) as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        if kept is not None:
            part.chmod(kept)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
    if durable:
        _sync_folder(path.parent)


def _permissions(path: Path) -> int | None:
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    return stat.S_IMODE(status.st_mode) if stat.S_ISREG(status.st_mode) else None


def _sync_folder(folder: Path) -> None:
    # Otherwise the new name may be lost in a power cut even though the file's content is not.
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
