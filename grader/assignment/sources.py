"""The modules in a folder of the assignment, as texts, and what they import."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from grader.assignment.config import Assignment
from grader.inside.module_names import imported_files
from grader.inside.text_modules import is_text, with_modules


def read_sources(
    folder: Path, texts: Iterable[str] = (), packages: Iterable[str] = ()
) -> dict[str, str]:
    """The Python files of a folder and of `packages` in it, by their paths from there.

    With modules made from those files that are `texts`.
    """
    paths = [*folder.glob("*.py"), *[folder / name for name in texts if is_text(name)]]
    paths += [path for package in packages for path in (folder / package).rglob("*.py")]
    found = {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(paths)
        if path.exists()
    }
    return with_modules(found, texts)


def reference_files(assignment: Assignment) -> dict[str, str]:
    """The modules of the solution, and those that everybody is given, by the names of their files.

    Raises `SyntaxError`, which names the file, if one of them isn't Python.
    """
    known, packages = assignment.known_files, assignment.packages_handed_in
    found = read_sources(assignment.reference, known, packages) | assignment.given
    return _all_python(assignment.reference, found)


def starter_files(assignment: Assignment) -> dict[str, str]:
    """The modules that students begin with, by the names of their files.

    Raises `SyntaxError`, which names the file, if one of them isn't Python.
    """
    known, packages = assignment.known_files, assignment.packages_handed_in
    return _all_python(assignment.handout, read_sources(assignment.handout, known, packages))


def _all_python(folder: Path, found: dict[str, str]) -> dict[str, str]:
    for file in [name for name in found if name.endswith(".py")]:
        try:
            imports_of(file, found[file])
        except SyntaxError as error:
            error.filename = str(folder / file)
            raise
    return found


@cache
def imports_of(file: str, text: str) -> list[str]:
    """The files that importing a file of this text may read; raises `SyntaxError`."""
    return imported_files(file, ast.parse(text, file))


def with_imported(names: Iterable[str], texts: Mapping[str, str]) -> dict[str, str]:
    """These files, and those among `texts` that they import, directly or not."""
    found: dict[str, str] = {}
    todo = [*names]
    while todo:
        name = todo.pop()
        if name not in found and name in texts:
            found[name] = texts[name]
            todo += imports_of(name, texts[name])
    return found
