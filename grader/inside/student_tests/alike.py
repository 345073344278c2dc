"""Clocks and random numbers that are the same in every run of a suite, on any solution.

A suite that draws its inputs at random, seeded or not, would ask differently from run to run, and
nobody could say which answer failed it. So random numbers come from one generator, and clocks begin
at a fixed time and advance a little with each reading, and by what is slept. Both start again with
each test, since tests may be left out. The judge's own clock, which ends what takes too long, is
outside of the box; and Python's library waits by real clocks. Garbage is collected at the same
moments, too.
"""

import ctypes
import gc
import os
import random
import sys
import time
import uuid
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Any, Final

BEGIN_NS: Final = 1_767_225_600_000_000_000  # the first second of 2026
TICK_NS: Final = 1_000
# A test further down in its file has a later time.
LINE_NS: Final = 60_000_000_000
CLOCKS: Final = ("time", "monotonic", "perf_counter", "process_time", "thread_time")
# Python's library waits by these, so for the library they must be real.
WAITED_BY: Final = ("monotonic", "clock_gettime")
OF_NOW: Final = {"localtime": 0, "gmtime": 0, "ctime": 0, "asctime": 0, "strftime": 1}

_generator = random.Random()
_seed_as_python_does = random.Random.seed


class VirtualClock:
    """A run's time, in nanoseconds."""

    def __init__(self) -> None:
        self._now = BEGIN_NS

    def begin(self, line: int) -> None:
        """Set the time for a test in this line."""
        self._now = BEGIN_NS + (line + 1) * LINE_NS

    def advance(self, nanoseconds: int) -> None:
        """Let time pass."""
        self._now += nanoseconds

    def read(self) -> int:
        """The time, later at each reading."""
        self._now += TICK_NS
        return self._now


_clock = VirtualClock()


def make_alike() -> None:
    """Replace all clocks and sources of random numbers of this process by our own."""
    random.Random.seed = _seed  # type: ignore[assignment, method-assign]
    random.seed = random._inst.seed
    # `SystemRandom` and `secrets` read these.
    os.urandom = random._urandom = _generator.randbytes  # type: ignore[attr-defined]
    os.getrandom = lambda size, flags=0: _generator.randbytes(size)  # noqa: ARG005  # its signature
    # The C implementations read real clocks and MAC addresses.
    vars(uuid).update(_generate_time_safe=None, _node=1)
    for name in CLOCKS:
        _replace(name, lambda: _clock.read() / 1e9)
        _replace(f"{name}_ns", _clock.read)
    _replace("clock_gettime", lambda _number: _clock.read() / 1e9)
    _replace("clock_gettime_ns", lambda _number: _clock.read())
    for name, place in OF_NOW.items():
        setattr(time, name, _of_now(getattr(time, name), place))
    time.sleep = _sleeping(time.sleep)
    if "timeit" in sys.modules:  # pytest may have imported it, with the real clock
        vars(sys.modules["timeit"])["default_timer"] = time.perf_counter
    _replace_now()
    # So that garbage is collected at the same moments: messages say what the tests no longer have.
    gc.collect()
    begin_test(0)


def begin_test(line: int) -> None:
    """Reset time and random numbers to their state in every run, for a test in this line."""
    _seed_as_python_does(_generator, 0)
    random.seed()
    _clock.begin(line)


def _seed(generator: random.Random, a: Any = None, version: int = 2) -> None:
    _seed_as_python_does(generator, _generator.getrandbits(64) if a is None else a, version)


def _replace(name: str, read: Callable[..., object]) -> None:
    real = getattr(time, name)
    waited_by = name.removesuffix("_ns") in WAITED_BY

    def clock(*arguments: object) -> object:
        caller: str = sys._getframe(1).f_globals.get("__name__", "")
        is_librarys = waited_by and caller.partition(".")[0] in sys.stdlib_module_names
        return real(*arguments) if is_librarys else read(*arguments)

    setattr(time, name, clock)


def _of_now(real: Callable[..., object], place: int) -> Callable[..., object]:
    takes_seconds = real.__name__ in ("localtime", "gmtime", "ctime")

    def of_now(*arguments: object) -> object:
        if len(arguments) > place and arguments[place] is not None:
            return real(*arguments)
        now: Any = _clock.read() / 1e9
        return real(*arguments[:place], now if takes_seconds else time.localtime(now))

    return of_now


def _sleeping(real: Callable[[Any], None]) -> Callable[[object], None]:
    def sleep(seconds: Any) -> None:
        real(seconds)
        _clock.advance(int(seconds * 1e9))

    return sleep


def _replace_now() -> None:
    """Make `datetime.now` read our clock, as `today` does; the class itself is written in C."""

    def now(kind: type[datetime], tz: tzinfo | None = None) -> datetime:
        return kind.fromtimestamp(_clock.read() / 1e9, tz)

    def utcnow(kind: type[datetime]) -> datetime:
        return kind.utcfromtimestamp(_clock.read() / 1e9)  # deprecated, but tests may still call it

    # A class's `__dict__` is a read-only proxy; the real dictionary is behind it.
    [names] = gc.get_referents(datetime.__dict__)
    names.update(now=classmethod(now), utcnow=classmethod(utcnow))
    # Drop CPython's cached look-ups.
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime))
