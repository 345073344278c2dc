"""The modules in a folder of the assignment, as texts, and what they import."""

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from grader.assignment.config import Assignment
from grader.inside.text_modules import is_text, with_modules


def read_sources(folder: Path, texts: Iterable[str] = ()) -> dict[str, str]:
    """The Python files of a folder by name, with modules made of the files that are `texts`."""
    paths = [*folder.glob("*.py"), *[folder / name for name in texts if is_text(name)]]
    found = {path.name: path.read_text("utf-8") for path in sorted(paths) if path.exists()}
    return with_modules(found, texts)


def reference_files(assignment: Assignment) -> dict[str, str]:
    """The modules of the solution, by the names of their files."""
    return read_sources(assignment.reference, assignment.known_files)


def starter_files(assignment: Assignment) -> dict[str, str]:
    """The modules that students begin with, by the names of their files."""
    return read_sources(assignment.handout, assignment.known_files)


@cache
def imports_of(text: str) -> frozenset[str]:
    """The modules that a text imports, wherever in it; the first part of their names.

    Raises `SyntaxError`.
    """
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names):
                found |= {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(str(module)):
                found.add(module.partition(".")[0])
    return frozenset(found)


def with_imported(names: Iterable[str], texts: Mapping[str, str]) -> dict[str, str]:
    """Those files among `texts` and the ones that they import from among them, directly or not."""
    found: dict[str, str] = {}
    todo = [*names]
    while todo:
        name = todo.pop()
        if name not in found and name in texts:
            found[name] = texts[name]
            todo += [f"{module}.py" for module in imports_of(texts[name])]
    return found
