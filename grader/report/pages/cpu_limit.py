"""So much work for one page and no more: what a page shows is made of texts that others wrote."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def cpu_seconds_at_most(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` in a block that takes more CPU seconds of this process.

    Regular expressions are interrupted, too. Python lets only the main thread ask for that: in
    another one nothing is raised.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _too_long(*_: object) -> NoReturn:
    raise TimeoutError
