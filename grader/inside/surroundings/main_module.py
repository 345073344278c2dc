"""A program as the module `__main__`: its names, its arguments, and where its imports are found.

A program's folder comes first in `sys.path`, as when plain Python is given a file: programs find
their data through it, and modules that they have written themselves.
"""

import builtins
import os
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType


class OwnModuleFinder:
    """Finds modules that were handed in at their own place, not as copies beside the program."""

    def __init__(self, own: Collection[str], folder: str) -> None:
        self._own, self._folder = own, folder

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,  # noqa: ARG002  # the import system's signature
    ) -> ModuleSpec | None:
        if path is not None or fullname not in self._own:
            return None
        return PathFinder.find_spec(fullname, [one for one in sys.path if one != self._folder])


@contextmanager
def as_main(name: str, argv: Sequence[str], own: Collection[str]) -> Iterator[None]:
    """Let a file in the current folder be `__main__`; its `own` modules are imported afresh."""
    before = sys.argv, sys.excepthook, sys.path, sys.dont_write_bytecode
    path, folder = sys.path.copy(), os.getcwd()
    finder = OwnModuleFinder(own, folder)
    names = ["__main__", *own]
    modules = {module: sys.modules.pop(module) for module in names if module in sys.modules}
    # Hold no other reference: at the program's end it goes as in plain Python (see `ending`).
    sys.modules["__main__"] = _module(os.path.abspath(name))
    sys.argv, sys.dont_write_bytecode = [name, *argv], True
    sys.path.insert(0, folder)
    sys.meta_path.insert(sys.meta_path.index(PathFinder), finder)
    try:
        yield
    finally:
        sys.argv, sys.excepthook, sys.path, sys.dont_write_bytecode = before
        sys.path[:] = path
        sys.meta_path.remove(finder)
        for module in (*names, *imported_from(folder)):
            sys.modules.pop(module, None)
        for place in [place for place in sys.path_importer_cache if _is_in(place, folder)]:
            del sys.path_importer_cache[place]  # another program's folder may have that name
        sys.modules.update(modules)


def imported_from(folder: str) -> list[str]:
    """The names of modules imported from a folder."""
    files = {name: getattr(module, "__file__", "") for name, module in [*sys.modules.items()]}
    return [name for name, file in files.items() if _is_in(file, folder)]


def _is_in(file: object, folder: str) -> bool:
    return isinstance(file, str) and (file == folder or file.startswith(folder + os.sep))


def _module(path: str) -> ModuleType:
    main = ModuleType("__main__")
    main.__dict__.update(_names(path))
    return main


def _names(path: str) -> Mapping[str, object]:
    """What plain Python puts into a program's module, in its order."""
    loader = SourceFileLoader("__main__", path)
    annotations: Mapping[str, object] = (
        {} if sys.version_info >= (3, 14) else {"__annotations__": {}}
    )
    ends = {"__builtins__": builtins, "__file__": path, "__cached__": None}
    return {"__loader__": loader, **annotations, **ends}
