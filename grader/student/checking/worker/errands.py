"""What the main thread does for the thread that runs the checks.

Checks run in a thread of their own, which has room for deep recursion; but Python lets the main
thread alone say what signals do, and code asks for that as if it were there.
"""

import queue
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import wraps
from typing import Any

Errand = Callable[[], None]


class Errands:
    """The errands of one thread for another, which looks after them now and then."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Errand] = queue.SimpleQueue()

    def add(self, errand: Errand) -> None:
        """Have something done; returns at once."""
        self._waiting.put(errand)

    def wait(self, seconds: float) -> None:
        """Do what is asked for next, or nothing after so many seconds."""
        # A handler of signals may raise what it likes, here and not where it was made.
        with suppress(queue.Empty, Exception):
            self._waiting.get(timeout=seconds)()


def let_say_what_signals_do(errands: Errands, thread: threading.Thread) -> None:
    """Let code in a thread call what the main thread alone may call."""
    signal.signal = _by_errand(signal.signal, errands, thread)
    signal.set_wakeup_fd = _by_errand(signal.set_wakeup_fd, errands, thread)


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

        errands.add(errand)
        return done.result()

    return call
