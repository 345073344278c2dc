"""What plain Python does when a program has come to its end, done in a process that goes on.

It waits for the program's threads, calls what was left with `atexit`, the last first, and closes
the files that are still open.
"""

import atexit
import gc
import io
import sys
import threading
import traceback
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

Call = tuple[Callable[..., object], tuple[object, ...], dict[str, object]]
BUFFERED = (io.TextIOWrapper, io.BufferedWriter, io.BufferedRandom)


class ExitCalls:
    """What a program asks to have called at its end, in place of Python's own `atexit`."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def register(
        self, function: Callable[..., object], /, *arguments: object, **named: object
    ) -> Any:
        """Have a function called at the end; returns it."""
        self._calls.append((function, arguments, named))
        return function

    def unregister(self, function: Callable[..., object], /) -> None:
        """Have it called no more."""
        self._calls = [call for call in self._calls if call[0] != function]

    def run(self) -> None:
        """Call them all, the last first; what one raises is said, and the others are called."""
        for function, arguments, named in reversed([*self._calls]):
            try:
                function(*arguments, **named)
            except BaseException:  # Python takes no exception from these, `SystemExit` neither
                sys.stderr.write(f"Exception ignored in atexit callback: {function!r}\n")
                sys.stderr.write(traceback.format_exc())


@contextmanager
def as_if_python_ended() -> Iterator[None]:
    """Do after a program, however it ends, what Python does; its streams are still there."""
    calls, before = ExitCalls(), set(threading.enumerate())
    own = atexit.register, atexit.unregister
    atexit.register, atexit.unregister = calls.register, calls.unregister
    logging: object = sys.modules.get("logging")  # if there, it will not ask again to be called
    calls.register(_end_logging, logging, [*getattr(logging, "_handlerList", [])])
    try:
        yield
        _wait_for_threads(before)
        calls.run()
    finally:
        atexit.register, atexit.unregister = own


def _end_logging(logging: Any, before: Collection[object]) -> None:
    if new := [one for one in getattr(logging, "_handlerList", []) if one not in before]:
        logging.shutdown(new)


def _wait_for_threads(before: Collection[threading.Thread]) -> None:
    pools: Any = sys.modules.get("concurrent.futures.thread")
    if pools is not None:  # threads of a pool end when they are told that Python does
        pools._shutdown = True
        for thread, work in [*pools._threads_queues.items()]:
            if thread not in before:
                work.put(None)
    while new := [t for t in threading.enumerate() if t not in before and not t.daemon]:
        new[0].join()
    if pools is not None:
        pools._shutdown = False


def forget(names: Iterable[str]) -> None:
    """Let modules of these names go; what was written to files is in them afterwards."""
    # What nothing leads to loses its text in plain Python, too.
    gc.collect()
    _write_files()
    for name in names:
        sys.modules.pop(name, None)
    # Their objects go in the order in which they were made, and find all names still there.
    gc.collect()
    _write_files()  # what was written to others by what has just gone


def _write_files() -> None:
    """Write what is still in the buffers of open files."""
    for file in [one for one in gc.get_objects() if type(one) in BUFFERED]:
        with suppress(Exception):  # Python takes none from files that it closes at its end
            file.flush()
