"""Which function gave None where a value was expected: one whose end can be reached."""

import ast
import linecache
import traceback
from collections.abc import Iterator, Sequence
from types import FrameType

Function = ast.FunctionDef | ast.AsyncFunctionDef

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
    match _last_that_ends(function.body):
        case ast.Match(lineno=line):
            why = f"where no case of its `match` in line {line} fits"
        case ast.stmt(lineno=line):
            why = f"without `return`, after line {line}"
        case _:
            why = "without `return`"
    return f"{function.name} gave None here: it ends {why}"


def _suspects(frame: FrameType, line: int, running: str) -> Iterator[Function]:
    tree = _tree(frame.f_code.co_filename)
    if tree is None:
        return
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
    around = [node for node in functions.values() if _covers(node, line)]
    for name in _called(around[-1] if around else tree, line, running):
        function = functions.get(name)
        if function is not None and _gives_a_value(function) and _can_end(function.body):
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


def _can_end(body: Sequence[ast.stmt]) -> bool:
    """Whether the end of a block can be reached, as far as its text says."""
    match body:
        case []:
            return True
        case [*_, ast.Return() | ast.Raise() | ast.Continue() | ast.Break()]:
            return False
        case [*_, ast.If(body=then, orelse=other)]:
            return _can_end(then) or _can_end(other)
        case [*_, ast.Match(cases=cases)]:
            fits_all = any(_fits_all(case) for case in cases)
            return not fits_all or any(_can_end(case.body) for case in cases)
        case [*_, ast.While(test=ast.Constant(value=True)) as loop]:
            return any(isinstance(node, ast.Break) for node in ast.walk(loop))
        case [*_, ast.With(body=inner) | ast.AsyncWith(body=inner)]:
            return _can_end(inner)
        case [*_, ast.Try(body=inner, handlers=handlers, orelse=other, finalbody=final)]:
            tried = _can_end(other) if other else _can_end(inner)
            ways = tried or any(_can_end(handler.body) for handler in handlers)
            return ways and (not final or _can_end(final))
    return True


def _fits_all(case: ast.match_case) -> bool:
    match case:
        case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
            return True
    return False


def _last_that_ends(body: Sequence[ast.stmt]) -> ast.stmt | None:
    """The statement by which the end of a block is reached."""
    match body:
        case [*_, ast.If(body=then, orelse=other)]:
            blocks = [block for block in (then, other) if block and _can_end(block)]
            return _last_that_ends(blocks[-1]) if blocks else body[-1]
        case [*_, ast.Match(cases=cases) as last] if any(map(_fits_all, cases)):
            return next((_last_that_ends(c.body) for c in cases if _can_end(c.body)), last)
        case [*_, last]:
            return last
    return None
