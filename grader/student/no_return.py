"""Whether a None comes of a `return` that is missing: the advice is for such functions alone."""

import ast
from collections.abc import Iterator
from dataclasses import replace

from grader.inside.sources import module_name
from grader.student.claims import NO_RETURN
from grader.student.evidence import CheckFailed, Evidence
from grader.student.source import Source

Function = ast.FunctionDef | ast.AsyncFunctionDef
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def with_true_hint(evidence: Evidence, source: Source) -> Evidence:
    """The evidence, without advice on a missing `return` where the function has one.

    A function that returns a value on some way may return None on another for good reasons.
    """
    if evidence.hint != NO_RETURN:
        return evidence
    name = _called(evidence.call)
    functions = [one for one in _functions(source) if one.name == name]
    if functions and not any(map(_returns_a_value, functions)):
        return evidence
    return replace(evidence, hint="")


def _called(call: str) -> str:
    """The function, method or property that the last line of a call asks; empty if none is."""
    try:
        body = ast.parse(call).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    match body[-1:]:
        case [ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)))]:
            return name
        case [ast.Expr(value=ast.Attribute(attr=name))]:
            return name
    return ""


def _functions(source: Source) -> Iterator[Function]:
    for file in source.files:
        try:
            tree = source.tree(module_name(file))
        except CheckFailed:
            continue
        yield from (node for node in ast.walk(tree) if isinstance(node, Function))


def _returns_a_value(function: Function) -> bool:
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        match node:
            case ast.Return(value=ast.expr() as value):
                if not (isinstance(value, ast.Constant) and value.value is None):
                    return True
            case ast.Yield() | ast.YieldFrom():
                return True
        if not isinstance(node, _INNER):
            todo += ast.iter_child_nodes(node)
    return False
