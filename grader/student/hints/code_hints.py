"""Advice on common mistakes: one piece for each, chosen from what Python says."""

import ast
import builtins
import difflib
import linecache
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from types import FunctionType, MethodType
from typing import Any

from grader.inside.exceptions import names_of as kinds_of
from grader.inside.shortening import cut
from grader.inside.sources import is_pythons
from grader.student.evidence import MODULE, Evidence, Frame
from grader.student.hints.syntax_hints import names_of, patterns_of
from grader.student.source import MOST_CHARACTERS, Function, open_ends

ENDLESS = "is there a loop or a recursion that never ends?"
ASLEEP = "does it sleep, or wait for something? leave that out"
ELSEWHERE = {"null": "None", "true": "True", "false": "False", "NONE": "None"}


@dataclass(frozen=True, slots=True)
class RaisedError:
    """What code raised, as far as advice depends on it.

    `kinds` are the names of its class and base classes. `frames` are the lines of the hand-in that
    led to it, none if a check asked for something missing; `texts` its files, among which the
    modules `prescribed` have names that the assignment gave them. `places` are all lines that led
    to it, in files that `text_of` returns. `names` are those that a missing name was looked up
    among, and `function` names a function that was used in place of its result.
    """

    kinds: Sequence[str]
    message: str
    library: str = ""
    frames: Sequence[Frame] = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    prescribed: Sequence[str] = ()
    places: Sequence[Frame] = ()
    text_of: Callable[[str], str] = str
    names: Sequence[str] = ()
    function: str = ""

    @property
    def line(self) -> str:
        """The line of the hand-in that raised it; empty if none did."""
        return _line_of(self.texts, self.frames[-1]) if self.frames else ""


def _line_of(texts: Mapping[str, str], frame: Frame) -> str:
    lines = texts.get(frame.file, "").split("\n")
    return lines[frame.line - 1].strip() if 0 < frame.line <= len(lines) else ""


def advice_on(
    error: BaseException,
    library: str,
    *,
    asked: bool = False,
    frames: Sequence[Frame] = (),
    texts: Mapping[str, str] | None = None,
    prescribed: Sequence[str] = (),
) -> str:
    """The likely fix for what code raised in this process; empty if none is known.

    `asked` means that no line of the code led to it: a check asks for something missing.
    """
    walked = traceback.walk_tb(error.__traceback__)
    places = [Frame(one.f_code.co_filename, line, one.f_code.co_name) for one, line in walked]
    raised = RaisedError(
        kinds_of(error),
        str(error),
        library,
        () if asked else frames,
        texts or {},
        prescribed,
        places,
        _text_here,
        _names_for(error),
        _function_of(error),
    )
    return advice_on_raised(raised, asked=asked)


def names_known(raised: RaisedError) -> Sequence[str]:
    """The names that a missing name was looked up among, as far as texts show."""
    if "ImportError" in raised.kinds:
        missing = NOT_IMPORTED.match(raised.message)
        text = raised.texts.get(f"{missing[2]}.py") if missing else None
        tree = _tree(text) if text is not None else None
        if missing and missing[2] == raised.library:
            return sorted(names_of(raised.library))
        return [*_names_bound(tree.body)] if tree else ()
    if "NameError" in raised.kinds and raised.frames:
        tree = _tree(raised.texts.get(raised.frames[-1].file, ""))
        line = raised.frames[-1].line
        around = [
            node
            for node in (ast.walk(tree) if tree else ())
            if isinstance(node, Function) and _covers(node, line)
        ]
        return [*_names_bound([*around, *(tree.body if tree else ())], deep=around)]
    if "AttributeError" in raised.kinds and (found := ATTRIBUTE.search(raised.message)):
        return [*_attributes_of(raised, found[1])]
    return ()


def _names_bound(nodes: Sequence[ast.AST], deep: Sequence[ast.AST] = ()) -> Iterator[str]:
    """The names that statements bind; for functions in `deep`, their local names, too."""
    for node in nodes:
        if _is_definition(node) and node not in deep:
            yield node.name  # type: ignore[attr-defined]
            continue
        for one in _within_scope(node):
            match one:
                case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                    yield name
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield name
                case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    yield name
                case ast.alias(name=name, asname=other):
                    yield other or name.partition(".")[0]


def _within_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, except in comprehensions and lambdas, which have own scopes."""
    yield node
    for inner in ast.iter_child_nodes(node):
        if not isinstance(inner, OF_ITS_OWN):
            yield from _within_scope(inner)


OF_ITS_OWN = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def _is_definition(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


def _attributes_of(raised: RaisedError, kind: str) -> Iterator[str]:
    """The attributes of a class of the hand-in, of the library, or of Python's own."""
    for node in _definitions(raised.texts, kind):
        yield from _attributes_set(node)
        yield from _names_bound(node.body)
        return
    homes = [sys.modules.get(raised.library), builtins] if raised.library else [builtins]
    for home in homes:
        found = getattr(home, kind, None)
        if isinstance(found, type):
            yield from (name for name in dir(found) if not name.startswith("__"))
            return


