"""Semaphores of `multiprocessing` within one process: between its threads.

Python's own are files in shared memory, which no box has. Thread pools of `multiprocessing.pool`
use one, and so do its locks and queues.
"""

import _thread
from importlib import import_module
from typing import Any

RECURSIVE_MUTEX = 0


class ThreadSemaphore:
    """A replacement for `_multiprocessing.SemLock`, for the threads of one process."""

    SEM_VALUE_MAX = (1 << 31) - 1

    def __init__(self, kind: int, value: int, maxvalue: int, name: str, unlink: bool) -> None:
        del unlink
        # A name would make `multiprocessing` register it for cleaning up.
        self.kind, self.maxvalue, self.name, self.handle = kind, maxvalue, None, id(name)
        condition: Any = import_module("threading").Condition
        self._changed = condition(_thread.allocate_lock())
        self._value, self._owner, self._held = value, 0, 0

    def acquire(self, block: bool = True, timeout: float | None = None) -> bool:
        """Take one, waiting if necessary; returns whether it was taken."""
        with self._changed:
            if self.kind == RECURSIVE_MUTEX and self._is_mine():
                self._held += 1
                return True
            if not block:
                timeout = 0
            if not self._changed.wait_for(lambda: self._value > 0, timeout):
                return False
            self._value -= 1
            self._owner, self._held = _thread.get_ident(), self._held + 1
            return True

    def release(self) -> None:
        """Give one back; raises `AssertionError` and `ValueError` as Python's own does."""
        with self._changed:
            if self.kind == RECURSIVE_MUTEX:
                if not self._is_mine():
                    raise AssertionError("attempt to release recursive lock not owned by thread")
                if self._held > 1:
                    self._held -= 1
                    return
            elif self._value >= self.maxvalue:
                raise ValueError("semaphore or lock released too many times")
            self._held -= 1
            self._value += 1
            self._changed.notify()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()

    def _is_mine(self) -> bool:
        return self._held > 0 and self._owner == _thread.get_ident()

    def _count(self) -> int:
        return self._held

    def _get_value(self) -> int:
        return self._value

    def _is_zero(self) -> bool:
        return self._value == 0

    def _after_fork(self) -> None:
        pass


def between_threads() -> None:
    """Let `multiprocessing` use these semaphores from now on, if this Python has any."""
    try:
        own: Any = import_module("_multiprocessing")
        own.SemLock = ThreadSemaphore
    except (ImportError, AttributeError):  # a system without semaphores
        return
