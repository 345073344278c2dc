"""Data files of a hand-in: which of the files beside its modules its code may read.

One rule at home, in packing and in grading: those that a module names, if they are small. A module
names a file if one of its strings holds the file's name or that of a folder that it is in, matches
the name, such as "*.json" or f"level_{n}.txt", or begins with its ending.
"""

import ast
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path, PurePosixPath

from grader.inside.module_names import GIVEN
from grader.student.checking.assignment import HandoutAssignment
from grader.student.checking.own_files import not_own, read_files
from grader.student.handing_in.listing import Handout, read_listing

MOST_BYTES, MOST_FILES, MOST_IN_ALL = 256 << 10, 50, 1 << 20
TOO_MUCH = (
    "is not there when it is graded: files that it reads may have "
    f"{MOST_BYTES >> 10} KB each, {MOST_IN_ALL >> 20} MB in all, and be {MOST_FILES}"
)
_MOST_CHARACTERS = 200  # of a path
# What `%` and `format` fill in.
_FILLED_IN = re.compile(r"%[-+ #0-9.]{0,9}[a-z]|\{[^{}]{0,99}\}")
_MOST_SEEN = 10_000  # files of a student's folder, which may hold anything
# Code, settings of Python or pytest, and archives, which hold files of their own.
_CODE = (
    *(".py", ".pyc", ".pyd", ".pyi", ".pyo", ".pyw", ".pyz", ".ipynb", ".so", ".dll", ".dylib"),
    *(".cfg", ".egg", ".pth", ".whl"),
)
_SETTINGS = frozenset(("pytest.ini", "tox.ini", "pyproject.toml"))
_ARCHIVES = (
    *(".tar", ".tgz", ".tbz2", ".txz", ".zip", ".gz", ".bz2", ".xz", ".zst", ".rar", ".7z"),
    ".cab",
)


def may_be_data(name: str) -> bool:
    """Whether a file of this path can be a data file, as far as the path shows.

    >>> [may_be_data(name) for name in ("tables.json", "levels/one.txt", "words")]
    [True, True, True]
    >>> [may_be_data(name) for name in ("work.py", ".env", "../x.txt", "grader/x", "Tox.ini")]
    [False, False, False, False, False]
    """
    parts, low = name.split("/"), name.casefold()
    return (
        len(name) <= _MOST_CHARACTERS
        and name.isprintable()
        and "\\" not in name
        and parts[0] not in GIVEN
        and not any(part.startswith((".", "__py")) or not part.strip() for part in parts)
        and not low.endswith((*_CODE, *_ARCHIVES))
        and low.rpartition("/")[2] not in _SETTINGS
    )


def named(names: Iterable[str], trees: Iterable[ast.AST]) -> list[str]:
    """Those of some paths that modules with these syntax trees name."""
    strings = {string for tree in trees for string in _strings(tree)}
    text = "\n".join(strings)
    patterns = [string.rpartition("/")[2] for string in strings if "*" in string]
    patterns = [pattern for pattern in patterns if re.search(r"\w", pattern)]

    def is_named(name: str) -> bool:
        path = PurePosixPath(name)
        return (
            any(part in text for part in path.parts)
            or any(fnmatchcase(path.name, pattern) for pattern in patterns)
            or any(path.suffix and string.startswith(path.suffix) for string in strings)
        )

    return [name for name in names if is_named(name)]


def _strings(tree: ast.AST) -> Iterator[str]:
    """All strings, with a star for what is filled in, but those that nothing uses: docstrings."""
    unused: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value):
                unused.add(id(value))
            case ast.JoinedStr(values):
                yield "".join(
                    str(one.value) if type(one) is ast.Constant else "*" for one in values
                )
            case ast.Constant(str(text)) if id(node) not in unused:
                yield _FILLED_IN.sub("*", text)


def fitting(sizes: Mapping[str, int], modules: Collection[str]) -> list[str]:
    """Those of some data files that may be given beside these modules: not too many, or too much.

    If one is where others have a folder, all of these are left out.
    """
    folders = {str(above) for name in (*modules, *sizes) for above in PurePosixPath(name).parents}
    files = {*modules, *sizes}
    found: list[str] = []
    left = MOST_IN_ALL
    for name, size in sorted(sizes.items(), key=lambda one: (one[0].count("/"), one[0])):
        clashes = name in folders or not files.isdisjoint(map(str, PurePosixPath(name).parents))
        if clashes or size > min(MOST_BYTES, left) or len(found) == MOST_FILES:
            continue
        found.append(name)
        left -= size
    return found


def own_data(folder: Path, assignment: HandoutAssignment, checks: Path) -> list[str]:
    """The data files that the modules in a student's folder name."""
    names = others_in(folder, assignment, read_listing(checks))
    trees = read_files(folder, assignment.library).trees if names else {}
    return data_among(names, folder, trees)


def others_in(folder: Path, assignment: HandoutAssignment, handout: Handout) -> list[str]:
    """The files in a student's folder that may be data, and weren't handed out."""
    given = {*handout.digests, *assignment.files, *[one.shown for one in assignment.modules]}
    found = islice(_files(folder, not_own(str(folder), assignment.library)), _MOST_SEEN)
    return [name for name in found if name not in given and may_be_data(name)]


def data_among(names: Iterable[str], folder: Path, trees: Mapping[str, ast.AST]) -> list[str]:
    """Those of some files in a folder that modules with these syntax trees may read."""
    sizes = {name: (folder / name).stat().st_size for name in named(names, trees.values())}
    return fitting(sizes, trees)


def _files(folder: Path, others: frozenset[str]) -> Iterator[str]:
    for place, below, names in os.walk(folder):
        hidden = {one for one in below if one.startswith(".")}
        below[:] = sorted({*below} - hidden - (others if Path(place) == folder else frozenset()))
        for path in (Path(place, name) for name in sorted(names)):
            if path.is_file():
                yield path.relative_to(folder).as_posix()
