"""Tells students, once, which lines of their files the grading Python doesn't accept."""

import ast
from collections.abc import Collection, Iterable
from pathlib import Path

from grader.inside.notebook.layout import as_one
from grader.student.checking.assignment import HandoutModule
from grader.student.checking.own_files import Files
from grader.student.handing_in.decoding import decode
from grader.student.pythons.new_names import newer_names, removed_modules
from grader.student.pythons.syntax import newer_syntax
from grader.student.pythons.versions import lacks, minor, this_python
from grader.student.source import top_names

MOST = 3


def notice(folder: Path, files: Files, names: Collection[str], grading: str) -> str:
    """A message if this Python is newer than the one that grades, or has what that one lacks.

    `names` are the files that are graded. Empty if the grading version is unknown.
    """
    is_newer = _is_newer_than(grading)
    head = f"Your Python is {this_python()}; grading uses {grading}"
    when, has_not = ("new", "doesn't have") if is_newer else ("removed", "no longer has")
    found = [
        f"{name}, line {line}: {what} ({when} in {version})"
        for name in names
        for line, what, version in sorted(_lacking(folder, files, name, grading))
    ]
    if not found:
        return f"{head}; nothing was found in your files that it lacks." if is_newer else ""
    more = f", and {len(found) - MOST} more" if len(found) > MOST else ""
    return f"! {head}, which {has_not}: {'; '.join(found[:MOST])}{more}."


def unreadable(folder: Path, files: Files, name: str, grading: str) -> str:
    """Why the grading Python can't parse or import a file that this one can; else empty."""
    for line, what, version in _lacking(folder, files, name, grading, to_import=True):
        if _is_newer_than(grading):
            return f"{lacks(grading, what, version)}: {name}, line {line}"
        return f"Python {grading}, which grades, has no {what} ({name}, line {line})"
    return ""


def too_new_for(
    folder: Path, files: Files, modules: Iterable[HandoutModule], grading: str
) -> dict[str, str]:
    """By module name: why the grading Python can't read a file that the module needs."""
    found: dict[str, str] = {}
    for module in modules:
        for file in files.closure([module.file]) if not module.tests else [module.file]:
            if why := unreadable(folder, files, file, grading):
                found.setdefault(module.name, why)
    return found


def _is_newer_than(grading: str) -> bool:
    return 0 < minor(grading) < minor(this_python())


def _lacking(
    folder: Path, files: Files, name: str, grading: str, *, to_import: bool = False
) -> list[tuple[int, str, str]]:
    """What a file uses that the grading Python lacks: line, what, since which version.

    With `to_import`, of newer library names only those without which the file can't be imported.
    """
    if (tree := files.trees.get(name)) is None or this_python() == grading:
        return []
    own = top_names(files.names)
    if not _is_newer_than(grading):
        return list(removed_modules(tree, grading, own))
    if to_import:
        tree = ast.Module([x for x in tree.body if isinstance(x, ast.Import | ast.ImportFrom)], [])
    # Cells that aren't Python are commented out.
    text = as_one(name, decode((folder / name).read_bytes()))
    return [*newer_syntax(text, grading), *newer_names(tree, grading, own)]
