"""What a batch could leave behind: processes, mounts, cgroups, temporary files, sockets.

Whoever watches becomes the parent of every process whose own parent ends, so that no process of a
batch gets out of sight, however it was killed.
"""

import ctypes
import os
import signal
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox.kernel.cgroups import LOCK, find_meter

_PR_SET_CHILD_SUBREAPER = 36
CGROUPS = Path("/sys/fs/cgroup")


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Be the parent of all processes below this one that lose theirs."""
    prctl = ctypes.CDLL(None).prctl
    prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Remains:
    """What is there at a moment; two of them can be compared."""

    processes: tuple[str, ...]
    mounts: tuple[str, ...]
    cgroups: tuple[str, ...]
    files: tuple[str, ...]

    @staticmethod
    def now(temporary: Path, sets: Collection[str] | None = None) -> "Remains":
        """What is there now; `temporary` is the batch's folder for temporary files.

        `sets` names the batch's sets of cgroups (`sets_below`), where others grade beside it; else
        any cgroup counts whose judge is dead.
        """
        reap()
        left = _cells_of_the_dead() if sets is None else [c for c in cells() if _set_of(c) in sets]
        return Remains(
            tuple(sorted(f"{pid} {command_of(pid)}" for pid in descendants(os.getpid()))),
            tuple(sorted(Path("/proc/self/mountinfo").read_text("utf-8").splitlines())),
            tuple(sorted(map(str, left))),
            tuple(sorted(str(file) for file in temporary.rglob("*"))),
        )

    def beyond(self, before: "Remains") -> list[str]:
        """What is here and was not there before."""
        found = []
        for kind in ("processes", "mounts", "cgroups", "files"):
            new = set(getattr(self, kind)) - set(getattr(before, kind))
            found += [f"{kind}: {name}" for name in sorted(new)]
        return found


def cells() -> Iterator[Path]:
    """The cgroups of boxes on this machine, of which some may be gone when they are looked at."""
    for folder, names, _ in os.walk(CGROUPS):
        yield from (Path(folder, name) for name in names if name.startswith("grader-"))


def _cells_of_the_dead() -> Iterator[Path]:
    """The cgroups of boxes whose judges are no more, without those of others beside us."""
    try:
        meter = find_meter()
    except OSError:  # no judge can make any
        return
    dead = {name for name in meter.names() if not meter.lives(name)}
    yield from [cell for cell in cells() if _set_of(cell) in dead]


def sets_below(pid: int) -> Iterator[str]:
    """The names of the sets of cgroups whose locks a process, or one below it, holds now.

    A lock of another grader's that it only opens, to see whether it is held, is none of these.
    """
    holders = (pid, *descendants(pid))
    locked = _locked_by(holders)
    for holder in holders:
        with suppress(OSError):  # it has ended
            for descriptor in os.listdir(f"/proc/{holder}/fd"):
                link = f"/proc/{holder}/fd/{descriptor}"
                held = Path(os.readlink(link))
                is_lock = held.is_relative_to(CGROUPS) and held.name.endswith(f"-{LOCK}")
                if is_lock and os.stat(link).st_ino in locked:
                    yield _set_of(held)


def _locked_by(pids: Sequence[int]) -> set[int]:
    """The numbers of the files on which processes have taken locks (`flock`)."""
    found = set()
    for line in Path("/proc/locks").read_text("ascii").splitlines():
        match line.split():
            case [_, "FLOCK", _, _, pid, place, *_] if int(pid) in pids:
                found.add(int(place.rpartition(":")[2]))
    return found


def _set_of(cell: Path) -> str:
    return cell.name.split("-")[1]


def reap(but: int = 0) -> None:
    """Take note of the end of adopted processes that have ended, and not of that of `but`."""
    for pid in descendants(os.getpid()):
        if pid != but:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def descendants(pid: int) -> Iterator[int]:
    """The processes below a process, parents first."""
    below: dict[int, list[int]] = {}
    for other in [int(name) for name in os.listdir("/proc") if name.isdecimal()]:
        with suppress(OSError):
            below.setdefault(parent_of(other), []).append(other)
    waiting = list(below.get(pid, ()))
    while waiting:
        found = waiting.pop(0)
        yield found
        waiting += below.get(found, ())


def parent_of(pid: int) -> int:
    """The parent of a process; `OSError` if it is gone."""
    stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    return int(stat.rpartition(")")[2].split()[1])


def command_of(pid: int) -> str:
    """The command line of a process, shortened; empty if it is gone."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return ""
    return " ".join(word.decode(errors="replace")[:40].split("\n")[0] for word in words[:8])


def kill(pid: int) -> bool:
    """End a process at once; whether it was there."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True
