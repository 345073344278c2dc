"""What tests change around a hand-in: functions of Python's own, and settings of the program.

These are what `mock.patch("random.randint")` puts into a module, the program's arguments,
environment variables, and the recursion limit. In a single process the tests and the code they
test share all of it; here each box has its own. So the same change is made in the hand-in's box
before it is asked anything.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Any

# Not `sys`: every new module would be an instance of the watching class.
MODULES = (
    *("builtins", "calendar", "datetime", "getpass", "glob", "math", "os", "os.path", "random"),
    *("secrets", "shutil", "string", "subprocess", "time", "urllib.request", "uuid", "webbrowser"),
)
# Of `builtins`, only these: `input` is shared in another way.
OF_BUILTINS = ("print", "open", "exit", "quit")
# Prefix of pytest's own variables, which say which test is running.
PYTESTS = "PYTEST_"


class Patches:
    """What the tests have replaced since they began."""

    def __init__(self) -> None:
        self._originals: dict[tuple[ModuleType, str], object] = {}
        self._touched: dict[tuple[ModuleType, str], None] = {}
        self._told: set[tuple[ModuleType, str]] = set()

    def watch(self, texts: Iterable[str]) -> None:
        """Note changes of those modules that the tests' texts mention."""
        patches = self

        class WatchedModule(ModuleType):
            """A module that reports when one of its names is set."""

            def __setattr__(self, name: str, value: object) -> None:
                patches.note(self, name)
                super().__setattr__(name, value)

        mentioned = {word for text in texts for word in re.findall(r"\w+", text)}
        for name in MODULES:
            if mentioned.issuperset(name.split(".")):
                import_module(name).__class__ = WatchedModule

    def note(self, module: ModuleType, name: str) -> None:
        """Note that a name of a module is about to be set."""
        if name in vars(module) and _is_shared(module.__name__, name):
            self._originals.setdefault((module, name), vars(module)[name])
            self._touched[module, name] = None

    def news(self) -> Iterator[list[object]]:
        """`[module, name, value]` for each replacement, `[module, name]` for each restored one."""
        touched, self._touched = self._touched, {}
        for key in touched:
            (module, name), original = key, self._originals[key]
            if (value := vars(module).get(name, original)) is not original:
                self._told.add(key)
                yield [module.__name__, name, value]
            elif key in self._told:
                self._told.remove(key)
                yield [module.__name__, name]


def _is_shared(module: str, name: str) -> bool:
    if module == "builtins":
        return name in OF_BUILTINS
    # `random.seed` is shared in another way.
    return not name.startswith("_") and (module, name) != ("random", "seed")


class ReplacedAttributes:
    """The original attributes of the hand-in's modules that the tests have replaced."""

    def __init__(self) -> None:
        self._originals: dict[tuple[str, str], object] = {}

    def replace(self, module: str, name: str, *values: object) -> None:
        """Set an attribute, or restore the original if no value is given."""
        held = import_module(module)
        original = self._originals.setdefault((module, name), getattr(held, name))
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
