"""What the kernel tells anybody about a running process."""

import os
import resource
import signal
import time
from contextlib import nullcontext, suppress
from io import FileIO
from math import inf
from pathlib import Path

SCHEDSTAT_BYTES = 100
# Where the kernel lists the threads of a process.
TASKS = "/proc/{}/task"
# What the kernel says about all processors, in ticks.
STAT, TICKS = "/proc/stat", os.sysconf("SC_CLK_TCK")
# Links to the folder of a process's threads: its own, its parent's, and one for each thread.
LINKS_OF_ONE_THREAD = 3


def cpu_seconds(pid: int) -> float:
    """CPU time that a process has used, all its threads together; `OSError` if it is gone."""
    # The number of another process's CPU clock, as clock_getcpuclockid(3) of glibc makes it.
    return time.clock_gettime((~pid << 3) | 2)


class WaitingTime:
    """How long threads of a process were ready and had no processor.

    The file of the first thread, mostly the only one, stays open.
    """

    def __init__(self, pid: int) -> None:
        self._tasks, self._number = TASKS.format(pid), str(pid)
        self._first = _opened(f"{self._tasks}/{pid}/schedstat")
        self._before: dict[str, float] = {}
        self._is_known = True
        self._before = self._now()

    def since(self) -> tuple[float, float]:
        """Waiting since the last call, in seconds: the longest of one thread, and the sum of all.

        The sum is infinite if it isn't known: the kernel forgets those of threads that have ended,
        and some kernels don't count.
        """
        now = self._now()
        waited = [max(0.0, now[thread] - self._before.get(thread, 0.0)) for thread in now]
        self._is_known &= self._before.keys() <= now.keys() and bool(now)
        self._before = now
        return max(waited, default=0.0), sum(waited) if self._is_known else inf

    def _now(self) -> dict[str, float]:
        """The seconds so far, by thread."""
        found = {self._number: _waited(self._first)}
        with suppress(OSError):
            # Cheaper than a listing, and nearly all processes have one thread.
            if os.stat(self._tasks).st_nlink != LINKS_OF_ONE_THREAD:
                found |= {thread: self._of(thread) for thread in os.listdir(self._tasks)}
        return {thread: seconds for thread, seconds in found.items() if seconds is not None}

    def _of(self, thread: str) -> float | None:
        if thread == self._number:
            return _waited(self._first)
        file = _opened(f"{self._tasks}/{thread}/schedstat")
        with file or nullcontext():
            return _waited(file)

    def close(self) -> None:
        """Close the file; nothing can be asked any more."""
        if self._first is not None:
            self._first.close()
            self._first = None


class Processors:
    """The processors on which a process may run."""

    def __init__(self, pid: int) -> None:
        try:
            self._names = {f"cpu{number}" for number in os.sched_getaffinity(pid)}
        except ProcessLookupError:
            self._names = set()
        self._before = self._now()

    def since(self) -> tuple[float, float]:
        """Seconds since the last call that one of them was idle, and was stolen by the host.

        Each is the most that any of them has; 0 if the kernel doesn't say.
        """
        before, self._before = self._before, self._now()
        both = [(before[name], now) for name, now in self._before.items() if name in before]
        idle = [now[0] - then[0] for then, now in both]
        stolen = [now[1] - then[1] for then, now in both]
        return max(0.0, *idle, 0.0), max(0.0, *stolen, 0.0)

    def _now(self) -> dict[str, tuple[float, float]]:
        try:
            lines = Path(STAT).read_text("ascii").splitlines()
        except OSError:
            return {}
        # After the name: 3 is idle, 4 idle while waiting for input or output, 7 stolen.
        rows = [line.split() for line in lines if line.startswith("cpu")]
        return {
            name: ((int(ticks[3]) + int(ticks[4])) / TICKS, int(ticks[7]) / TICKS)
            for name, *ticks in rows
            if name in self._names
        }


def _opened(schedstat: str) -> FileIO | None:
    try:
        return FileIO(schedstat)
    except OSError:
        return None


def _waited(schedstat: FileIO | None) -> float | None:
    """Seconds that a thread has waited; `None` if it has ended, or the kernel doesn't count."""
    if schedstat is None:
        return None
    try:
        ran, waited, *_ = os.pread(schedstat.fileno(), SCHEDSTAT_BYTES, 0).split()
    except (OSError, ValueError):
        return None
    # Where the kernel doesn't count, all numbers are 0, also of a thread that has run.
    return int(waited) / 1e9 if int(ran) else None


def address_space() -> int:
    """Bytes of memory that this process has mapped, used or not."""
    pages = Path("/proc/self/statm").read_text("ascii").split()[0]
    return int(pages) * resource.getpagesize()


def process_of(pidfd: int) -> int:
    """The process id that a pidfd stands for, or -1 if that process has been waited for."""
    with open(f"/proc/self/fdinfo/{pidfd}", encoding="utf-8") as file:
        facts = dict(line.split(":", 1) for line in file)
    return int(facts["Pid"])


def fork_quietly() -> int:
    """Fork, as `os.fork` does; from the very start, the child ignores SIGINT and dies of SIGTERM.

    Ctrl-C goes to all processes of a terminal, and a process that is asked to end asks its
    children. In the middle of a fork, Python would print a traceback for either.
    """
    both = {signal.SIGINT, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, both)
    try:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        return pid
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
