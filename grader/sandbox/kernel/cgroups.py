"""A memory and a pids cgroup around each box, where this machine lets us make them.

Both versions of cgroups are supported. In version 2 a folder can hold processes or pass controllers
on, not both; so the box's folder is made beside our own if it can't be made below it.

The cells of one nursery share a random name, since judges in other pid namespaces make theirs in
the same folders. An empty cgroup of that name is locked (flock(2)) as long as the nursery's judge
lives; if somebody else can get the lock, the judge is dead and its cells can be removed.
"""

import errno
import fcntl
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from grader.inside.limits import FOR_A_TRIAL, BoxLimits

ROOT = Path("/sys/fs/cgroup")
PREFIX = "grader"
LOCK = "lock"
# What the kernel itself keeps for a process: page tables, stacks, sockets.
KERNEL_BYTES = 32 << 20
LEAVING_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class BoxCgroup:
    """The cgroups of one box."""

    memory: Path
    pids: Path

    def limit(self, limits: BoxLimits) -> None:
        """Limit what all processes in it may use together."""
        # Files in a tmpfs, such as a box's scratch, count as memory.
        size = str(limits.memory_bytes + limits.scratch_bytes + KERNEL_BYTES)
        old, new = self.memory / "memory.limit_in_bytes", self.memory / "memory.max"
        (old if old.exists() else new).write_text(size)
        (self.pids / "pids.max").write_text(str(limits.threads))

    def admit(self, pid: int) -> None:
        """Put a process into it."""
        for folder in {self.memory, self.pids}:  # in version 2 they are the same
            (folder / "cgroup.procs").write_text(str(pid))

    def killed_for_memory(self) -> bool:
        """Whether the kernel killed a process in it because of its memory limit.

        The limit of a cgroup above it doesn't count, nor a machine without free memory.
        """
        old, new = self.memory / "memory.oom_control", self.memory / "memory.events"
        if old.exists():
            own = _read(self.memory / "memory.failcnt").strip()
            return _counted(old)["oom_kill"] > 0 and own != "0"
        counts = _counted(new)
        return counts["oom_kill"] > 0 and counts["max"] > 0

    def remove(self) -> None:
        """Remove it; no process may be in it."""
        for folder in {self.memory, self.pids}:
            # A grader in another pid namespace may take our judge for dead, and sweep this away.
            with suppress(FileNotFoundError):
                folder.rmdir()


@dataclass(frozen=True, slots=True)
class Meter:
    """The folders in which cells can be made."""

    memory: Path
    pids: Path

    def cell(self, name: str) -> BoxCgroup:
        """A new cell, still without limits; raises `OSError`."""
        cell = BoxCgroup(self.memory / name, self.pids / name)
        for folder in {cell.memory, cell.pids}:
            folder.mkdir()
        return cell

    def names(self) -> set[str]:
        """The names of all sets of cells here (see `BoxCgroups`)."""
        found = [path for folder in {self.memory, self.pids} for path in folder.glob(f"{PREFIX}-*")]
        return {path.name.split("-")[1] for path in found}

    def lives(self, name: str) -> bool:
        """Whether a judge holds the lock of a set of cells."""
        try:
            os.close(_locked(self._lock_of(name)))
        except BlockingIOError:
            return True
        except FileNotFoundError:
            return False
        return False

    def sweep(self, name: str) -> None:
        """Remove a set of cells if its judge is dead; without a visible lock it isn't ours.

        The lock is held until all is removed, so that nobody claims it meanwhile.
        """
        with suppress(OSError):
            lock = _locked(self._lock_of(name))
            try:
                self.remove_cells(name)
            finally:
                os.close(lock)

    def claim(self) -> tuple[str, int]:
        """A name for a new set of cells, and its lock, a descriptor; raises `OSError`."""
        while True:
            name = token_hex(8)
            lock = self._lock_of(name)
            lock.mkdir()
            # Between mkdir and lock, another judge may have taken it for abandoned, and removed it.
            with suppress(BlockingIOError, FileNotFoundError):
                descriptor = _locked(lock)
                if lock.exists():
                    return name, descriptor
                os.close(descriptor)

    def remove_cells(self, name: str) -> None:
        """Remove a set of cells, and the lock when none is left."""
        lock = self._lock_of(name)
        for cell in self._cells_of(name):
            _remove_when_left(cell)
        if not self._cells_of(name):
            _remove_when_left(lock)

    def _cells_of(self, name: str) -> set[Path]:
        folders = {self.memory, self.pids}
        found = {cell for folder in folders for cell in folder.glob(f"{PREFIX}-{name}-*")}
        return found - {self._lock_of(name)}

    def _lock_of(self, name: str) -> Path:
        return self.memory / f"{PREFIX}-{name}-{LOCK}"


class BoxCgroups:
    """The cells of one nursery's boxes."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self.name, self._lock = meter.claim()

    def cell(self, serial: int) -> BoxCgroup:
        """The cell of a new box, still without limits; raises `OSError`."""
        return self._meter.cell(cell_name(self.name, serial))

    def close(self) -> None:
        """Remove them, and those of dead judges."""
        self._meter.remove_cells(self.name)
        os.close(self._lock)
        for name in self._meter.names() - {self.name}:
            self._meter.sweep(name)


def _locked(folder: Path) -> int:
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _remove_when_left(cell: Path) -> None:
    # Its killed processes take a moment to leave; another judge may be removing it, too.
    until = time.monotonic() + LEAVING_SECONDS
    while cell.exists():
        try:
            cell.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > until:
                return
            time.sleep(0.01)


def cell_name(name: str, serial: int) -> str:
    """The name of one cell among those of a nursery; no other box has it."""
    return f"{PREFIX}-{name}-{serial}"


def find_meter() -> Meter:
    """Where this process may make cgroups with both controllers; `OSError` says why not."""
    reasons = []
    for memory, pids in _candidates():
        meter = Meter(memory, pids)
        try:
            _try_out(meter)
        except OSError as error:
            reasons.append(f"{error.filename}: {error.strerror}")
        else:
            return meter
    raise OSError("; ".join(reasons) or "no memory and pids controllers")


def _try_out(meter: Meter) -> None:
    cells = BoxCgroups(meter)
    try:
        cells.cell(0).limit(FOR_A_TRIAL)
    finally:
        cells.close()


def _candidates() -> Sequence[tuple[Path, Path]]:
    own = _own_folders()
    found = []
    if "memory" in own and "pids" in own:
        found.append((own["memory"], own["pids"]))
    if "" in own:
        for folder in (own[""], own[""].parent):
            passed_on = _read(folder / "cgroup.subtree_control").split()
            if {"memory", "pids"} <= set(passed_on):
                found.append((folder, folder))
    return found


def _own_folders() -> dict[str, Path]:
    """Our own cgroup for each controller of version 1, and under "" that of version 2."""
    own = {}
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            mounted = ROOT / controller
            folder = mounted / path.lstrip("/")
            # In a container the path may be the host's, while the mount begins at our own.
            own[controller] = folder if folder.is_dir() else mounted
    return own


def _counted(file: Path) -> dict[str, int]:
    pairs = [line.split() for line in _read(file).splitlines()]
    return {"oom_kill": 0, "max": 0} | {name: int(number) for name, number in pairs}


def _read(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""
