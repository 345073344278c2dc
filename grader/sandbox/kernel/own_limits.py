"""What a process of ours may use while it reads what others wrote.

Beyond a limit that the kernel enforces, the process ends, whatever it is doing, and its parent goes
on. Where one process does one thing after another, an exception must do, which C code may delay.
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
    """End this process by SIGXCPU after this many more seconds of CPU time."""
    # The limit counts whole seconds, from the start of the process: round up what was used.
    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + seconds)


def bound_memory(size: int) -> None:
    """Let this process map this many more bytes; beyond that is a `MemoryError`."""
    _lower(resource.RLIMIT_AS, address_space() + size)


def _lower(kind: int, most: int) -> None:
    # Only the soft limit, so that the next thing in the same process can have its own.
    _, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


@contextmanager
def ended_after(cpu_seconds: int) -> Iterator[None]:
    """The kernel ends this process by SIGXCPU if the block takes more CPU time than this."""
    usual = resource.getrlimit(resource.RLIMIT_CPU)
    bound_cpu(cpu_seconds)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_CPU, usual)


@contextmanager
def raising_after(cpu_seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` in a block that takes more CPU time of this process.

    Regular expressions are interrupted, too. Python lets only the main thread handle signals: in
    any other, nothing is raised.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGPROF, _too_long), sys.unraisablehook
    # In a callback that Python can't raise out of (`__del__`), the exception is lost: so the signal
    # is repeated, and nothing is printed.
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
