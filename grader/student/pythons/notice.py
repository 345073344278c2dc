"""Tells students once which lines of their files the Python that grades doesn't take."""

import ast
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from grader.student.checking.assignment import HandoutModule
from grader.student.checking.files import Files
from grader.student.handing_in.decoding import decode
from grader.student.pythons.library import newer_names
from grader.student.pythons.removed import removed_modules
from grader.student.pythons.syntax import newer_syntax
from grader.student.pythons.versions import lacks, minor, this_python

MOST = 3


def notice(folder: Path, files: Files, names: Collection[str], grading: str) -> str:
    """What to say where this Python is newer than the one that grades, or has what that has not.

    `names` are the files that are graded. Nothing is said where no version is known.
    """
    this = this_python()
    if not minor(grading) or this == grading:
        return ""
    is_newer = minor(this) > minor(grading)
    head = f"Your Python is {this}; grading uses {grading}"
    found = [where for name in names for where in _found(folder, files, name, grading, is_newer)]
    if not found:
        return f"{head}; nothing was found in your files that it lacks." if is_newer else ""
    more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
    lacks = "doesn't have" if is_newer else "no longer has"
    return f"! {head}, which {lacks}: {'; '.join(found[:MOST])}{more}."


def unreadable(folder: Path, files: Files, name: str, grading: str) -> str:
    """Why the Python that grades can't read or import a file that this one takes; else empty."""
    if name not in files.trees or not minor(grading) or this_python() == grading:
        return ""
    tree, own = files.trees[name], _own_names(files)
    if minor(this_python()) < minor(grading):
        for line, module, _ in removed_modules(tree, grading, own):
            return f"Python {grading}, which grades, has no {module} ({name}, line {line})"
        return ""
    for line, what, version in newer_syntax(decode((folder / name).read_bytes()), grading):
        return f"{lacks(grading, what, version)}: {name}, line {line}"
    at_import: list[ast.stmt] = [
        part for part in tree.body if isinstance(part, ast.Import | ast.ImportFrom)
    ]
    for line, what, version in newer_names(ast.Module(at_import, []), grading, own):
        return f"{lacks(grading, what, version)}: {name}, line {line}"
    return ""


def too_new_for(
    folder: Path, files: Files, modules: Iterable[HandoutModule], grading: str
) -> dict[str, str]:
    """By the names of modules: why the Python that grades can't read what they need."""
    found: dict[str, str] = {}
    for module in modules:
        for file in files.closure([module.file]) if not module.tests else [module.file]:
            if why := unreadable(folder, files, file, grading):
                found.setdefault(module.name, why)
    return found


def _own_names(files: Files) -> set[str]:
    return {file.partition("/")[0].removesuffix(".py") for file in files.names}


def _found(folder: Path, files: Files, name: str, grading: str, is_newer: bool) -> Iterator[str]:
    if name not in files.trees:
        return
    own = _own_names(files)
    if not is_newer:
        for line, module, version in removed_modules(files.trees[name], grading, own):
            yield f"{name}, line {line}: {module} (removed in {version})"
        return
    text = decode((folder / name).read_bytes())
    newer = [*newer_syntax(text, grading), *newer_names(files.trees[name], grading, own)]
    for line, what, version in sorted(newer):
        yield f"{name}, line {line}: {what} (new in {version})"
