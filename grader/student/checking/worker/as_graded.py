"""What grading refuses is refused here too, and other files look missing.

Only what the student's own code opens is checked, directly or through a module that opens what it
is given: Python's other modules may read what they need.
"""

import builtins
import errno
import io
import os
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Collection
from functools import cache, wraps
from importlib.machinery import BuiltinImporter, FrozenImporter, PathFinder
from operator import methodcaller
from pathlib import Path
from types import FrameType
from typing import Any

from grader.inside.sources import is_pythons
from grader.inside.surroundings.listening import tell_prompts_apart
from grader.inside.surroundings.refusals import TIME_ZONES, refuse
from grader.inside.surroundings.semaphores import between_threads
from grader.inside.surroundings.streams import DESCRIPTORS
from grader.student.checking.own_files import not_own
from grader.student.checking.worker.shared_names import SharedNames, top_of_import

# Modules that open what they are given.
OPENING = (
    *("bz2", "codecs", "configparser", "fileinput", "glob", "gzip", "io", "lzma", "os"),
    *("pathlib", "shutil", "tarfile", "tokenize", "wave", "zipfile"),
)


BUILT_IN = (BuiltinImporter, FrozenImporter)
TESTING = ("pytest",)
# Modules rewritten by pytest import this, such as tests that a module imports.
REWRITTEN = "_pytest"


def behave_as_graded(
    folder: Path, library: str, data: Collection[str], packages: Collection[str]
) -> None:
    """Refuse what a box refuses, to code in a folder, for the whole life of this process.

    It may read its own modules and `data`, what it has written, and Python's own files, and import
    Python's own library, its own files and these packages with their dependencies.
    """
    files = OwnFiles(folder, not_own(str(folder), library), data)
    shared = SharedNames(_shared_with_python(folder), files.is_the_students)
    _own_modules_first(folder)
    tell_prompts_apart()
    between_threads()
    refuse(at_home=True)
    builtins.open = io.open = files.stand_in(io.open)
    os.listdir, os.scandir = files.stand_in(os.listdir), files.stand_in(os.scandir)
    if not set(packages) - {*TESTING}:
        builtins.__import__ = files.importing_no_others(folder, builtins.__import__, packages)
    builtins.__import__ = shared.importing_by_asker(builtins.__import__)


def _own_modules_first(folder: Path) -> None:
    others = [path for path in sys.path if os.path.realpath(path) != os.path.realpath(folder)]
    sys.path[:] = [str(folder), *others]


def _shared_with_python(folder: Path) -> list[str]:
    """The names of files in the folder that modules of Python's have, too.

    Modules built into Python are left out: they come before all files.
    """
    names = {path.stem for path in folder.glob("*.py") if is_pythons(path.stem)}
    return [name for name in names if not any(map(methodcaller("find_spec", name), BUILT_IN))]


class OwnFiles:
    """The files that code in a folder may see; some folders in it, `others`, are not theirs."""

    def __init__(self, folder: Path, others: Collection[str], data: Collection[str]) -> None:
        self._folder = os.path.realpath(folder)
        self._others = tuple(os.path.join(self._folder, name, "") for name in others if name)
        self._handed_in = {os.path.join(self._folder, name) for name in data}
        self._written: set[str] = set()
        self._free = _real(tempfile.gettempdir(), Path.home(), os.devnull)
        own = [path for path in sys.path if path and os.path.realpath(path) != self._folder]
        python = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib")]
        self._readable = _real(tempfile.gettempdir(), os.devnull, *TIME_ZONES, *own, *python)
        # Cached for imports inside a function, which a search may call many times.
        self._is_students = cache(self._is_students_file)

    def stand_in(self, real: Callable[..., object]) -> Callable[..., Any]:
        """A function that finds only what code may see, when the student's code calls it."""

        @wraps(real)
        def look(*arguments: object, **named: object) -> object:
            path = arguments[0] if arguments else named.get("file", named.get("path"))
            mode = arguments[1] if arguments[1:] else named.get("mode", "r")
            if self.is_the_students(sys._getframe(1)) and self._is_hidden(path, mode):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            return real(*arguments, **named)

        return look

    def importing_no_others(
        self, folder: Path, real: Callable[..., object], packages: Collection[str]
    ) -> Callable[..., Any]:
        """An import that gives the student's code nothing that is missing in grading."""

        known = {"__main__", REWRITTEN, *packages}

        @wraps(real)
        def imported(name: str, *rest: object, **named: object) -> object:
            top = top_of_import(name, rest, named)
            if top and not is_pythons(top) and top not in known:
                is_there = PathFinder.find_spec(top, [str(folder)]) is not None
                if not is_there and self.is_the_students(sys._getframe(1)):
                    raise ModuleNotFoundError(f"No module named {top!r}", name=top)
            return real(name, *rest, **named)

        return imported

    def is_the_students(self, frame: FrameType | None) -> bool:
        """Whether a frame is the student's code, or of a library module that opens files for it."""
        while frame is not None and (_root(frame) in OPENING or _imports(frame)):
            frame = frame.f_back
        if frame is None:
            return False
        return self._is_students(frame.f_code.co_filename)

    def _is_students_file(self, name: str) -> bool:
        # A program's code has only its file's name.
        file = os.path.realpath(os.path.join(self._folder, name))
        is_there = os.path.isfile(file) and _is_in(file, self._folder)
        return is_there and not file.startswith(self._others)

    def _is_hidden(self, path: object, mode: object) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        if os.fsdecode(path) in DESCRIPTORS:
            return False
        file = os.path.realpath(os.fsdecode(path))
        if isinstance(mode, str) and not set("wax+").isdisjoint(mode):
            self._written.add(file)
            return not _is_in(file, self._folder, *self._free)
        if _is_in(file, self._folder):
            is_there = os.path.isfile(file) and not file.endswith(".py")
            return is_there and file not in self._handed_in | self._written
        return not _is_in(file, *self._readable)


def _real(*paths: str | Path) -> tuple[str, ...]:
    return tuple(os.path.realpath(path) for path in paths)


def _is_in(file: str, *folders: str) -> bool:
    return any(file == folder or file.startswith(folder + os.sep) for folder in folders)


def _imports(frame: FrameType) -> bool:
    return frame.f_globals.get("__name__") == SharedNames.__module__


def _root(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]
