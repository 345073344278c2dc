"""What tests put in the place of functions of Python's own: `mock.patch("random.randint")`.

In one program a module is the same for the tests and for what they test; here each box has one of
its own. So the hand-in's has the same in that place, before it is asked anything.
"""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType

# Not `sys`: each new module is made to be of its class.
MODULES = (
    *("builtins", "calendar", "datetime", "getpass", "glob", "math", "os", "os.path", "random"),
    *("secrets", "shutil", "string", "subprocess", "time", "urllib.request", "uuid", "webbrowser"),
)
# Of what everything is made of, these alone: `input` is shared in another way.
OF_BUILTINS = ("print", "open", "exit", "quit")


class Patches:
    """What the tests have put in the place of other things since they began."""

    def __init__(self) -> None:
        self._originals: dict[tuple[ModuleType, str], object] = {}
        self._touched: dict[tuple[ModuleType, str], None] = {}
        self._told: set[tuple[ModuleType, str]] = set()

    def watch(self, texts: Iterable[str]) -> None:
        """Note changes of those modules that texts of tests mention."""
        patches = self

        class Watched(ModuleType):
            """A module that says which of its names are given another value."""

            def __setattr__(self, name: str, value: object) -> None:
                patches.note(self, name)
                super().__setattr__(name, value)

        mentioned = {word for text in texts for word in re.findall(r"\w+", text)}
        for name in MODULES:
            if mentioned.issuperset(name.split(".")):
                import_module(name).__class__ = Watched

    def note(self, module: ModuleType, name: str) -> None:
        """A name of a module is about to be given another value."""
        if name in vars(module) and _is_shared(module.__name__, name):
            self._originals.setdefault((module, name), vars(module)[name])
            self._touched[module, name] = None

    def news(self) -> Iterator[list[object]]:
        """`[module, name, value]` of what was put there, `[module, name]` of what it was again."""
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


class Replaced:
    """What was in the hand-in's modules before the tests put something else there."""

    def __init__(self) -> None:
        self._originals: dict[tuple[str, str], object] = {}

    def replace(self, module: str, name: str, *values: object) -> None:
        """Put a value there, or without one what was there at first."""
        held = import_module(module)
        original = self._originals.setdefault((module, name), getattr(held, name))
        setattr(held, name, *(values or (original,)))
