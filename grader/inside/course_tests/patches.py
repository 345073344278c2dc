"""What tests change around a hand-in: functions of Python's own, and settings of the program.

These are what `mock.patch("random.randint")` puts into a module, the program's arguments,
environment variables, and the recursion limit. In a single process the tests and the code they
test share all of it; here each box has its own. So the same change is made in the hand-in's box
before it is asked anything.
"""

import builtins
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from grader.inside.sources import is_pythons

# Shared if the tests' texts merely contain the name.
MODULES = (
    *("builtins", "calendar", "datetime", "getpass", "glob", "math", "os", "os.path", "random"),
    *("secrets", "shutil", "string", "subprocess", "time", "urllib.request", "uuid", "webbrowser"),
)
# Not shared, since a box itself works with them while it answers; `sys` also because every new
# module would be an instance of the watching class.
WORKING = frozenset(
    (
        *("_thread", "ast", "asyncio", "atexit", "base64", "contextlib", "contextvars", "copy"),
        *("ctypes", "dataclasses", "dis", "errno", "gc", "grp", "inspect", "io", "json"),
        *("linecache", "logging", "marshal", "operator", "pickle", "posixpath", "pwd", "re"),
        *("reprlib", "resource", "select", "signal", "site", "socket", "sqlite3", "stat"),
        *("struct", "sys", "tempfile", "threading", "tokenize", "traceback", "typing"),
        *("unittest", "warnings"),
    )
)
# Where tests import a module, or name something in it.
NAMED = re.compile(r"""^\s*(?:from|import)\s+([\w., ]+)|["']([\w.]+)\.\w+["']""", re.MULTILINE)
# Of `builtins`, these are replaced for all code: `input` is shared in another way.
OF_BUILTINS = ("print", "open", "exit", "quit")
# The other functions are replaced only for tests and hand-ins, since a box and pytest work with
# them; these aren't at all, since they look at the frame that calls them.
OF_FRAMES = ("input", "globals", "locals", "vars", "dir", "breakpoint")
OURS = ("grader", "pytest", "_pytest", "pluggy")
FUNCTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, BuiltinFunctionType)
)
# Where a function for tests and hand-ins has what the tests have put there.
PLACED = "placed by tests"
# Prefix of pytest's own variables, which say which test is running.
PYTESTS = "PYTEST_"


class Patches:
    """What the tests have replaced since they began."""

    def __init__(self) -> None:
        self._originals: dict[tuple[ModuleType, str], object] = {}
        self._touched: dict[tuple[ModuleType, str], None] = {}
        self._told: set[tuple[ModuleType, str]] = set()
        # By what the functions are replaced that are replaced only for tests and hand-ins.
        self._placed: dict[tuple[ModuleType, str], object] = {}

    def watch(self, texts: Iterable[str]) -> None:
        """Note changes of those modules of Python's that the tests' texts mention."""
        patches = self

        class WatchedModule(ModuleType):
            """A module that reports when one of its names is set."""

            def __setattr__(self, name: str, value: object) -> None:
                patches.note(self, name)
                super().__setattr__(name, patches.placed(self, name, value))

        texts = [*texts]
        mentioned = {word for text in texts for word in re.findall(r"\w+", text)}
        modules = [name for name in MODULES if mentioned.issuperset(name.split("."))]
        for name in dict.fromkeys([*modules, *filter(shares_module, _named_in(texts))]):
            with suppress(ImportError):
                if type(module := import_module(name)) is ModuleType:
                    module.__class__ = WatchedModule

    def note(self, module: ModuleType, name: str) -> None:
        """Note that a name of a module is about to be set."""
        if name in vars(module) and shares_name(module.__name__, name):
            self._originals.setdefault((module, name), vars(module)[name])
            self._touched[module, name] = None

    def placed(self, module: ModuleType, name: str, value: object) -> object:
        """What to set in place of a value that the tests set."""
        original = self._originals.get((module, name), value)
        if type(value) is FunctionType:  # one of an earlier patch, now that a later one ends
            value = vars(value).get(PLACED, value)
        self._placed.pop((module, name), None)
        if value is original or not _is_for_some(module.__name__, name):
            return value
        self._placed[module, name] = value
        return for_some(original, value)

    def news(self) -> Iterator[list[object]]:
        """`[module, name, value]` for each replacement, `[module, name]` for each restored one."""
        touched, self._touched = self._touched, {}
        for key in touched:
            (module, name), original = key, self._originals[key]
            if (value := vars(module).get(name, original)) is not original:
                self._told.add(key)
                yield [module.__name__, name, self._placed.get(key, value)]
            elif key in self._told:
                self._told.remove(key)
                yield [module.__name__, name]


