"""Where an unintended None may come from: advice that is true of the function's text."""

import ast
from collections.abc import Iterator
from dataclasses import replace

from grader.student.claims import NO_RETURN
from grader.student.evidence import Evidence
from grader.student.source import Function, Source, open_ends

_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_BROAD = {"Exception", "BaseException"}
IN_PLACE = {"sort", "append", "extend", "reverse", "insert"}


def with_true_hint(evidence: Evidence, source: Source) -> Evidence:
    """The evidence, with advice on a None that is true of the function that returned it.

    A function that returns a value on one path may return None on another for good reasons. Then
    the advice is about a path without `return`, or an `except` that catches every error, or there
    is none. Whatever a hand-in's text is, it can only lose the advice.
    """
    if evidence.hint != NO_RETURN:
        return evidence
    try:
        return replace(evidence, hint=_true_hint(_called(evidence.call), source))
    except Exception:  # such as too deep nesting, or lack of memory
        return replace(evidence, hint="")


def _true_hint(name: str, source: Source) -> str:
    functions = [*source.functions(name)] if name else []
    if functions and not any(_returns_a_value(function) for _, function in functions):
        return NO_RETURN
    hints = (_hint(source, module, function) for module, function in functions)
    return next(filter(None, hints), "")


def _called(call: str) -> str:
    """The function, method or property asked in the last line of a call; empty if none is."""
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


def _returns_a_value(function: Function) -> bool:
    for node in _within(function):
        match node:
            case ast.Return(value=None | ast.Constant(value=None)):
                pass
            case ast.Return():
                return True
    return False


def _within(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body, without nested functions and classes."""
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, _INNER):
            todo += ast.iter_child_nodes(node)


def _hint(source: Source, module: str, function: Function) -> str:
    # Only sure ends: a loop that finds nothing may mean None, and a `match` may be exhaustive.
    if (end := next(open_ends(function.body, surely=True), None)) is not None:
        line = source.place(module, end, function.name).line
        return f"does a way through {function.name} end in line {line}, without `return`?"
    for node in _within(function):
        match node:
            case ast.Return(value=ast.Call(func=ast.Attribute(attr=name))) if (
                name in IN_PLACE and not any(source.functions(name))
            ):
                line = source.place(module, node, function.name).line
                return f"{name}() in line {line} gives None: call it first, then return the list"
    for node in _within(function):
        if isinstance(node, ast.ExceptHandler) and _takes_all(node):
            line = source.place(module, node, function.name).line
            return f"does the `except` in line {line} hide an error? leave it out, and see"
    return ""


def _takes_all(handler: ast.ExceptHandler) -> bool:
    match handler.type:
        case None:
            return True
        case ast.Name(id=name):
            return name in _BROAD
    return False
