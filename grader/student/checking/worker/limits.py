"""Limits of the process with the checks, where the system can set them."""

import faulthandler
import os
import signal
import time
from contextlib import suppress
from typing import Any

resource: Any
try:
    import resource
except ImportError:  # not on Windows
    resource = None
# Taken now: once checks begin, code is refused what it would find there.
set_limit = resource and resource.setrlimit

STACK_BYTES, MEMORY_BYTES = 320 << 20, 1 << 30
# Past these, Python says where it is and ends: it is in a step that nothing else can interrupt.
HARD_CPU_SECONDS, HARD_SECONDS = 15, 120.0
# While a program runs, its own descriptor 2 leads elsewhere.
STDERR = os.dup(2)


def limit_time(cpu_seconds: int = HARD_CPU_SECONDS) -> None:
    """Let Python end by force what takes far too long from now on, and say where it was."""
    # Where there is no room for a thread, as after code that filled the memory, the kernel's limit
    # is left.
    with suppress(ValueError, OSError, AttributeError, RuntimeError):
        faulthandler.dump_traceback_later(HARD_SECONDS, exit=True, file=STDERR)
    if resource is None:
        return
    with suppress(OSError, ValueError):
        most = int(time.process_time()) + cpu_seconds
        set_limit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def report_when_killed() -> None:
    """Let Python say where it was when the system ends it."""
    faulthandler.enable(STDERR, all_threads=False)
    with suppress(AttributeError):
        faulthandler.register(signal.SIGXCPU, STDERR, all_threads=True, chain=True)


def limit_memory() -> None:
    """Let code that fills the memory fail, and not the computer, where the system can do that."""
    if resource is None:
        return
    with suppress(OSError, ValueError):
        most = MEMORY_BYTES + STACK_BYTES
        set_limit(resource.RLIMIT_AS, (most, most))
