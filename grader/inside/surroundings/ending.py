"""What plain Python does at the end of a program, done in a process that goes on.

It waits for the program's threads, runs its `atexit` callbacks, the last first, and flushes the
files that are still open.
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
    """A program's exit callbacks, in place of Python's own `atexit`."""

    def __init__(self) -> None:
        self._calls: list[Call] = []

    def register(
        self, function: Callable[..., object], /, *arguments: object, **named: object
    ) -> Any:
        """Call a function at the end; returns it."""
        self._calls.append((function, arguments, named))
        return function

    def unregister(self, function: Callable[..., object], /) -> None:
        """Don't call it any more."""
        self._calls = [call for call in self._calls if call[0] != function]

    def run(self) -> None:
        """Call them all, the last first; report what one raises, and go on with the others."""
        for function, arguments, named in reversed([*self._calls]):
            try:
                function(*arguments, **named)
            except BaseException:  # Python ignores all of them, even `SystemExit`
                sys.stderr.write(f"Exception ignored in atexit callback: {function!r}\n")
                sys.stderr.write(traceback.format_exc())


@contextmanager
def as_if_python_ended() -> Iterator[None]:
    """After a program, however it ends, do what Python does; its streams still exist then."""
    calls, before = ExitCalls(), set(threading.enumerate())
    own = atexit.register, atexit.unregister
    atexit.register, atexit.unregister = calls.register, calls.unregister
    logging: object = sys.modules.get("logging")  # if imported, it won't register again
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
    if pools is not None:  # pool threads end when told that Python does
        pools._shutdown = True
        for thread, work in [*pools._threads_queues.items()]:
            if thread not in before:
                work.put(None)
    while new := [t for t in threading.enumerate() if t not in before and not t.daemon]:
        new[0].join()
    if pools is not None:
        pools._shutdown = False


def forget(names: Iterable[str]) -> None:
    """Drop modules of these names; afterwards their open files are flushed."""
    # An unreachable file loses its buffered text in plain Python, too.
    gc.collect()
    _write_files()
    for name in names:
        sys.modules.pop(name, None)
    # Their objects are destroyed in the order of creation, and find all names still there.
    gc.collect()
    _write_files()  # destroyed objects may have written to other files


def _write_files() -> None:
    """Flush all open files."""
    for file in [one for one in gc.get_objects() if type(one) in BUFFERED]:
        with suppress(Exception):  # Python ignores errors when it closes files at the end
            file.flush()
