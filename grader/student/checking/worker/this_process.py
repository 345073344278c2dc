"""How a process that runs student code begins: its limits, its environment, and its events.

Checks run in a thread of their own, which has room for deep recursion; but Python lets only the
main thread set signal handlers, and student code expects to run there. So the main thread runs such
calls for it.
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
# Bound now: once checks begin, code that calls it is refused.
set_limit = resource and resource.setrlimit

# The same recursion limit and stack as in a box.
RECURSION_LIMIT, STACK_BYTES = 100_000, 320 << 20
MEMORY_BYTES = 1 << 30
BETWEEN_LOOKS = 0.1
# After these, Python prints a traceback and exits: nothing else can interrupt such a step.
HARD_CPU_SECONDS, HARD_SECONDS = 15, 120.0
# Kept, because a running program's descriptor 2 leads elsewhere.
STDERR = os.dup(2)
# As in a box: numpy's libraries would start a thread per core, which may exceed the limits.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
# Settings for other tests could select or shuffle checks; on a build server, pytest would explain
# comparisons at greater length.
NOT_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "CI", "BUILD_NUMBER")
# pytest would collect garbage five times, looking for exceptions that nothing here raises.
QUICK = ("-p", "no:unraisableexception")

Errands = queue.SimpleQueue[Callable[[], None]]


class EventStream:
    """Events as lines of JSON on standard output, whatever is done to `sys.stdout` later."""

    def __init__(self) -> None:
        self._out = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._lock = threading.Lock()

    def send(self, event: Mapping[str, object]) -> None:
        """Send an event."""
        # On a new line, in case printed output before it didn't end its line.
        with self._lock:
            self._out.write(f"\n{EVENT}{json.dumps(event)}\n")
            self._out.flush()


def begin() -> EventStream:
    """Set this process's limits and empty standard input."""
    events = EventStream()
    sys.stdin = typed("")
    sys.unraisablehook = lambda _: None
    _report_when_killed()
    _limit_memory()
    return events


def ignore_settings() -> None:
    """Make pytest ignore plugins and options that are set up for other tests."""
    for name in NOT_OURS:
        os.environ.pop(name, None)
    # Charts are drawn into memory, as in a box.
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "MPLBACKEND": "Agg", **ONE_THREAD}


def limit_time(cpu_seconds: int = HARD_CPU_SECONDS) -> None:
    """Make Python exit with a traceback if something takes far too long from now on."""
    # After code that filled the memory there may be no room for the watchdog thread: then only the
    # kernel's limit remains.
    with suppress(ValueError, OSError, AttributeError, RuntimeError):
        faulthandler.dump_traceback_later(HARD_SECONDS, exit=True, file=STDERR)
    if resource is None:
        return
    with suppress(OSError, ValueError):
        most = int(time.process_time()) + cpu_seconds
        set_limit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _report_when_killed() -> None:
    """Make Python print a traceback when the system ends it."""
    faulthandler.enable(STDERR, all_threads=False)
    with suppress(AttributeError):
        faulthandler.register(signal.SIGXCPU, STDERR, all_threads=True, chain=True)


def _limit_memory() -> None:
    """Make code that fills the memory fail, not the computer, where the system allows that."""
    if resource is None:
        return
    with suppress(OSError, ValueError):
        most = MEMORY_BYTES + STACK_BYTES
        set_limit(resource.RLIMIT_AS, (most, most))


def work_in_a_deep_thread(run: Callable[[], None], look: Callable[[], None]) -> None:
    """Run something in a thread with room for deep recursion, calling `look` now and then."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    with suppress(ValueError, RuntimeError):  # some systems don't allow such stacks
        threading.stack_size(STACK_BYTES)
    errands: Errands = queue.SimpleQueue()

    def work() -> None:
        allow_deep_calls(threading.stack_size())
        run()
        errands.put(lambda: None)  # wakes the main thread at once

    thread = threading.Thread(target=work, daemon=True)
    # Only the main thread may call these.
    signal.signal = _by_errand(signal.signal, errands, thread)
    signal.set_wakeup_fd = _by_errand(signal.set_wakeup_fd, errands, thread)
    thread.start()
    while thread.is_alive():
        # A signal handler runs here, in the main thread, and may raise anything.
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
