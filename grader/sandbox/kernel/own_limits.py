"""What a process of ours may use while it reads what others wrote.

Beyond a limit that the kernel holds the process ends, whatever it is at, and its parent goes on;
where one process does a thing after the other, an exception must do, which code in C may outlast.
"""

import resource
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from grader.sandbox.kernel.processes import address_space


def bound_cpu(seconds: int) -> None:
    """End this process by SIGXCPU when it has worked for so many seconds more."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)


def bound_memory(size: int) -> None:
    """Let this process have so many bytes more; beyond them is a `MemoryError`."""
    _lower(resource.RLIMIT_AS, address_space() + size)


def _lower(kind: int, most: int) -> None:
    # Only the soft limit, so that the next thing in the same process can have its own.
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


@contextmanager
def ended_after(cpu_seconds: int) -> Iterator[None]:
    """The process is ended by SIGXCPU in a block that takes more than that."""
    usual = resource.getrlimit(resource.RLIMIT_CPU)
    bound_cpu(cpu_seconds)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, usual)


@contextmanager
def raising_after(cpu_seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` in a block that takes more CPU time of this process.

    Regular expressions are interrupted, too. Python lets only the main thread ask for that: in
    another one nothing is raised.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGPROF, _too_long), sys.unraisablehook
    # In a callback that Python can't raise out of (`__del__`) the exception is lost: the signal
    # comes again, and nothing is printed.
    sys.unraisablehook = lambda _: None
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds, cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, usual[0])
        sys.unraisablehook = usual[1]


def _too_long(*_: object) -> NoReturn:
    raise TimeoutError