def _named_in(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        for imported, prefix in NAMED.findall(text):
            yield from filter(None, [*re.findall(r"[\w.]+", imported), prefix])


def shares_module(name: str) -> bool:
    """Whether what tests put into a module of Python's is put into the hand-in's, too."""
    root = name.partition(".")[0]
    return name in MODULES or (is_pythons(root) and root not in {*WORKING, *MODULES})


def shares_name(module: str, name: str) -> bool:
    """Whether that is so of a name in such a module."""
    if module == "builtins":
        return name in OF_BUILTINS or _is_for_some(module, name)
    # `random.seed` is shared in another way.
    return not name.startswith("_") and (module, name) != ("random", "seed")


def _is_for_some(module: str, name: str) -> bool:
    if module != "builtins" or name.startswith("_") or name in (*OF_BUILTINS, *OF_FRAMES):
        return False
    return name in FUNCTIONS


def for_some(original: Any, value: Any) -> Callable[..., object]:
    """A function that does what `value` does if a test or a hand-in calls it, else `original`."""

    def chosen(*arguments: object, **named: object) -> object:
        caller: str = sys._getframe(1).f_globals.get("__name__", "")
        root = caller.partition(".")[0]
        function = original if root in OURS or is_pythons(root) else value
        return function(*arguments, **named)

    vars(chosen)[PLACED] = value
    return chosen


class ReplacedAttributes:
    """The original attributes of the hand-in's modules that the tests have replaced."""

    def __init__(self) -> None:
        self._originals: dict[tuple[str, str], object] = {}

    def replace(self, module: str, name: str, *values: object) -> None:
        """Set an attribute, or restore the original if no value is given."""
        held = import_module(module)
        original = self._originals.setdefault((module, name), getattr(held, name))
        if values and _is_for_some(module, name):
            values = (for_some(original, *values),)
        setattr(held, name, *(values or (original,)))


class PlacedAttribute:
    """The descriptor in a class of the hand-in for a property that the tests have put there."""

    def __init__(self, read: Callable[..., object], write: Callable[..., object]) -> None:
        self._read, self._write = read, write

    def __get__(self, owner: object, kind: type) -> object:
        return self._read(owner, kind)

    def __set__(self, owner: object, value: object) -> None:
        self._write(owner, value)


def binding(value: Any) -> Sequence[Callable[..., object]]:
    """The functions that read and write an attribute by its descriptor; empty for plain values.

    A property, a class method and a `PropertyMock` are such descriptors.
    """
    if not (isinstance(value, property | classmethod) or _is_binding_mock(value)):
        return ()

    def read(owner: object, kind: object) -> object:
        return value.__get__(owner, kind)

    def write(owner: object, new: object) -> None:
        value.__set__(owner, new)

    return read, write


def _is_binding_mock(value: object) -> bool:
    mock = sys.modules.get("unittest.mock")
    return mock is not None and isinstance(value, mock.PropertyMock)


class ChangedSettings:
    """Which of the program's settings the tests have changed since they began."""

    def __init__(self) -> None:
        self._before = self._told = _present()

    def news(self) -> list[object] | None:
        """`[arguments or None, [[variable, text or None], …], recursion limit]`.

        None if nothing has changed since the last call.
        """
        present = _present()
        if present == self._told:
            return None
        self._told = present
        (before, variables, _), (arguments, now, limit) = self._before, present
        names = sorted(k for k in {*variables, *now} if variables.get(k) != now.get(k))
        changed = [[name, now.get(name)] for name in names]
        return [None if arguments == before else arguments, changed, limit]


def _present() -> tuple[list[str], dict[str, str], int]:
    variables = {k: v for k, v in os.environ.items() if not k.startswith(PYTESTS)}
    return [*sys.argv], variables, sys.getrecursionlimit()


class ReplacedSettings:
    """The hand-in's own settings, which others may replace for a while."""

    def __init__(self) -> None:
        self._arguments = sys.argv
        self._replaced: dict[str, str | None] = {}

    def replace(self, arguments: list[str] | None, changed: list[list[Any]], limit: int) -> None:
        """Restore the original settings, then apply these."""
        sys.argv = self._arguments if arguments is None else arguments
        _set_variables(self._replaced)
        self._replaced = {name: os.environ.get(name) for name, _ in changed}
        _set_variables(dict(changed))
        with suppress(RecursionError):  # calls are nested deeper here already
            sys.setrecursionlimit(limit)


def _set_variables(variables: Mapping[str, str | None]) -> None:
    for name, text in variables.items():
        if text is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = text
