"""The tests' own modules: they come with the tests, never from what is on the disk later.

A hand-in can have files written into the tests' box: files that it writes are shared, a spy on
`open` writes where it says, an archive of its making is unpacked. So Python's search for modules
may find one in a folder that isn't write-protected. All such folders therefore hold, for Python,
only what the tests brought with them, whatever lies in them.
"""

import base64
import marshal
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib.abc import PathEntryFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from os.path import isdir, join, realpath
from types import CodeType, ModuleType

PACKAGE = "__init__.py"


class InstalledFolders:
    """The folders of Python and of installed packages, which no box can write to."""

    def __init__(self, places: Iterable[str], root: str) -> None:
        found = {realpath(place) for place in places if place}
        self._places = tuple(one for one in found if not _is_in(root, one) and one != root)

    def holds(self, path: str) -> bool:
        """Whether a file or folder is one of these folders, or inside one."""
        real = realpath(path)
        return any(real == place or _is_in(real, place) for place in self._places)


def _is_in(path: str, place: str) -> bool:
    return path.startswith(f"{place}/")


class OwnFile(SourceFileLoader):
    """Loads a module of the tests: from its code; without any, from their file on the disk."""

    def __init__(self, name: str, path: str, code: str) -> None:
        super().__init__(name, path)
        self._own = code

    def get_code(self, fullname: str) -> CodeType | None:
        """The code as it came."""
        if not self._own:
            return super().get_code(fullname)
        # Not from the file: a hand-in may have replaced it.
        code: CodeType = marshal.loads(base64.b64decode(self._own))
        return code


class OwnModules(PathEntryFinder):
    """Finds the tests' modules in a folder; `codes` are all of their modules, by path."""

    def __init__(self, place: str, codes: Mapping[str, str]) -> None:
        self._place = place
        self._codes = codes

    def find_spec(
        self,
        fullname: str,
        target: ModuleType | None = None,  # noqa: ARG002  # the import system's signature
    ) -> ModuleSpec | None:
        path = join(self._place, fullname.rpartition(".")[2])
        if (package := join(path, PACKAGE)) in self._codes:
            return self._spec(fullname, package, [path])
        if (file := f"{path}.py") in self._codes:
            return self._spec(fullname, file, None)
        if any(_is_in(one, path) for one in self._codes):
            spec = ModuleSpec(fullname, None, is_package=True)
            spec.submodule_search_locations = [path]
            return spec
        return None

    def _spec(self, fullname: str, file: str, places: Sequence[str] | None) -> ModuleSpec | None:
        loader = OwnFile(fullname, file, self._codes[file])
        found = None if places is None else [*places]
        return spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=found
        )


def close_folders(installed: InstalledFolders, root: str, codes: Mapping[str, str]) -> None:
    """From now on find only the tests' own modules in folders that aren't installed.

    `codes` is by file name in the folder `root`; without code, a module is loaded from the disk.
    """
    own = {join(realpath(root), name): code for name, code in codes.items()}

    def find(place: str) -> OwnModules:
        if installed.holds(place) or not isdir(place):
            raise ImportError(f"{place} is found by others")
        return OwnModules(realpath(place), own)

    sys.path_hooks.insert(0, find)
    # Python caches a finder for each folder, and would go on using it.
    for place in [place for place in sys.path_importer_cache if not installed.holds(place)]:
        del sys.path_importer_cache[place]
