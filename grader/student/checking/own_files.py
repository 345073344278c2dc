"""The student's files on disk: which exist, can be read, and import what."""

import ast
import os
import sys
import traceback
import warnings
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath
from unicodedata import normalize

from grader.inside.module_names import CONFTEST, GIVEN, files_of, imported_by, imported_files
from grader.inside.notebook.layout import cells_of, tree_of
from grader.student.evidence import MODULE, Evidence, Frame
from grader.student.handing_in.decoding import decode
from grader.student.hints.syntax_hints import advice_on_syntax
from grader.student.pythons.newer_python import new_syntax_in
from grader.student.pythons.versions import this_python


@dataclass(frozen=True)
class Files:
    """The Python files of a folder: their trees, and why others have none.

    pytest gives files that are `tests` what is in a conftest.py beside or above them.
    """

    trees: Mapping[str, ast.Module]
    faults: Mapping[str, Evidence]
    library: str = ""
    tests: Collection[str] = ()

    @property
    def names(self) -> frozenset[str]:
        """All files, with or without a fault."""
        return frozenset((*self.trees, *self.faults))

    @cached_property
    def _by_name(self) -> Mapping[str, str]:
        # Some file systems decompose accents, but imports never do.
        return {normalize("NFC", name): name for name in self.names}

    def imported(self, file: str) -> list[str]:
        """The own files that a file imports directly, and those of the packages it is in."""
        found = imported_files(file, self.trees.get(file, ast.Module([], [])))
        if file in self.tests:
            found += [str(above / CONFTEST) for above in PurePosixPath(file).parents]
        return [self._by_name[one] for one in found if one in self._by_name]

    def closure(self, wanted: Collection[str], beside: Collection[str] = ()) -> list[str]:
        """The wanted files that exist, and all own files that they import, each once.

        Imports of files in `beside` are not followed.
        """
        found = dict.fromkeys(file for file in wanted if file in self.names)
        todo = list(found)
        while todo:
            imported = self.imported(todo.pop(0))
            fresh = [file for file in imported if file not in found and file not in beside]
            found |= dict.fromkeys(fresh)
            todo += fresh
        return list(found)

    def foreign(self, wanted: Collection[str]) -> list[str]:
        """The packages that these files import and that are neither their own nor Python's."""
        names = {
            name.partition(".")[0]
            for file in wanted
            if file in self.trees
            for name in imported_by(file, self.trees[file])
            if self._by_name.keys().isdisjoint(files_of(name))
        }
        return sorted(names - {*GIVEN, self.library} - set(sys.stdlib_module_names) - {"pytest"})


def read_files(folder: Path, library: str, tests: Collection[str] = ()) -> Files:
    """All Python files of a folder and its packages, except those that are given.

    `tests` are the student's own tests among them.
    """
    trees: dict[str, ast.Module] = {}
    faults: dict[str, Evidence] = {}
    for path in sorted(own_files(folder, library)):
        name = path.relative_to(folder).as_posix()
        try:
            with warnings.catch_warnings(action="ignore"):
                trees[name] = _tree(name, path)
        except SyntaxError as error:
            faults[name] = syntax_fault(error, name, decode(path.read_bytes()), library)
        except (OSError, ValueError) as error:
            faults[name] = Evidence(f"{name} can't be read: {error}")
        except (MemoryError, RecursionError) as error:  # nested too deep
            faults[name] = Evidence(f"{name} can't be read as Python: {type(error).__name__}")
    return Files(trees, faults, library, tests)


def _tree(name: str, path: Path) -> ast.Module:
    text = decode(path.read_bytes())
    if cells_of(name, text) is not None:
        return tree_of(name, text)  # a cell that isn't Python costs only that cell
    tree = ast.parse(text, str(path))
    compile(tree, str(path), "exec", dont_inherit=True)
    return tree


def own_files(folder: Path, library: str) -> Iterator[Path]:
    """The student's Python files in a folder and its packages."""
    others = not_own(str(folder), library)
    for path in folder.glob("**/*.py"):
        parts = path.relative_to(folder).parts
        hidden = any(part.startswith((".", "__py")) for part in parts)
        if parts[0] not in others and not hidden:
            yield path


def own_names(folder: Path, library: str) -> Iterator[str]:
    """The files in a student's folder, then the Python files in its packages, by path."""
    yield from sorted(path.name for path in folder.iterdir() if path.is_file())
    deeper = sorted(path.relative_to(folder).as_posix() for path in own_files(folder, library))
    yield from (name for name in deeper if "/" in name)


def is_own(file: str, folder: str, library: str) -> bool:
    """Whether a file is the student's: in the folder, but not below one that isn't theirs."""
    above = os.path.join(folder, "")
    top = file.removeprefix(above).partition(os.sep)[0]
    return file.startswith(above) and top not in not_own(folder, library)


@cache
def not_own(folder: str, library: str) -> frozenset[str]:
    """The folders in the student's that contain nothing of theirs: given ones, and environments.

    Many create the virtual environment with pytest right in the folder of the handout.
    """
    made = [*Path(folder).glob("*/pyvenv.cfg"), *Path(folder).glob("*/conda-meta")]
    return frozenset((*GIVEN, library, *[one.parent.name for one in made]))


def syntax_fault(error: SyntaxError, name: str, source: str, library: str) -> Evidence:
    """A syntax error as Python shows it, with the caret, and the likely fix if one is known."""
    text = "".join(traceback.format_exception_only(error)).rstrip().splitlines()
    shown = [line.removeprefix("  ") for line in text if not line.startswith("  File ")]
    line = error.lineno or 0
    return Evidence(
        f"Python can't read {name}, line {line}",
        got="\n".join(shown),
        hint=_too_new(error) or advice_on_syntax(error.msg or "", line, source, library),
        frames=(Frame(name, line, MODULE),),
    )


def _too_new(error: SyntaxError) -> str:
    found = new_syntax_in(error.text or "", error.msg or "")
    if found is None:
        return ""
    what, version = found
    return f"this is Python {this_python()}, which doesn't have {what} (new in {version})"
