"""Advice on mistakes that many make: one piece for each, chosen from what Python says."""

import ast
import builtins
import difflib
import linecache
import re
import sys
import traceback
from bdb import BdbQuit
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from functools import cache
from importlib import import_module
from types import FrameType, FunctionType, MethodType

from grader.student.source import Function, open_ends

ELSEWHERE = {"null": "None", "true": "True", "false": "False", "NONE": "None"}
OPERATORS = {"&&": "and", "||": "or", "++": "+= 1", "--": "-= 1", "andalso": "and", "orelse": "or"}


@cache
def patterns_of(library: str) -> Mapping[str, str]:
    """What to write in a pattern for each name of a library: a bare name matches anything."""
    found: dict[str, str] = {}
    for name in names_of(library):
        value = getattr(import_module(library), name)
        kind = value if isinstance(value, type) else type(value)
        if kind.__name__ in names_of(library):
            fields = "…" if getattr(kind, "__match_args__", ()) else ""
            found[name] = f"{kind.__name__}({fields})"
    return found


@cache
def names_of(library: str) -> frozenset[str]:
    """The names that can be imported from a library; none without one."""
    return frozenset(getattr(import_module(library), "__all__", ())) if library else frozenset()


def advice_on_syntax(error: SyntaxError, library: str) -> str:
    """The likely fix of a syntax error; empty where none is known."""
    message, line = error.msg or "", (error.text or "").strip()
    if found := re.search(r"name capture '(\w+)'", message):
        name = found[1]
        instead = patterns_of(library).get(name, f"{name}()")
        return f"in a pattern write {instead}: a bare name matches anything"
    for sign, instead in OPERATORS.items():
        if sign in line and "invalid syntax" in message:
            return f"Python writes `{instead}` for `{sign}`"
    for start, advice in _BY_MESSAGE:
        if message.startswith(start):
            return advice
    return _by_line(line) if "invalid syntax" in message else ""


_BY_MESSAGE = (
    ("expected ':'", "put a colon at the end of this line"),
    ("expected an indented block", "the lines that belong to the line above it are indented"),
    ("unexpected indent", "this line is further to the right than the one above it"),
    ("unindent does not match", "line it up with the line where its block begins"),
    ("inconsistent use of tabs", "indent with spaces alone"),
    ("invalid character '“'", "use straight quotes: \" or '"),
    ("invalid character '”'", "use straight quotes: \" or '"),
    ("invalid character '’'", "use straight quotes: \" or '"),
    ("unterminated string", "the text has no closing quote on this line"),
    ("'return' outside function", "indent it as far as the function's other lines"),
)


def _by_line(line: str) -> str:
    if line.startswith("else if"):
        return "Python writes `elif` for `else if`"
    if re.match(r"(fun|function|val|let)\b", line):
        return "a function begins with `def`, and a value needs no word: `x = 3`"
    if (
        re.match(r"(def|if|elif|else|for|while|class|match|case|with|try)\b", line)
        and line[-1] != ":"
    ):
        return "put a colon at the end of this line"
    return "if this line looks right, look for a bracket that is not closed in the lines above"


NOT_IMPORTED = re.compile(
    r"cannot import name '(\w+)' from (?:partially initialized module )?'(\w+)'"
)


def advice_on(error: BaseException, library: str, *, asked: bool = False) -> str:
    """The likely fix of what code raised; empty where none is known.

    `asked` says that no line of the code led to it: a check asks for what is not there.
    """
    match error:
        case UnboundLocalError():
            return "a name that a function assigns anywhere is its own, also before that line"
        case NameError():
            return _advice_on_name(error, library)
        case ImportError():
            return _advice_on_import(error)
        case FrozenInstanceError():
            return "states and values never change: make a new one with what is different"
        case AttributeError():
            return _advice_on_attribute(error, asked)
        case RecursionError():
            return "does every call come closer to a case that calls nothing?"
        case EOFError():
            return 'nothing is typed here: input() belongs below `if __name__ == "__main__":`'
        case BdbQuit():
            return "breakpoint() opens the debugger with `python3 -m checks --try …`: take it out"
        case TypeError():
            return _advice_on_type(error)
        case SystemExit():
            return "exit() and quit() end the whole program: `return` ends a function"
    return ""


