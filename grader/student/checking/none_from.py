"""Which function gave None where a value was expected: one whose end can be reached."""

import ast
import linecache
import traceback
from collections.abc import Iterator, Sequence
from types import FrameType

from grader.student.source import Function, open_ends

# So many callers are looked at, from the line that raised.
MOST_CALLERS = 3


def gave_none(error: BaseException) -> str:
    """The function that gave the None of an error, and where its end is reached; else empty.

    Only of a function in the same file that is called in the line that raised, or whose value a
    name in that line has, and that returns a value elsewhere.
    """
    places = list(traceback.walk_tb(error.__traceback__))[-MOST_CALLERS:]
    running = ""
    for frame, line in reversed(places):
        found = {function.name: function for function in _suspects(frame, line, running)}
        if found:
            return _in_words(list(found.values()))
        running = frame.f_code.co_name
    return ""


def _in_words(functions: Sequence[Function]) -> str:
    if len(functions) > 1:
        names = " or ".join(function.name for function in functions)
        return f"{names} gave None here: its end was reached, or no case of its `match` fitted"
    [function] = functions
    match [*open_ends(function.body)][-1]:
        case ast.Match(lineno=line):
            why = f"where no case of its `match` in line {line} fits"
        case ast.stmt(lineno=line):
            why = f"without `return`, after line {line}"
    return f"{function.name} gave None here: it ends {why}"


def _suspects(frame: FrameType, line: int, running: str) -> Iterator[Function]:
    tree = _tree(frame.f_code.co_filename)
    if tree is None:
        return
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
    around = [node for node in functions.values() if _covers(node, line)]
    for name in _called(around[-1] if around else tree, line, running):
        function = functions.get(name)
        if function is not None and _gives_a_value(function) and any(open_ends(function.body)):
            yield function


def _tree(file: str) -> ast.Module | None:
    try:
        return ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError):
        return None


def _covers(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _called(scope: ast.AST, line: int, running: str) -> Iterator[str]:
    """The functions that a line calls, or that gave a value to a name in it.

    Of a line that waits for the function `running`, what is in the arguments of its call.
    """
    inner = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.stmt) and _covers(node, line) and node is not scope
    ]
    # The smallest statement; of a compound one its own line is meant.
    smallest = min(inner, key=lambda node: (node.end_lineno or 0) - node.lineno, default=None)
    if smallest is None:
        return
    here = [node for node in ast.walk(smallest) if getattr(node, "lineno", line) == line]
    for node in here:
        if isinstance(node, ast.Call) and [*_names_of_calls([node])] == [running]:
            given = [*node.args, *[keyword.value for keyword in node.keywords]]
            here = [part for argument in given for part in ast.walk(argument)]
            break
    yield from _names_of_calls(here)
    used = {node.id for node in here if isinstance(node, ast.Name)}
    for node in ast.walk(scope):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
                | ast.NamedExpr(target=ast.Name(id=name), value=value)
            ) if name in used:
                yield from _names_of_calls(ast.walk(value))
            case ast.Match(subject=value, cases=cases) if used & set(_bound(cases)):
                yield from _names_of_calls(ast.walk(value))


def _bound(cases: Sequence[ast.match_case]) -> Iterator[str]:
    for case in cases:
        for node in ast.walk(case.pattern):
            if isinstance(node, ast.MatchAs) and node.name:
                yield node.name


def _names_of_calls(nodes: Iterator[ast.AST] | Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                yield name


def _gives_a_value(function: Function) -> bool:
    return any(isinstance(node, ast.Return) and node.value for node in ast.walk(function))
