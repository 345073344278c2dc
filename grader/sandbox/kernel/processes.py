"""What the kernel says about a running process to anybody who asks."""

import os
import resource
import signal
import time
from io import FileIO
from pathlib import Path

SCHEDSTAT_BYTES = 100
# Where the kernel lists the threads of a process.
TASKS = "/proc/{}/task"
# Of the folder of a process's threads: itself, the one above, and each thread's.
LINKS_OF_ONE_THREAD = 3


def cpu_seconds(pid: int) -> float:
    """CPU time that a process has used, all its threads together; `OSError` if it is gone."""
    # The number of another process's CPU clock, as clock_getcpuclockid(3) of glibc makes it.
    return time.clock_gettime((~pid << 3) | 2)


def is_idle(pid: int) -> bool:
    """Whether no thread of a process runs or could; a process that is gone is idle."""
    tasks = f"/proc/{pid}/task"
    try:
        return all(_state(f"{tasks}/{thread}/stat") != "R" for thread in os.listdir(tasks))
    except OSError:
        return True


def lives(pid: int) -> bool:
    """Whether a process is there and has not ended; one that nobody has waited for has."""
    try:
        return _state(f"/proc/{pid}/stat") not in ("Z", "X")
    except OSError:
        return False


def _state(stat_file: str) -> str:
    # The state follows the program's name, which is in parentheses and may hold any text.
    with open(stat_file, encoding="utf-8", errors="replace") as file:
        return file.read().rpartition(")")[2].split()[0]


class WaitingTime:
    """For how long threads of a process were ready and had no processor.

    Every question asks, so the count of the first thread, mostly the only one, stays open. The
    kernel forgets that of a thread that ends, or of all when the process does; here none is
    forgotten that was seen: a sum that falls would make sleep of what was no time at all.
    """

    def __init__(self, pid: int) -> None:
        self._tasks, self._number = TASKS.format(pid), str(pid)
        self._first = _opened(f"{self._tasks}/{pid}/schedstat")
        self._of_first = 0.0
        # Of the threads beside the first, by their numbers, and of those whose number others have.
        self._of_others: dict[str, float] = {}
        self._of_earlier = 0.0

    def seconds(self) -> float:
        """The sum so far; 0 if the kernel doesn't count."""
        try:
            if self._first is not None:
                self._of_first = _waited(self._first)
            if os.stat(self._tasks).st_nlink != LINKS_OF_ONE_THREAD:
                for thread in os.listdir(self._tasks):
                    self._note(thread)
        except OSError:
            pass
        return self._of_first + sum(self._of_others.values()) + self._of_earlier

    def _note(self, thread: str) -> None:
        file = None if thread == self._number else _opened(f"{self._tasks}/{thread}/schedstat")
        if file is None:
            return
        with file:
            seconds = _waited(file)
        before = self._of_others.get(thread, 0.0)
        if seconds < before:
            self._of_earlier += before
        self._of_others[thread] = seconds

    def close(self) -> None:
        """Ask no more."""
        if self._first is not None:
            self._first.close()
            self._first = None


def _opened(schedstat: str) -> FileIO | None:
    try:
        return FileIO(schedstat)
    except OSError:
        return None


def _waited(schedstat: FileIO) -> float:
    return int(os.pread(schedstat.fileno(), SCHEDSTAT_BYTES, 0).split()[1]) / 1e9


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
    """Fork, as `os.fork` does; from its first moment the child ignores SIGINT and dies of SIGTERM.

    Ctrl-C goes to all processes of a terminal, and whoever is asked to end asks its children. In
    the middle of a fork, Python would print a traceback for either.
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