def _text_here(file: str) -> str:
    return "".join(linecache.getlines(file))


def _names_for(error: BaseException) -> Sequence[str]:
    match error:
        case NameError():
            return _names_at(error)
        case ImportError():
            missing = NOT_IMPORTED.match(str(error))
            return dir(sys.modules.get(missing[2])) if missing else ()
        case AttributeError():
            return dir(error.obj)
    return ()


def _names_at(error: BaseException) -> list[str]:
    *_, last = [None, *traceback.walk_tb(error.__traceback__)]
    return [] if last is None else [*last[0].f_locals, *last[0].f_globals]


def _function_of(error: BaseException) -> str:
    is_function = isinstance(error, AttributeError) and isinstance(
        error.obj, MethodType | FunctionType
    )
    return error.obj.__name__ if is_function else ""  # type: ignore[attr-defined]


DEBUGGER = "BdbQuit"
NO_EXIT = (
    "exit() and quit() end the whole program, and the checks with it: leave them out, or put them "
    'below `if __name__ == "__main__":`'
)
NO_FILE = (
    "no such file is there when this is graded: only your own modules, and the handout's files"
)
# For an exception with this class name, a text or a function; the first match counts.
_Advice = str | Callable[[RaisedError], str]


def advice_on_raised(raised: RaisedError, *, asked: bool = False) -> str:
    """The likely fix for what code raised; empty if none is known."""
    table: Sequence[tuple[str, _Advice]] = (
        (
            "UnboundLocalError",
            "a name that a function assigns anywhere is its own, also before that line",
        ),
        ("NameError", _advice_on_name),
        ("ImportError", _advice_on_import),
        (
            "FrozenInstanceError",
            "states and values never change: make a new one with what is different",
        ),
        ("AttributeError", partial(_advice_on_attribute, asked=asked)),
        ("RecursionError", "does every call come closer to a case that calls nothing?"),
        ("EOFError", 'nothing is typed here: input() belongs below `if __name__ == "__main__":`'),
        (DEBUGGER, "breakpoint() opens the debugger with `python3 -m checks --try …`: take it out"),
        ("FileNotFoundError", NO_FILE),
        ("TypeError", _advice_on_type),
        ("SystemExit", _advice_on_exit),
    )
    for name, advice in table:
        if name in raised.kinds:
            return advice if isinstance(advice, str) else advice(raised)
    return ""


OPENS_DEBUGGER = re.compile(r"\b(?:breakpoint|set_trace)\(")
# How many lines are searched for it, and how much of the line is shown.
MOST_BEFORE, MOST_OF_LINE = 50, 200


def at_breakpoint(evidence: Evidence, kinds: Sequence[str], texts: Mapping[str, str]) -> Evidence:
    """The evidence, with the line that opened the debugger instead of the one after it."""
    if DEBUGGER not in kinds or not evidence.frames:
        return evidence
    *before, last = evidence.frames
    lines = texts.get(last.file, "").split("\n")[: last.line]
    numbered = [*enumerate(lines, 1)][-MOST_BEFORE:]
    found = (one for one in reversed(numbered) if OPENS_DEBUGGER.search(one[1]))
    line, text = next(found, (last.line, last.text))
    opened = replace(last, line=line, text=cut(text.strip(), MOST_OF_LINE) if last.text else "")
    return replace(
        evidence,
        message=f"your code opens the debugger ({opened.file}, line {opened.line})",
        frames=(*before, opened),
    )


def _advice_on_exit(raised: RaisedError) -> str:
    if raised.frames and raised.frames[-1].function == MODULE:
        return NO_EXIT
    return "exit() and quit() end the whole program: `return` ends a function"


# How similar a name must be to one known everywhere, to one known where it is used, which is
# more likely to be meant, and to an attribute of the very object.
LIKE_A_BUILTIN, LIKE_ITS_NEIGHBOUR, LIKE_AN_ATTRIBUTE = 0.8, 0.7, 0.6
NOT_DEFINED = re.compile(r"name '(\w+)' is not defined")
NOT_IMPORTED = re.compile(
    r"cannot import name '(\w+)' from (?:partially initialized module )?'(\w+)'"
)
HIDDEN = re.compile(
    r"cannot import name '\w+' from (?:partially initialized module )?'(\w+)'"
    r"|(?:partially initialized )?module '(\w+)' has no attribute "
    r"|No module named '(\w+)\.[\w.]+'; '\w+' is not a package"
)
RELATIVE = "attempted relative import"


