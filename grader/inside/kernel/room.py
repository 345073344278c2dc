"""Bounds what a box keeps on the disk, where it has no file system of its own (tier 1).

The kernel bounds each file of a box, but not their sum. So the listener is asked about every call
that can take room, and asks here. The most that such calls can take is added up; when the sum
reaches the box's limit, its files are measured, and the sum starts again from their real size. So a
program that writes and deletes all the time loses nothing, and the few files of an honest one are
never measured. A call without room is refused as a full file system would.

The box is stopped while its files are measured, so that no thread can move them past the count.
That interrupts the call that is being decided; the kernel restarts it, with a new request. A thread
that the kernel can't stop at once is in the middle of a call, whose cost is added.

A call passes as long as any room is left, so a box may exceed its limit by the size of one file.
"""

import os
import signal
import stat
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

PAGE_BYTES = 4096
BLOCK_BYTES = 512
# Patience with threads that the kernel can't stop at once, such as one writing to the disk.
STOPPING_SECONDS = 0.2
# What a call takes if none of its arguments is a number of bytes: a new name, or any amount.
NEW_NAME, AS_MUCH_AS_A_FILE = -1, -2
# Calls that map a file, which is then written without calls, or resize a map, maybe just memory.
MAPPING, REMAPPING = -3, -4
LENGTH_AT = {MAPPING: 1, REMAPPING: 2}
DELETED = " (deleted)"


@dataclass(frozen=True, slots=True)
class DiskUsage:
    """Bytes and files in use on the disk."""

    bytes: float = 0
    files: float = 0

    def __add__(self, other: "DiskUsage") -> "DiskUsage":
        return DiskUsage(self.bytes + other.bytes, self.files + other.files)


UNKNOWN = DiskUsage(float("inf"), float("inf"))


class Room:
    """The disk space of the box `pid` for what it keeps in `folder`.

    `calls` maps a call's number to the index of the argument with its number of bytes, or to
    `NEW_NAME` or `AS_MUCH_AS_A_FILE`; the latter is `file_bytes`, which the kernel enforces. A
    `MAPPING` counts with its whole length, also when measured: nobody sees when it is filled.
    """

    def __init__(
        self, pid: int, folder: str, calls: Mapping[int, int], most: DiskUsage, file_bytes: int
    ) -> None:
        self._pid = pid
        self._folder = folder
        self._calls = calls
        self._most = most
        self._file_bytes = file_bytes
        self._taken = DiskUsage()
        self._has_mapped = False
        # What each thread's last call takes: it may still be running.
        self._passed: dict[int, DiskUsage] = {}
        # Threads whose call waits or will be restarted, and must be refused: there was no room.
        self._without: set[int] = set()

    def concerns(self, number: int) -> bool:
        """Whether a call takes room."""
        return number in self._calls

    def may_take(self, thread: int, number: int) -> bool:
        """Whether there is room for a thread's call that takes some."""
        if self._is_of_memory(number):
            return True
        if thread in self._without:
            return False
        if not self._is_any_left():
            self._measure()
        return self._is_any_left()

    def note_answer(self, thread: int, number: int, arguments: Sequence[int], *, may: bool) -> None:
        """Count a call that got its answer; an interrupted one is restarted and comes again."""
        if self._is_of_memory(number):
            return
        if may:
            self._has_mapped |= self._calls[number] == MAPPING
            cost = self._passed[thread] = self._cost(self._calls[number], arguments)
            self._taken += cost
        else:
            self._without.discard(thread)

    def _is_of_memory(self, number: int) -> bool:
        """Whether a call only resizes a map of memory, since no files are mapped."""
        return self._calls[number] == REMAPPING and not self._has_mapped

    def _is_any_left(self) -> bool:
        return self._taken.bytes < self._most.bytes and self._taken.files < self._most.files

    def _cost(self, at: int, arguments: Sequence[int]) -> DiskUsage:
        if at == NEW_NAME:
            return DiskUsage(PAGE_BYTES, 1)
        at = LENGTH_AT.get(at, at)
        count = self._file_bytes if at == AS_MUCH_AS_A_FILE else arguments[at]
        # One byte may take two pages: its own, and one of the file system's index.
        return DiskUsage(min(count, self._file_bytes) + 2 * PAGE_BYTES)

    def _measure(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGSTOP)
            try:
                threads = _threads(self._pid)
                in_calls = _not_stopped(self._pid, STOPPING_SECONDS)
                self._passed = {t: self._passed[t] for t in in_calls if t in self._passed}
                found = taken_by(self._pid, self._folder, self._file_bytes)
                self._taken = sum(self._passed.values(), found)
                self._without = set() if self._is_any_left() else threads
            finally:
                os.kill(self._pid, signal.SIGCONT)


