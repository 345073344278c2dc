"""Which names of Python's library are new or gone in a version, and which of them code uses.

Names that code uses with care (inside `try`, or after checking the version) are left out.
"""

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

from grader.student.pythons.versions import minor

ADDED, ADDED_FROM = Path(__file__).with_name("added.txt"), 2
# Modules by the version that removed them; 3.14 has all that 3.13 has.
REMOVED = {
    "3.12": ("asynchat", "asyncore", "distutils", "imp", "smtpd"),
    "3.13": (
        *("aifc", "audioop", "cgi", "cgitb", "chunk", "crypt", "imghdr", "lib2to3", "mailcap"),
        *("msilib", "nis", "nntplib", "ossaudiodev", "pipes", "sndhdr", "spwd", "sunau"),
        *("telnetlib", "uu", "xdrlib"),
    ),
}
# A `try` with a handler for one of these, or an `if` that names one of those, is a fallback.
_CAUGHT = ("ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "Exception")
_LOOKS = ("version_info", "hexversion", "hasattr", "getattr", "TYPE_CHECKING", "find_spec")


@cache
def new_names() -> dict[str, str]:
    """The version that introduced each dotted name, if later than 3.11."""
    found: dict[str, str] = {}
    for line in ADDED.read_text("utf-8").splitlines()[ADDED_FROM:]:
        version, place, *names = line.split()
        for name in [f"{place}.{name}" for name in names] or [place]:
            found.setdefault(name.removeprefix("builtins."), version)
    return found


def new_since(name: str, grading: str) -> str:
    """The version after `grading` that introduced a dotted name; empty if there is none."""
    version = new_names().get(name, "")
    return version if minor(version) > minor(grading) else ""


def newer_names(
    tree: ast.Module, grading: str, own: Collection[str] = ()
) -> Iterator[tuple[int, str, str]]:
    """Library names newer than `grading`: line, name, version.

    `own` are modules of the hand-in, which hide the library's.
    """
    stored = set(_stored(tree))
    modules = {name: full for name, full in _modules(tree) if name not in stored}
    seen: set[str] = set()
    for node in _without_a_way_round(tree):
        for name in _names_of(node, modules, stored):
            version = "" if name.partition(".")[0] in own else new_since(name, grading)
            if version and name not in seen:
                seen.add(name)
                yield getattr(node, "lineno", 0), name, version


def removed_modules(
    tree: ast.Module, grading: str, own: Collection[str] = ()
) -> Iterator[tuple[int, str, str]]:
    """Imports of modules that `grading` no longer has: line, module, the version that removed it.

    `own` are modules of the hand-in, which hide the library's.
    """
    for node in _without_a_way_round(tree):
        for name in _imported(node):
            version = next((v for v, names in REMOVED.items() if name in names), "")
            if 0 < minor(version) <= minor(grading) and name not in own:
                yield getattr(node, "lineno", 0), name, version


def _imported(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name.partition(".")[0] for alias in names)
        case ast.ImportFrom(module=str(source), level=0):
            yield source.partition(".")[0]


def _stored(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


def _modules(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names by which code knows modules and their contents, with full names."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    top = alias.name.partition(".")[0]
                    yield (alias.asname, alias.name) if alias.asname else (top, top)
            case ast.ImportFrom(module=str(source), names=names, level=0):
                yield from (
                    (alias.asname or alias.name, f"{source}.{alias.name}") for alias in names
                )


def _names_of(node: ast.AST, modules: dict[str, str], stored: Collection[str]) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=str(source), names=names, level=0):
            yield source
            yield from (f"{source}.{alias.name}" for alias in names)
        case ast.Attribute():
            parts = ast.unparse(node).split(".")
            if parts[0] in modules:
                yield ".".join([modules[parts[0]], *parts[1:]])
        case ast.Name(id=name, ctx=ast.Load()) if name not in stored and name not in modules:
            yield name


def _without_a_way_round(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, except where code has a fallback for missing names."""
    yield node
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Try(body=body, handlers=handlers) if any(map(_is_a_way_round, handlers)):
                rest = [part for part in ast.iter_child_nodes(child) if part not in body]
                for part in rest:
                    yield from _without_a_way_round(part)
            case ast.If(test=test) | ast.IfExp(test=test) if _looks(test):
                pass
            case _:
                yield from _without_a_way_round(child)


def _is_a_way_round(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or any(name in ast.unparse(handler.type) for name in _CAUGHT)


def _looks(test: ast.expr) -> bool:
    return any(name in ast.unparse(test) for name in _LOOKS)
