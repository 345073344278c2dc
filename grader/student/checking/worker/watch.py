"""Watches checks that run in another thread: how long they take, and where they are.

What counts is this process's CPU time, so a busy machine changes nothing. Code that uses none for
a while is waiting for something that never comes. A single glance can't tell which function loops,
since it may find any function that the loop calls: the frames present at every glance are the ones
that don't end.
"""

import linecache
import os
import sys
import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

from grader.student.evidence import MODULE, Frame, at
from grader.student.hints.code_hints import ASLEEP, ENDLESS
from grader.student.plural import numbered

# The graders' limit for one check. What takes longer than the first is announced.
LATE_SECONDS, CPU_SECONDS, IDLE_SECONDS = 1.0, 5.0, 5.0
HURRIED_SECONDS = 2.0
FIRST_GLANCE = 0.3
NO_WORK = 0.02


class EndlessFunction(NamedTuple):
    """A function of the student that doesn't end: its file, its name, and its first line.

    Or one that `crashes` Python, which isn't called again either.

    It is sent between processes as a list, which is what JSON makes of a tuple.
    """

    file: str
    function: str
    line: int
    crashes: bool = False

    @property
    def name(self) -> str:
        """What doesn't end, as a student would call it."""
        return self.file if self.function == MODULE else self.function

    @property
    def words(self) -> str:
        """A statement that it doesn't end, or crashes Python."""
        return f"{self.name} {'crashes Python' if self.crashes else 'does not end'}"


@dataclass(frozen=True, slots=True)
class StuckCode:
    """Code that doesn't end: why it is given up, the frames, its innermost function, a hint."""

    why: str
    frames: tuple[Frame, ...]
    place: EndlessFunction | None
    hint: str = ENDLESS


class EndlessCall(BaseException):
    """A function is called that is known not to end."""

    def __init__(self, place: EndlessFunction) -> None:
        super().__init__(place.name)
        self.place = place


class Watch:
    """Watches one thread; `folder` has the student's files.

    Checks of modules with one that was given up are `hurried`: others likely don't end either.
    """

    def __init__(
        self,
        folder: Path,
        endless: Sequence[EndlessFunction] = (),
        cpu_seconds: float = CPU_SECONDS,
        hurried: Collection[str] = (),
    ) -> None:
        self._patient_seconds = self._cpu_seconds = cpu_seconds
        self._hurried = hurried
        self._folder = str(folder)
        self._endless = {place[:3]: place for place in endless}
        self._lock = threading.Lock()
        self._thread = threading.get_ident()
        self._name = ""
        self._began = self._worked = self._seen_at = 0.0
        self._frames: list[FrameType] | None = None
        self._present: list[FrameType] = []
        self._announced = False

    # -- in the thread that is watched ---------------------------------------------------------

    def begin(self, name: str) -> None:
        """Begin to watch a check in the calling thread."""
        with self._lock:
            self._thread = threading.get_ident()
            self._name, self._frames, self._announced = name, None, False
            is_hurried = name.rpartition(".")[0] in self._hurried
            self._cpu_seconds = HURRIED_SECONDS if is_hurried else self._patient_seconds
            self._began = self._worked = time.process_time()
            self._seen_at = time.monotonic()
        if self._endless:
            sys.setprofile(self._refuse)

    def end(self) -> None:
        """Stop watching: the check has ended."""
        sys.setprofile(None)
        with self._lock:
            self._name, self._frames = "", None

    def _refuse(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event == "call" and (place := self._endless.get(_key(code))) is not None:
            raise EndlessCall(place)

    # -- in the thread that watches -------------------------------------------------------------

    def look(
        self, late: Callable[[str, StuckCode], None], stuck: Callable[[str, StuckCode], None]
    ) -> None:
        """Look once: report what is `late`, once per check, and give up what is `stuck`."""
        with self._lock:
            if not self._name:
                return
            spent = self._time_spent()
            idle = time.monotonic() - self._seen_at
            if spent > FIRST_GLANCE or idle > FIRST_GLANCE:
                self._glance()
            if spent > self._cpu_seconds:
                stuck(
                    self._name, self._stuck(f"no end after {numbered(self._cpu_seconds, 'second')}")
                )
            elif idle > IDLE_SECONDS:
                stuck(self._name, self._asleep())
            elif not self._announced and max(spent, idle) > LATE_SECONDS:
                self._announced = True
                late(self._name, self._stuck("not done so far"))

    def _time_spent(self) -> float:
        now = time.process_time()
        if now - self._worked > NO_WORK:
            self._worked, self._seen_at = now, time.monotonic()
        return now - self._began

    def _glance(self) -> None:
        frame = sys._current_frames().get(self._thread)
        found: list[FrameType] = []
        while frame is not None:
            if os.path.dirname(frame.f_code.co_filename) == self._folder:
                found.append(frame)
            frame = frame.f_back
        found.reverse()
        self._present = found
        pairs = zip(self._frames if self._frames is not None else found, found, strict=False)
        self._frames = []
        for before, now in pairs:
            if before is not now:
                break
            self._frames.append(now)

    def _stuck(self, why: str) -> StuckCode:
        frames = self._frames or []
        shown = tuple([_frame(frame) for frame in frames[-5:]])
        place = EndlessFunction(*_key(frames[-1].f_code)) if frames else None
        return StuckCode(why + (f": {at(shown[-1])}" if shown else ""), shown, place)

    def _asleep(self) -> StuckCode:
        """Where it sleeps now, also if it has slept in many calls one after another."""
        found = self._stuck(f"asleep for {IDLE_SECONDS:g} seconds")
        if not found.frames and self._present:
            shown = tuple(map(_frame, self._present[-5:]))
            found = replace(found, why=f"{found.why}: {at(shown[-1])}", frames=shown)
        return replace(found, hint=ASLEEP)


def _key(code: CodeType) -> tuple[str, str, int]:
    return os.path.basename(code.co_filename), code.co_name, code.co_firstlineno


def place_of(frame: Frame, folder: Path) -> EndlessFunction | None:
    """The function in a folder's file that a line belongs to; `None` if there is none.

    For frames whose code object is gone, such as those of a process that crashed.
    """
    path = folder / frame.file
    try:
        todo = [compile(path.read_bytes(), str(path), "exec", dont_inherit=True)]
    except (OSError, SyntaxError, ValueError):
        return None
    found = None
    while todo:
        code = todo.pop()
        todo += [const for const in code.co_consts if isinstance(const, CodeType)]
        lines = [line for _, _, line in code.co_lines()]
        if code.co_name == frame.function and frame.line in lines:
            found = EndlessFunction(*_key(code))
    return found


def _frame(frame: FrameType) -> Frame:
    code = frame.f_code
    return frame_at(code.co_filename, frame.f_lineno, code.co_name)


def frame_at(path: str, line: int, function: str, folder: str = "") -> Frame:
    """A line of a student's file, or of a notebook's cell, with its text.

    The file may be in a package below the `folder`.
    """
    linecache.checkcache(path)  # the file may have changed since
    name = os.path.relpath(path, folder or os.path.dirname(path)).replace(os.sep, "/")
    return Frame(name, line, function, linecache.getline(path, line).strip())
