"""What a None may come of that a function gives by mistake: advice that is true of its text."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.inside.sources import module_name
from grader.student.claims import NO_RETURN
from grader.student.evidence import CheckFailed, Evidence
from grader.student.source import Source

Function = ast.FunctionDef | ast.AsyncFunctionDef
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_BROAD = {"Exception", "BaseException"}


def with_true_hint(evidence: Evidence, source: Source) -> Evidence:
    """The evidence, with the advice on a None that is true of the function that gave it.

    A function that returns a value on some way may return None on another for good reasons: then
    it is a way that ends without `return`, or an `except` that takes every error, or nothing.
    """
    if evidence.hint != NO_RETURN:
        return evidence
    name = _called(evidence.call)
    functions = [found for found in _functions(source) if found[1].name == name]
    if functions and not any(_returns_a_value(function) for _, function in functions):
        return evidence
    hints = (_hint(source, module, function) for module, function in functions)
    return replace(evidence, hint=next(filter(None, hints), ""))


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


def _functions(source: Source) -> Iterator[tuple[str, Function]]:
    for file in source.files:
        module = module_name(file)
        try:
            tree = source.tree(module)
        except CheckFailed:
            continue
        yield from ((module, node) for node in ast.walk(tree) if isinstance(node, Function))


def _returns_a_value(function: Function) -> bool:
    for node in _within(function):
        match node:
            case ast.Return(value=None | ast.Constant(value=None)):
                pass
            case ast.Return():
                return True
    return False


def _within(function: Function) -> Iterator[ast.AST]:
    """The nodes of a function's body, without those of functions and classes in it."""
    todo: list[ast.AST] = [*function.body]
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, _INNER):
            todo += ast.iter_child_nodes(node)


def _hint(source: Source, module: str, function: Function) -> str:
    if (end := _open_end(function.body)) is not None:
        line = source.place(module, end, function.name).line
        return f"does a way through {function.name} end in line {line}, without `return`?"
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


def _open_end(body: Sequence[ast.stmt]) -> ast.stmt | None:
    """The last statement of a way through a body that ends without `return`, if there is one.

    A loop that finds nothing may mean None, and a `match` may have a case for everything.
    """
    if any(isinstance(one, ast.For | ast.AsyncFor | ast.While) for one in body):
        return None
    match last := body[-1]:
        case ast.Return() | ast.Raise():
            return None
        case ast.If(body=then, orelse=other):
            return _open_end(then) or (_open_end(other) if other else last)
        case ast.With(body=inner) | ast.AsyncWith(body=inner):
            return _open_end(inner)
        case ast.Match(cases=cases):
            return next(filter(None, (_open_end(case.body) for case in cases)), None)
        case ast.Try(body=tried, orelse=other, handlers=handlers):
            ends = (_open_end(one) for one in (other or tried, *(h.body for h in handlers)))
            return next(filter(None, ends), None)
        case ast.Assert(test=ast.Constant(value=False)):
            return None
    return last
