"""Makes an assignment's own packages importable: its library, its checks, what students are given.

Checks import each other by names that begin with the assignment's folders (`checks.boards` is
`handout/checks/boards.py`, `reference.checks.trees` is `reference/checks/trees.py`). Only these
names are looked up there, so a starter file can't replace a module of Python with the same name.
While another assignment's packages with the same names are in use, those of the first are put
aside.
"""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from weakref import WeakKeyDictionary

from grader.assignment.config import Assignment
from grader.errors import ConfigError
from grader.inside.sources import is_pythons, module_name

# The digests of modules' files, as of when they had just been imported.
_IMPORTED: WeakKeyDictionary[ModuleType, bytes] = WeakKeyDictionary()


class OwnPackages(MetaPathFinder):
    """Finds what is in `places`, folders and files by name; all else is found as usual."""

    def __init__(self, places: Mapping[str, Path]) -> None:
        self._places = places

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None and fullname in self._places:  # None: a name at the top
            return PathFinder.find_spec(fullname, [str(self._places[fullname].parent)], target)
        return None


def own_packages(assignment: Assignment) -> dict[str, Path]:
    """The packages and files that an assignment brings, and where each is."""
    found = {folder.name: folder for folder in assignment.handout.glob("*/")}
    packages = {name: folder for name, folder in found.items() if name.isidentifier()}
    for name in map(module_name, assignment.given):
        if not is_pythons(name) and "." not in name:
            packages[name] = assignment.handout / f"{name}.py"
    for folder in assignment.folders_of_checks:
        if folder.is_relative_to(assignment.root):
            top = folder.relative_to(assignment.root).parts[0]
            packages[top] = assignment.root / top
    packages[assignment.public_checks.name] = assignment.public_checks
    return packages


@contextmanager
def importable(assignment: Assignment) -> Iterator[None]:
    """Let the assignment's packages be imported while this lasts."""
    places = own_packages(assignment)
    aside = {name: m for name, m in sys.modules.items() if _is_of_another(name, m, places)}
    for name in aside:
        del sys.modules[name]
    kept = set(sys.modules)
    finder = OwnPackages(places)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        # Files of checks, which pytest names in its own way, are read again each time; and they
        # have classes of these packages.
        folders = {str(folder) for folder in assignment.folders_of_checks}
        for name, module in list(sys.modules.items()):
            is_check = os.path.dirname(_file_of(module)) in folders
            ours = name.partition(".")[0] in places or is_check
            is_test = is_check and name.rpartition(".")[2].startswith("test_")
            if name not in kept and (is_test or (aside and ours)):
                del sys.modules[name]
        sys.modules.update(aside)


def refuse_changed(assignment: Assignment) -> None:
    """Raise `ConfigError` if a file was changed since this process imported it for checks.

    Whatever is kept, such as an answer key, is kept under the digest of the files as they are now.
    Files of checks themselves, whose names begin with `test_`, are read again each time.
    """
    places = tuple(map(str, own_packages(assignment).values()))
    within = tuple(os.path.join(place, "") for place in places)
    for module in list(sys.modules.values()):
        # As strings, which is fast: of a thousand imported modules, a dozen are in these places.
        if not (name := _file_of(module)).startswith(within) and name not in places:
            continue
        file = Path(name)
        if file.name.startswith("test_"):
            continue
        digest = sha256(file.read_bytes()).digest() if file.is_file() else b""
        if _IMPORTED.setdefault(module, digest) != digest:
            raise ConfigError(f"{file}: changed while this command ran; run the command again")


def _file_of(module: ModuleType) -> str:
    return str(getattr(module, "__file__", None) or "")


def _is_of_another(name: str, module: ModuleType, places: Mapping[str, Path]) -> bool:
    top = name.partition(".")[0]
    if top not in places:
        return False
    own = [*getattr(module, "__path__", ()), getattr(module, "__file__", None)]
    # The same folder by another path doesn't belong to another assignment.
    ours = places[top].resolve()
    return not any(place and Path(place).resolve().is_relative_to(ours) for place in own)
