"""Whether a student's tests can find any mistake, as far as their text shows."""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType

from grader.inside.module_names import file_of, holds, named_by
from grader.inside.student_tests.not_run import OF_DOCTESTS, runs_doctests
from grader.inside.student_tests.uncollected import why_uncollected
from grader.student.checking.own_files import Files
from grader.student.source import imported_by_text

NO_ASSERT = "nothing is asserted in it: such tests pass on wrong solutions, too"
NO_CALL = "it calls no function of the assignment: such tests find no mistake in one"
NO_CALL_BY_DOCTESTS = (
    f"it {OF_DOCTESTS}: call the functions of the assignment, and assert what they return"
)
_FAILING = ("raises", "fail", "xfail", "exit", "warns")


def weakness(
    file: str,
    files: Files,
    modules: Collection[str],
    importable: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> str:
    """Why the tests of a file earn nothing; empty if they may earn something.

    `modules` are those of the assignment, which solutions replace; `importable` are the names that
    each of these has, if known.
    """
    own = files.closure([file], [file_of(name) for name in modules])
    trees = [files.trees[name] for name in own if name in files.trees]
    if not trees or any(name in files.faults for name in own):
        return ""
    if not any(_can_fail(node) for tree in trees for node in ast.walk(tree)):
        return NO_ASSERT
    if not any(_uses(tree, name, modules) for tree, name in zip(trees, own, strict=True)):
        return NO_CALL_BY_DOCTESTS if any(map(runs_doctests, trees)) else NO_CALL
    if not importable:
        return ""
    with suppress(RecursionError):
        texts = {name: ast.unparse(tree) for name, tree in zip(own, trees, strict=True)}
        if why := why_uncollected(file, texts, importable):
            return f"graded, your tests can't be collected: {why}"
    return ""


def _can_fail(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Raise():
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in _FAILING or name.lower().startswith("assert")
    return False


def _uses(tree: ast.Module, file: str, modules: Collection[str]) -> bool:
    """Whether a name of the assignment is used, not just mentioned."""
    names = set(_names(tree, file, modules))
    if "*" in names:
        return True
    idle = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    idle |= set(_only_run_by_doctests(tree))
    return any(
        isinstance(node, ast.Name) and node.id in names and id(node) not in idle
        for node in ast.walk(tree)
        if isinstance(getattr(node, "ctx", None), ast.Load)
    )


def _only_run_by_doctests(tree: ast.Module) -> Iterator[int]:
    """Uses of a module as a whole where examples in documentation are run."""
    plain = {
        alias.asname or alias.name
        for n in ast.walk(tree)
        if isinstance(n, ast.Import)
        for alias in n.names
    }
    asked = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in filter(runs_doctests, tree.body):
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in plain and id(part) not in asked:
                yield id(part)


def _names(tree: ast.Module, file: str, modules: Collection[str]) -> Iterator[str]:
    """The names under which a file imports things of the assignment."""
    for node in ast.walk(tree):
        if any(imported_by_text(node)):
            yield "*"
        for part in _one_by_one(node):
            if _is_of(part, file, modules):
                for alias in part.names:
                    yield alias.asname or alias.name.partition(".")[0]


def _one_by_one(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    match node:
        case ast.Import(names):
            yield from [ast.Import([one]) for one in names]
        case ast.ImportFrom():
            yield node


def _is_of(node: ast.Import | ast.ImportFrom, file: str, modules: Collection[str]) -> bool:
    found = list(named_by(file, node))
    return any(holds(found, module) for module in modules)