def _threads(pid: int) -> set[int]:
    try:
        return {int(name) for name in os.listdir(f"/proc/{pid}/task")}
    except OSError:
        return set()


def _not_stopped(pid: int, patience: float) -> set[int]:
    """The threads of a process that haven't stopped some time after it was told to."""
    until = time.monotonic() + patience
    while going_on := {thread for thread in _threads(pid) if not _is_stopped(pid, thread)}:
        if time.monotonic() > until:
            break
        time.sleep(0.0005)
    return going_on


def _is_stopped(pid: int, thread: int) -> bool:
    try:
        with open(f"/proc/{pid}/task/{thread}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] in "TtZX"
    except OSError:
        return True


def taken_by(pid: int, folder: str, file_bytes: int) -> DiskUsage:
    """What a stopped process has in a folder; open files without a name count too.

    A mapped file counts as what can be written there; if it is neither open nor named, as
    `file_bytes`. If it may not be looked at the answer is `UNKNOWN`.
    """
    try:
        nameless = _nameless(pid)
        mapped = _mapped(pid, folder)
        lost = mapped.lost - nameless.keys()

        def size(number: int, blocks: int) -> int:
            return max(blocks * BLOCK_BYTES, min(mapped.shared.get(number, 0), file_bytes))

        open_ones = sum(size(number, blocks) for number, blocks in nameless.items())
        found = DiskUsage(open_ones + len(lost) * file_bytes, len(nameless) + len(lost))
        named = (DiskUsage(size(one.st_ino, one.st_blocks), 1) for one in _within(folder))
        return sum(named, found)
    except OSError:
        return UNKNOWN


def _nameless(pid: int) -> dict[int, int]:
    """The blocks of open files that have no name (any more), by inode number."""
    folder = f"/proc/{pid}/fd"
    found = {}
    for name in os.listdir(folder):
        status = os.stat(f"{folder}/{name}")
        if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
            found[status.st_ino] = status.st_blocks
    return found


class FileMaps(NamedTuple):
    """Mapped files by inode: those that have lost their names, and the bytes of shared maps."""

    lost: set[int]
    shared: Counter[int]


def _mapped(pid: int, folder: str) -> FileMaps:
    found = FileMaps(set(), Counter())
    # The kernel escapes "\n" in names, but no other line end, so split only there.
    with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            match line.rstrip("\n").split(maxsplit=5):
                case [place, rights, _, _, number, path] if path.startswith(f"{folder}/"):
                    begin, end = (int(address, 16) for address in place.split("-"))
                    if path.endswith(DELETED):
                        found.lost.add(int(number))
                    if rights.endswith("s"):
                        found.shared[int(number)] += end - begin
    return found


def _within(folder: str) -> Iterator[os.stat_result]:
    """The status of everything below a folder, without using paths, which may be too long.

    The box is stopped, so it can't replace folders by links meanwhile.
    """
    waiting = [_opened(folder, None)]
    try:
        while waiting:
            here = waiting.pop()
            try:
                for entry in _entries(here):
                    status = entry.stat(follow_symlinks=False)
                    yield status
                    if stat.S_ISDIR(status.st_mode):
                        waiting.append(_opened(entry.name, here))
            finally:
                os.close(here)
    finally:
        _close_all(waiting)


def _entries(folder: int) -> list["os.DirEntry[str]"]:
    with os.scandir(folder) as entries:
        return list(entries)


def _opened(name: str, within: int | None) -> int:
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(name, flags, dir_fd=within)
    except PermissionError:
        # The box may have removed its own rights to a folder; it is stopped, so this path is safe.
        os.chmod(name, 0o700, dir_fd=within)
        return os.open(name, flags, dir_fd=within)


def _close_all(descriptors: Collection[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)
