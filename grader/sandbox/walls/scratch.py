"""The folders of boxes that have no file system of their own (tier 1).

A box of tier 1 may write in one folder of the machine. A judge keeps those of its boxes in one
folder of its own, the *scratch root*, and removes it in the end. If a judge is killed, the next one
removes what it left. A lock (flock(2), on that folder itself) tells whether a judge is alive, and
not a process id, since judges in two containers may share /tmp and see none of each other's
processes. The kernel drops the lock when the last process with the descriptor ends: the judge, and
the children that it forks for hand-ins, which die with it. Boxes don't have it, since exec doesn't
pass it on. systemd-tmpfiles leaves locked folders alone, too.

Other cleaners don't. If a folder is gone or replaced when its box ends, somebody else did it: no
box can remove its own. The same goes for a disk that is still full after the box's own files are
deleted. Results of student code then mean nothing, and the grader is broken: the hand-in is graded
again, in another folder.
"""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from grader.errors import BrokenGrader, IsolationUnavailable
from grader.sandbox.walls.interpreter import is_open_to_all
from grader.sandbox.walls.removal import clear

PREFIX = "grader-boxes-"
# Where to look if boxes can't use the folder for temporary files.
OTHER_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm")
# How many files of a box the disk must have room for, beside the folder itself.
LEAST_FILES = 100
LEAST_BYTES = 1 << 20
ADVICE = "set TMPDIR to a folder that every user may enter, on a disk with room"


@dataclass(frozen=True, slots=True)
class Scratch:
    """The folder of one box; `number` distinguishes it from others of the same name."""

    path: str
    number: tuple[int, int]

    def is_there(self) -> bool:
        """Whether it is still the same folder."""
        return _number_of(self.path) == self.number


class ScratchRoot:
    """A folder for boxes' folders, as long as its lock is held."""

    def __init__(self, folder: Path, box_bytes: int, owner: int | None) -> None:
        """Make one in `folder`; raises `OSError`, with words, if boxes couldn't use it.

        Each box may need `box_bytes`; its folder is to belong to the user `owner`, or else to ours.
        """
        self._box_bytes = box_bytes
        self._owner = owner
        if owner is not None and not is_open_to_all(folder.resolve()):
            raise OSError("other users can't enter it")
        self.path, self._lock = _locked_folder(folder)
        try:
            self._require_room(box_bytes)
            # A trial, so that what can't be done is known before there is a box.
            clear(Path(self._new_folder()))
        except OSError:
            self.close()
            raise

    def new_scratch(self) -> Scratch:
        """A new folder for a box; raises `BrokenGrader` if there can't be one any more."""
        try:
            self._require_room(self._box_bytes)
            folder = self._new_folder()
            return Scratch(folder, _number_of(folder) or (0, 0))
        except OSError as error:
            raise BrokenGrader(f"{self.path}, for boxes' files: {_words(error)}") from None

    def clear_away(self, scratch: Scratch) -> None:
        """Delete a box's folder; raises `BrokenGrader` if the box may have lost its use."""
        was_there = scratch.is_there()
        clear(Path(scratch.path))
        if not was_there:
            raise BrokenGrader(f"somebody has cleared {scratch.path} away while a box worked there")
        try:
            self._require_room(LEAST_BYTES)
        except OSError as error:
            raise BrokenGrader(f"{self.path}, for boxes' files: {_words(error)}") from None

    def close(self) -> None:
        """Delete it with all that is in it, and release the lock."""
        clear(self.path)
        os.close(self._lock)

    def _new_folder(self) -> str:
        folder = tempfile.mkdtemp(dir=self.path)
        if self._owner is not None:
            os.chown(folder, self._owner, self._owner)
        return folder

    def _require_room(self, size: int) -> None:
        disk = os.fstatvfs(self._lock)
        if disk.f_bavail * disk.f_frsize < size:
            raise OSError(f"less than {size >> 20} MB are free on its disk")
        # Some file systems don't count files.
        if disk.f_files > 0 and disk.f_favail < LEAST_FILES:
            raise OSError("its disk has no room for more files")


def find_scratch_root(box_bytes: int, owner: int | None) -> ScratchRoot:
    """One where temporary files are, or else in another place that boxes can use.

    Raises `IsolationUnavailable` if there is none, with the reason for each folder.
    """
    reasons = []
    for folder in _folders():
        clear_left(folder)
        try:
            return ScratchRoot(folder, box_bytes, owner)
        except OSError as error:
            reasons.append(f"{folder}: {_words(error)}")
    raise IsolationUnavailable(f"no folder for boxes' files ({'; '.join(reasons)}); {ADVICE}")


def _folders() -> Iterator[Path]:
    try:
        first = [tempfile.gettempdir()]
    except OSError:  # no file can be written in any folder that it knows
        first = []
    yield from [Path(name) for name in dict.fromkeys([*first, *OTHER_FOLDERS])]


def clear_left(folder: Path) -> None:
    """Clear away what dead judges have left in `folder`."""
    for left in folder.glob(f"{PREFIX}*"):
        lock = _lock_of_dead_judge(left)
        if lock is not None:
            clear(left)
            os.close(lock)


def _lock_of_dead_judge(folder: Path) -> int | None:
    # Anybody may put something with such a name there, or a link to somewhere else.
    try:
        lock = _opened(folder)
    except OSError:  # not a folder, somebody else's, or cleared away by another judge
        return None
    try:
        if os.fstat(lock).st_uid == os.getuid():
            _take(lock)
            return lock
    except OSError:  # its judge lives
        pass
    os.close(lock)
    return None


def _locked_folder(folder: Path) -> tuple[Path, int]:
    while True:
        # The process id is only for people who look.
        path = folder / f"{PREFIX}{os.getpid()}.{token_hex(8)}"
        path.mkdir(0o700)
        if lock := _lock_of(path):
            # Boxes of another user must get through to their own folders, but not list the others.
            os.fchmod(lock, 0o711)
            return path, lock


def _lock_of(made: Path) -> int | None:
    """The lock of a folder just made; `None` if another judge was faster, and clears it away."""
    lock = _opened(made)
    try:
        _take(lock)
        if _number_of(made) == _number(os.fstat(lock)):
            return lock
    except BlockingIOError:
        pass
    except OSError:  # a file system without locks
        os.close(lock)
        made.rmdir()
        raise
    os.close(lock)
    return None


def _opened(folder: Path) -> int:
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)


def _take(lock: int) -> None:
    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _number_of(path: str | Path) -> tuple[int, int] | None:
    try:
        return _number(os.lstat(path))
    except OSError:
        return None


def _number(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _words(error: OSError) -> str:
    return error.strerror or str(error)
