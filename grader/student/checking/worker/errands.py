"""What the main thread does for the thread that runs the checks.

Checks run in a thread of their own, which has room for deep recursion; but Python lets the main
thread alone say what signals do, and code asks for that as if it were there.
"""

import queue
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import wraps
from typing import Any

from grader.inside.deep_calls import allow_deep_calls
from grader.student.checking.worker.this_process import STACK_BYTES

# Both this and the stack are as large as in a box.
RECURSION_LIMIT = 100_000
BETWEEN_LOOKS = 0.1

Errands = queue.SimpleQueue[Callable[[], None]]


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
    real: Callable[..., Any], errands: Errands, thread: threading.Thread
) -> Callable[..., Any]:
    @wraps(real)
    def call(*arguments: Any, **named: Any) -> Any:
        if threading.current_thread() is not thread:
            return real(*arguments, **named)
        done: Future[Any] = Future()

        def errand() -> None:
            try:
                done.set_result(real(*arguments, **named))
            except Exception as error:
                done.set_exception(error)

        errands.put(errand)
        return done.result()

    return call