def _advice_on_name(raised: RaisedError) -> str:
    found = NOT_DEFINED.search(raised.message)
    name = found[1] if found else ""
    if name in names_of(raised.library):
        return f"add {name} to the names that the file imports from {raised.library}"
    if name == "self":
        return "make `self` the first parameter of the method"
    if name in ELSEWHERE:
        return f"Python writes {ELSEWHERE[name]} for it"
    everywhere = [*sorted(names_of(raised.library)), *dir(builtins)]
    close = _closest(name, raised.names, LIKE_ITS_NEIGHBOUR)
    close = close or _closest(name, everywhere, LIKE_A_BUILTIN)
    if close:
        return f"did you mean {close}?"
    return "is it defined in this function or file, above this line, and so spelt?"


def _closest(missing: str, known: Sequence[str], least: float) -> str:
    """The other name that is most like a missing one; empty if none is similar.

    The missing name itself may be in a text, if it isn't defined yet at that point.
    """
    others = [name for name in known if name != missing]
    return next(iter(difflib.get_close_matches(missing, others, 1, least)), "")


def _hides(raised: RaisedError) -> str:
    """Advice if an own file has the name of one of Python's modules, and so lacks its names."""
    found = HIDDEN.match(raised.message)
    name = next(filter(None, found.groups()), "") if found else ""
    if f"{name}.py" not in raised.texts or not is_pythons(name) or name in raised.prescribed:
        return ""
    return f"your {name}.py hides Python's module {name}: give the file another name"


def _advice_on_import(raised: RaisedError) -> str:
    if hides := _hides(raised):
        return hides
    if raised.message.startswith(RELATIVE):
        found = re.match(r"from \.+(\w*)", raised.line)
        if found is None:
            return ""
        instead = f"from {found[1]} import …" if found[1] else "import …"
        return f"write `{instead}`, without the dot: the files are no package"
    missing = NOT_IMPORTED.match(raised.message)
    if missing is None:
        return ""
    name, module = missing.groups()
    if _is_being_imported(module, raised):
        return f"{module}.py and this file import each other: put what both need into a third"
    if close := _closest(name, raised.names, LIKE_A_BUILTIN):
        return f"did you mean {close}?"
    is_given = is_pythons(module) or module == raised.library
    return "" if is_given else f"is it written in {module}.py, and so spelt?"


def _is_being_imported(module: str, raised: RaisedError) -> bool:
    # Not every version of Python mentions it in the message.
    return any(
        frame.function == MODULE and re.split(r"[/\\]", frame.file)[-1] == f"{module}.py"
        for frame in raised.places
    )


ATTRIBUTE = re.compile(r"(?:type object )?'(\w+)' (?:object )?has no attribute '(\w+)'")


def _advice_on_attribute(raised: RaisedError, *, asked: bool) -> str:
    found = ATTRIBUTE.search(raised.message)
    kind, wanted = found.groups() if found else ("", raised.message.rpartition(" ")[2].strip("'"))
    if kind == "NoneType":
        return gave_none(raised) or OF_NONE
    if raised.function:
        return (
            f"`{raised.function}` is a function here: is @property missing, or () after its name?"
        )
    if kind in ("function", "method"):
        return NOT_CALLED
    if hides := _hides(raised):
        return hides
    if _is_local_of_init(raised.texts, kind, wanted):
        return f"`__init__` doesn't set self.{wanted}: write `self.{wanted} = …` there"
    close = _closest(wanted, raised.names, LIKE_AN_ATTRIBUTE)
    if close and asked:
        return f"the checks ask for {wanted}: give your {close} that name"
    return f"did you mean {close}?" if close else ""


def _is_local_of_init(texts: Mapping[str, str], kind: str, wanted: str) -> bool:
    """Whether a class's `__init__` assigns a local name instead of the attribute of that name.

    Or whether it has a parameter of that name that it never uses.
    """
    for node in _definitions(texts, kind):
        init = next((one for one in ast.walk(node) if _is_called(one, "__init__")), None)
        if init is None or wanted in {*_attributes_set(node)}:
            return False
        uses = [one for one in ast.walk(init) if isinstance(one, ast.Name) and one.id == wanted]
        parameters = [one.arg for one in ast.walk(init) if isinstance(one, ast.arg)]
        stored = any(isinstance(one.ctx, ast.Store) for one in uses)
        return stored or (wanted in parameters and not uses)
    return False


def _attributes_set(node: ast.AST) -> Iterator[str]:
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
            yield one.attr


def _is_called(node: ast.AST, name: str) -> bool:
    return _is_definition(node) and node.name == name  # type: ignore[attr-defined]


def _definitions(texts: Mapping[str, str], name: str) -> Iterator[Any]:
    """The classes and functions of that name in some files."""
    for text in texts.values():
        if re.search(rf"\b(?:class|def)\s+{re.escape(name)}\b", text) and (tree := _tree(text)):
            yield from (node for node in ast.walk(tree) if _is_called(node, name))


