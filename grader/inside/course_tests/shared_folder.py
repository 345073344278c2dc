"""Files that the tests or a hand-in write: what one box gets in its folder, the other gets too.

In a single process both have the same files. Here a folder reports what has changed since the last
call, and takes over changes from the other. The files that it had at first stay its box's own: no
line of the tests goes to the hand-in, and nothing from there can replace them.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from importlib.machinery import all_suffixes

# Tests may put something else in the place of these.
from io import BufferedReader, BufferedWriter, FileIO
from os import getcwd, makedirs, rmdir, scandir, unlink
from os.path import dirname, isabs, isdir, join, lexists, realpath
from pathlib import PosixPath
from typing import Any

from grader.inside.sources import is_untouched
from grader.inside.wire import Violation, dump, load

# Tests without any of these share no files, and pay nothing for it.
MENTIONS = re.compile(r"\b(?:tmp_path\w*|tmpdir|tempfile|chdir|open|Path|os)\b")
# What a process may import, or pytest reads as settings.
LEFT_OUT = (*all_suffixes(), ".pth", "conftest.py", "pytest.ini")
# What tools leave behind.
LEFT_BEHIND = ("__pycache__", ".pytest_cache", ".lock")
# The most bytes of all files together that are read each time.
MOST_BYTES = 2 << 20


class SharedFolder:
    """A box's folder, by its path, and the names in it that the other box never gets.

    Data files that were `handed_in` it gets only once they are written.
    """

    def __init__(self, root: str, own: Iterable[str], handed_in: Container[str] = ()) -> None:
        self.root = realpath(root)
        self._handed_in = handed_in
        self._own = frozenset(above for name in own for above in _with_those_above(name))
        # Each name's bytes, or None for a folder.
        self._known: dict[str, bytes | None] = {}

    def exchange(self, changes: str) -> str:
        """Apply changes from the other side; without any, return those made here."""
        self.take(changes)
        return "" if changes else self.changes()

    def changes(self) -> str:
        """What was added, changed or removed since the last call of this or `take`; or nothing."""
        present = self._present()
        gone = sorted([name for name in self._known if name not in present], reverse=True)
        come = [
            [name, None if content is None else content.hex()]
            for name, content in present.items()
            if name not in self._known or self._known[name] != content
        ]
        self._known = present
        return dump([gone, come]).decode() if gone or come else ""

    def take(self, changes: str) -> None:
        """Apply the other side's changes; raises `Violation` for files that may not be here."""
        if not changes:
            return
        gone, come = load(changes.encode())
        for name in gone:
            self._remove(self._place(name))
            self._known.pop(name, None)
        for name, content in come:
            path = self._place(name)
            if content is None:
                makedirs(path, exist_ok=True)
                self._known[name] = None
            else:
                makedirs(dirname(path), exist_ok=True)
                with BufferedWriter(FileIO(path, "wb")) as file:
                    file.write(bytes.fromhex(content))
                self._known[name] = bytes.fromhex(content)

    def _remove(self, path: str) -> None:
        if isdir(path):
            with suppress(OSError):  # it may also hold files that aren't shared
                rmdir(path)
        elif lexists(path):
            unlink(path)

    def _place(self, name: object) -> str:
        if type(name) is not str or isabs(name) or name in self._own or not _is_shared(name):
            raise Violation("a file that isn't shared")
        path = join(self.root, name)
        if realpath(path) != path:
            raise Violation("a file of another folder, or behind a link")
        return path

    def _present(self) -> dict[str, bytes | None]:
        found: dict[str, bytes | None] = {}
        left = MOST_BYTES
        for name, is_folder in names_in(self.root):
            if name in self._own or not _is_shared(name):
                continue
            if is_untouched(name, self.root, self._handed_in):
                continue
            content = None if is_folder else _read(join(self.root, name), left)
            left -= len(content or b"")
            if is_folder or content is not None:
                found[name] = content
        return found


def names_in(root: str, below: str = "") -> Iterator[tuple[str, bool]]:
    """All files and folders, with whether each is a folder; folders come before their content."""
    with suppress(OSError), scandir(join(root, below)) as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            name = join(below, entry.name)
            if entry.is_dir(follow_symlinks=False):
                yield name, True
                yield from names_in(root, name)
            elif entry.is_file(follow_symlinks=False):
                yield name, False


def _with_those_above(name: str) -> Iterator[str]:
    while name:
        yield name
        name = dirname(name)


def _is_shared(name: str) -> bool:
    return not name.endswith(LEFT_OUT) and not {*name.split("/")} & {*LEFT_BEHIND}


def _read(path: str, most: int) -> bytes | None:
    with suppress(OSError), BufferedReader(FileIO(path)) as file:
        content = file.read(most + 1)
        return content if len(content) <= most else None
    return None


class SharedFiles:
    """The tests' end: their folder, and the hand-in's through `ask`."""

    def __init__(self, ask: Callable[..., object]) -> None:
        self._ask = ask
        root = getcwd()
        self._folder = SharedFolder(root, [name for name, _ in names_in(root)])
        self._there = self._place = ""

    def give(self) -> None:
        """Send the hand-in what the tests have written, and change to their working directory."""
        self._there = self._there or str(self._ask("root"))
        if changes := self._folder.changes():
            self._ask("files", changes)
        place = _moved(getcwd(), self._folder.root, self._there)
        if place != self._place and place.startswith(self._there):
            self._ask("chdir", place)
            self._place = place

    def fetch(self) -> None:
        """Fetch what the hand-in has written; raises `Violation`."""
        changes = self._ask("files", "")
        if type(changes) is not str:
            raise Violation("changes of files are no text")
        self._folder.take(changes)

    def to_there(self, arguments: Iterable[object]) -> tuple[object, ...]:
        """Values for the hand-in: paths in the tests' folder become those in its own."""
        return tuple([_moved(value, self._folder.root, self._there) for value in arguments])

    def to_here(self, value: object) -> object:
        """A value for the tests: a path in the hand-in's folder becomes one in theirs."""
        return _moved(value, self._there, self._folder.root)


def _moved(value: object, here: str, there: str) -> Any:
    if type(value) is PosixPath:
        return PosixPath(_moved(str(value), here, there))
    if type(value) is str and (value == here or value.startswith(f"{here}/")):
        return there + value.removeprefix(here)
    return value