# How alike a name must be to one that is known everywhere, and to one that is known where it is
# used, which is likelier to be meant.
LIKE_A_BUILTIN, LIKE_ITS_NEIGHBOUR = 0.8, 0.7


def _advice_on_name(error: NameError, library: str) -> str:
    name = error.name or ""
    if name in names_of(library):
        return f"add {name} to the names that the file imports from {library}"
    if name == "self":
        return "make `self` the first parameter of the method"
    if name in ELSEWHERE:
        return f"Python writes {ELSEWHERE[name]} for it"
    everywhere = [*sorted(names_of(library)), *dir(builtins)]
    close = difflib.get_close_matches(name, _names_at(error), 1, LIKE_ITS_NEIGHBOUR)
    close = close or difflib.get_close_matches(name, everywhere, 1, LIKE_A_BUILTIN)
    if close:
        return f"did you mean {close[0]}?"
    return "is it defined in this function or file, above this line, and so spelt?"


def _names_at(error: BaseException) -> list[str]:
    *_, last = [None, *traceback.walk_tb(error.__traceback__)]
    return [] if last is None else [*last[0].f_locals, *last[0].f_globals]


def _advice_on_import(error: ImportError) -> str:
    missing = NOT_IMPORTED.match(str(error))
    if missing is None:
        return ""
    name, module = missing.groups()
    if _is_being_imported(module, error):
        return f"{module}.py and this file import each other: put what both need into a third"
    close = difflib.get_close_matches(name, dir(sys.modules.get(module)), 1)
    return f"did you mean {close[0]}?" if close else f"is it written in {module}.py, and so spelt?"


def _is_being_imported(module: str, error: ImportError) -> bool:
    # Not every version of Python says so.
    return any(
        frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__") == module
        for frame, _ in traceback.walk_tb(error.__traceback__)
    )


def _advice_on_attribute(error: AttributeError, asked: bool) -> str:
    if error.obj is None:
        return gave_none(error) or OF_NONE
    if isinstance(error.obj, MethodType | FunctionType):
        name = error.obj.__name__
        return f"`{name}` is a function here: is @property missing, or () after its name?"
    close = difflib.get_close_matches(error.name or "", dir(error.obj), 1)
    if close and asked:
        return f"the checks ask for {error.name}: give your {close[0]} that name"
    return f"did you mean {close[0]}?" if close else ""


OF_NONE = (
    "this is None: it came from a function that ended without `return`, as one does "
    "where no case of its `match` fits"
)
NOT_CALLED = "this is a function: is @property missing above it, or are () missing after its name?"


def _advice_on_type(error: TypeError) -> str:
    text = str(error)
    if re.search(r"\bNone(Type)?\b", text):
        return gave_none(error) or OF_NONE
    if "'method' object" in text or "'function' object" in text:
        return NOT_CALLED
    if re.search(r"takes \d+ positional arguments? but \d+ (was|were) given", text):
        return "compare the first line with the starter file's: is `self` its first parameter?"
    if re.search(r"missing \d+ required positional argument", text):
        return "compare the first line with the starter file's: is a parameter too many in it?"
    if "object is not subscriptable" in text:
        return "this kind of value has no [ ]: take it apart with its own methods, or by `match`"
    if "not supported between instances" in text:
        return "these have no order for < and >: is there a function that compares them?"
    return ""


def captures(tree: ast.Module, library: str) -> Iterator[tuple[int, str, str]]:
    """Cases that match anything by mistake: the line, the bare name, and what to write."""
    patterns = patterns_of(library)
    for node in ast.walk(tree):
        match node:
            case ast.MatchAs(name=str(name), pattern=None) if name in patterns:
                yield node.lineno, name, patterns[name]


# So many callers are looked at for what gave a None, from the line that raised.
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
