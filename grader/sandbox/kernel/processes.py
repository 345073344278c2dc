"""What the kernel says about a running process to anybody who asks."""

import os
import resource
import signal
import time
from pathlib import Path

SCHEDSTAT_BYTES = 100


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


def waited_for_processor(pid: int) -> float:
    """Seconds for which threads of a process were ready and had no processor, added up.

    It is 0 if the kernel doesn't count.
    """
    tasks = f"/proc/{pid}/task"
    try:
        return sum(_waited(f"{tasks}/{thread}/schedstat") for thread in os.listdir(tasks))
    except OSError:
        return 0.0


def _waited(schedstat: str) -> float:
    try:
        descriptor = os.open(schedstat, os.O_RDONLY)
    except OSError:
        return 0.0
    try:
        # A file object costs five times as much, and this is asked twice a question.
        counted = os.read(descriptor, SCHEDSTAT_BYTES).split()
    except OSError:
        return 0.0
    finally:
        os.close(descriptor)
    return int(counted[1]) / 1e9


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
