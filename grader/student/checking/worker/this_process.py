"""How a process begins that runs student code: its limits, its environment, and what it reports.

Checks run in a thread of their own, which has room for deep recursion; but Python lets the main
thread alone say what signals do, and code asks for that as if it were there. So the main thread
runs its errands.
"""

import faulthandler
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import wraps
from typing import Any

from grader.inside.deep_calls import allow_deep_calls
from grader.inside.surroundings.streams import typed
from grader.student.checking.process import EVENT

resource: Any
try:
    import resource
except ImportError:  # not on Windows
    resource = None
# Taken now: once checks begin, code is refused what it would find there.
set_limit = resource and resource.setrlimit

# This and the stack are as large as in a box.
RECURSION_LIMIT, STACK_BYTES = 100_000, 320 << 20
MEMORY_BYTES = 1 << 30
BETWEEN_LOOKS = 0.1
# Past these, Python says where it is and ends: it is in a step that nothing else can interrupt.
HARD_CPU_SECONDS, HARD_SECONDS = 15, 120.0
# While a program runs, its own descriptor 2 leads elsewhere.
STDERR = os.dup(2)
# As in a box: libraries below numpy would begin a thread a core, for all of which there is no room.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
# What is set or installed for other tests would choose checks, or shuffle them; on a server that
# builds, pytest would say more of a comparison.
NOT_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "CI", "BUILD_NUMBER")
# pytest would look for exceptions that nothing can raise by collecting garbage five times.
QUICK = ("-p", "no:unraisableexception")

Errands = queue.SimpleQueue[Callable[[], None]]


class EventStream:
    """Events as lines of JSON on standard output, whatever becomes of it later."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._lock = threading.Lock()

    def send(self, event: Mapping[str, object]) -> None:
        """Send an event."""
        # A line of its own, also after something printed that did not end its line.
        with self._lock:
            self._out.write(f"\n{EVENT}{json.dumps(event)}\n")
            self._out.flush()


def begin() -> EventStream:
    """Set the limits of this process; nothing is typed in it."""
    events = EventStream()
    sys.stdin = typed("")
    sys.unraisablehook = lambda _: None
    _report_when_killed()
    _limit_memory()
    return events


def ignore_settings() -> None:
    """Have pytest pass over plugins and options that are there for other tests."""
    for name in NOT_OURS:
        os.environ.pop(name, None)
    # Charts are drawn into memory, as in a box.
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "MPLBACKEND": "Agg", **ONE_THREAD}


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


def _report_when_killed() -> None:
    """Let Python say where it was when the system ends it."""
    faulthandler.enable(STDERR, all_threads=False)
    with suppress(AttributeError):
        faulthandler.register(signal.SIGXCPU, STDERR, all_threads=True, chain=True)


def _limit_memory() -> None:
    """Let code that fills the memory fail, and not the computer, where the system can do that."""
    if resource is None:
        return
    with suppress(OSError, ValueError):
        most = MEMORY_BYTES + STACK_BYTES
        set_limit(resource.RLIMIT_AS, (most, most))


def work_in_a_deep_thread(run: Callable[[], None], look: Callable[[], None]) -> None:
    """Run something in a thread with room for deep recursion, and `look` after it now and then."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    with suppress(ValueError, RuntimeError):  # some systems have no such stacks
        threading.stack_size(STACK_BYTES)
    errands: Errands = queue.SimpleQueue()

    def work() -> None:
        allow_deep_calls(threading.stack_size())
        run()
        errands.put(lambda: None)  # so that the end is seen at once

    thread = threading.Thread(target=work, daemon=True)
    # What the main thread alone may call.
    signal.signal = _by_errand(signal.signal, errands, thread)
    signal.set_wakeup_fd = _by_errand(signal.set_wakeup_fd, errands, thread)
    thread.start()
    while thread.is_alive():
        # A handler of signals may raise what it likes, here and not where it was made.
        with suppress(queue.Empty, Exception):
            errands.get(timeout=BETWEEN_LOOKS)()
        look()


def _by_errand(
    real: Callable[..., object], errands: Errands, thread: threading.Thread
) -> Callable[..., Any]:
    @wraps(real)
    def call(*arguments: object, **named: object) -> object:
        if threading.current_thread() is not thread:
            return real(*arguments, **named)
        done: Future[object] = Future()

        def errand() -> None:
            try:
                done.set_result(real(*arguments, **named))
            except Exception as error:
                done.set_exception(error)

        errands.put(errand)
        return done.result()

    return call