OF_NONE = (
    "this is None: it came from a function that ended without `return`, as one does "
    "where no case of its `match` fits, or from a method such as sort(), which gives None"
)
NOT_CALLED = "this is a function: is @property missing above it, or are () missing after its name?"
MANY = re.compile(r"([\w.<>]+)\(\) takes (?:from \d+ to )?\d+ positional arguments? but \d+ ")
FEW = re.compile(r"([\w.<>]+)\(\) missing \d+ required positional argument")
FIRST_LINE = "compare the first line with the starter file's"


def _advice_on_type(raised: RaisedError) -> str:
    text = raised.message
    if found := MANY.match(text) or FEW.match(text):
        return _advice_on_parameters(raised, found[1], few=found.re is FEW)
    if re.search(r"\bNone(Type)?\b", text):
        return gave_none(raised) or OF_NONE
    if "'method' object" in text or "'function' object" in text:
        return NOT_CALLED
    if "object is not subscriptable" in text:
        return "this kind of value has no [ ]: take it apart with its own methods, or by `match`"
    if "not supported between instances" in text:
        return "these have no order for < and >: is there a function that compares them?"
    return ""


def _advice_on_parameters(raised: RaisedError, called: str, *, few: bool) -> str:
    """Advice on a call that doesn't fit the parameters of a function, or of a method `A.b`."""
    *owners, name = called.split(".")
    if owners and not few and _lacks_self(raised.texts, owners[-1], name):
        return f"make `self` the first parameter of {name}"
    if len(modules := _by_star(raised, name)) > 1:
        both = " and ".join(modules)
        return f"{both} both have a {name}, and `import *` of the last one hides the others"
    if raised.frames:
        return f"does this call fit the first line of {name}?"
    return f"{FIRST_LINE}: is a parameter {'too many' if few else 'missing'} in it?"


def _lacks_self(texts: Mapping[str, str], owner: str, name: str) -> bool:
    for node in _definitions(texts, owner):
        for method in getattr(node, "body", ()):
            if _is_called(method, name) and isinstance(method, Function):
                first = [*method.args.posonlyargs, *method.args.args][:1]
                return not method.decorator_list and [one.arg for one in first] != ["self"]
    return False


def _by_star(raised: RaisedError, name: str) -> list[str]:
    """Own modules that define a name, and that the raising file imports with `*`."""
    text = raised.texts.get(raised.frames[-1].file, "") if raised.frames else ""
    found = re.findall(r"^from (\w+) import \*", text, re.MULTILINE)
    defined = re.compile(rf"^def {re.escape(name)}\b", re.MULTILINE)
    others = dict.fromkeys(found)
    return [one for one in others if defined.search(raised.texts.get(f"{one}.py", ""))]


def captures(tree: ast.Module, library: str) -> Iterator[tuple[int, str, str]]:
    """Cases that match anything by mistake: the line, the bare name, and what to write instead."""
    patterns = patterns_of(library)
    for node in ast.walk(tree):
        match node:
            case ast.MatchAs(name=str(name), pattern=None) if name in patterns:
                yield node.lineno, name, patterns[name]


# So many callers of the line that raised are searched for a function that returned None.
MOST_CALLERS = 3


def gave_none(raised: RaisedError) -> str:
    """The function that returned the None of an error, and where its end is reached; else empty.

    Only functions in the same file count that also return a value elsewhere, and that are called in
    the line that raised, or gave their value to a name in that line.
    """
    running = ""
    for frame in reversed(raised.places[-MOST_CALLERS:]):
        tree = _tree(raised.text_of(frame.file))
        suspects = _suspects(tree, frame.line, running) if tree else ()
        if found := {function.name: function for function in suspects}:
            return _in_words(list(found.values()))
        running = frame.function
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


def _suspects(tree: ast.Module, line: int, running: str) -> Iterator[Function]:
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, Function)}
    around = [node for node in functions.values() if _covers(node, line)]
    for name in _called(around[-1] if around else tree, line, running):
        function = functions.get(name)
        if function is not None and _gives_a_value(function) and any(open_ends(function.body)):
            yield function


@lru_cache(maxsize=2)
def _tree(text: str) -> ast.Module | None:
    if len(text) > MOST_CHARACTERS:
        return None
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _covers(node: ast.stmt, line: int) -> bool:
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def _called(scope: ast.AST, line: int, running: str) -> Iterator[str]:
    """The functions that a line calls, or that gave a value to a name in it.

    If the line is waiting for the function `running`, only the arguments of that call count.
    """
    inner = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.stmt) and _covers(node, line) and node is not scope
    ]
    # The smallest statement; of a compound one only its own line.
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
