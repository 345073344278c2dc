"""Whether a student's tests can find a mistake at all, as far as their text says."""

import ast
from collections.abc import Collection, Iterator

from grader.inside.module_names import file_of, holds, named_by
from grader.student.checking.own_files import Files
from grader.student.source import imported_by_text

NO_ASSERT = "nothing is asserted in it: such tests pass on wrong solutions, too"
NO_CALL = "it calls no function of the assignment: such tests find no mistake in one"
_FAILING = ("raises", "fail", "xfail", "exit", "warns")


def weakness(file: str, files: Files, modules: Collection[str]) -> str:
    """Why the tests of a file earn nothing; empty if they may earn something.

    `modules` are those of the assignment that solutions stand in for.
    """
    own = files.closure([file], [file_of(name) for name in modules])
    trees = [files.trees[name] for name in own if name in files.trees]
    if not trees or any(name in files.faults for name in own):
        return ""
    if not any(_can_fail(node) for tree in trees for node in ast.walk(tree)):
        return NO_ASSERT
    uses = any(_uses(tree, name, modules) for tree, name in zip(trees, own, strict=True))
    return "" if uses else NO_CALL


def _can_fail(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Raise():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _FAILING or name.lower().startswith("assert")
    return False


def _uses(tree: ast.Module, file: str, modules: Collection[str]) -> bool:
    """Whether a name of the assignment is used for more than being there."""
    names = set(_names(tree, file, modules))
    if "*" in names:
        return True
    idle = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return any(
        isinstance(node, ast.Name) and node.id in names and id(node) not in idle
        for node in ast.walk(tree)
        if isinstance(getattr(node, "ctx", None), ast.Load)
    )


def _names(tree: ast.Module, file: str, modules: Collection[str]) -> Iterator[str]:
    """The names by which a file knows what it imports of the assignment."""
    for node in ast.walk(tree):
        if any(imported_by_text(node)):
            yield "*"
        if isinstance(node, ast.Import | ast.ImportFrom) and _is_of(node, file, modules):
            for alias in node.names:
                yield alias.asname or alias.name.partition(".")[0]


def _is_of(node: ast.Import | ast.ImportFrom, file: str, modules: Collection[str]) -> bool:
    found = list(named_by(file, node))
    return any(holds(found, module) for module in modules)
