"""Questions as Python text: lines with the same effect at a prompt in the handout's folder."""

import ast
import inspect
import re
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from textwrap import dedent
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from grader.inside.shortening import cut
from grader.inside.travel.watched import as_it_began, is_noted
from grader.student.library_tables import declared, home_of
from grader.student.literal import imports_of, literal
from grader.student.operators import WRITTEN
from grader.student.question import (
    Attribute,
    BoundValue,
    Call,
    LibraryClass,
    Name,
    PrintedText,
    SpecialForm,
    has_questions,
    is_run,
    locate,
    objects_among,
    parts,
    shared,
)

LONGEST_ARGUMENT = 4000
# Longer values that a function uses are left out: they are the check's own business.
LONGEST_VALUE = 80
# Syntax that needs no parentheses as an operand.
CLOSED = (
    *(ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript),
    *(ast.List, ast.Tuple, ast.Dict, ast.Set),
)

LAST = "# right without what is above:"


def python_text(question: object, after: Sequence[object] = ()) -> str:
    """The expression as lines of Python that can be pasted at a prompt in the handout's folder.

    Other expressions come first if it is wrong only `after` them. Only an argument of thousands of
    elements is shortened, and shows dots where.
    """
    texts = _PastedCalls()
    for other in after:
        texts.add(other)
    if after:
        texts.lines.append(LAST)
    texts.add(question)
    return "\n".join([*texts.imports, *texts.lines])


def shell_text(file: str, argv: Sequence[str], stdin: object, files: Mapping[str, Any]) -> str:
    """A program's run as shell lines, in the folder of the files."""
    lines = [
        f"printf %s {shlex.quote(content)} > {shlex.quote(name)}"
        if isinstance(content, str)
        else f"# {name}: {len(content)} bytes"
        for name, content in files.items()
    ]
    command = " ".join(["python3", file, *map(shlex.quote, argv)])
    if isinstance(stdin, str) and stdin:
        command = f"printf %s {shlex.quote(stdin)} | {command}"
    return "\n".join([*lines, cut(command, LONGEST_ARGUMENT)])


class _PastedCalls:
    """The lines for several expressions, which share imports but no variables."""

    def __init__(self) -> None:
        self.imports: dict[str, None] = {}
        self.lines: list[str] = []
        self._defined: dict[str, str] = {}
        self._names: list[str] = []

    def add(self, question: object) -> None:
        text = _Text(question, self._names)
        last = text.text(question)
        self.imports |= text.imports
        for written in text.definitions:
            self._define(written)
        typed = f"  # typed: {', '.join(map(repr, text.typed))}" if text.typed else ""
        self.lines.append(f"{last}{typed}")

    def _define(self, written: str) -> None:
        # Functions of two checks may share a name.
        name = written.partition("(")[0]
        if self._defined.get(name) != written:
            self._defined[name] = written
            self.lines.append(written)


class _Text:
    def __init__(self, question: object, names: list[str]) -> None:
        self._names = names
        found = list(parts(question))
        self._objects = objects_among(found)
        self._shared = shared(found)
        homes = dict.fromkeys(filter(None, map(_home_of, found)))
        self.imports = {f"from {home} import *": None for home in homes}
        self.definitions: dict[str, None] = {}
        self.typed: list[str] = []
        self._variables: dict[int, str] = {}
        self._functions: set[int] = set()  # functions whose names are defined

    def text(self, value: object) -> str:
        match value:
            case Name():
                return self._name(value)
            case LibraryClass():
                return value._class.__name__
            case _ if runs := _runs_in(value):
                return _runs_as_text(value, runs)
            case Attribute():
                return f"{self._target(value._target)}.{value._name}"
            case Call():
                return self._call(value)
            case PrintedText():
                return "..."
            case SpecialForm():
                return self._form(value)
            case BoundValue():
                return self._variables[id(value)]
            case tuple() if type(value) is tuple:
                inner = ", ".join(self.text(part) for part in value)
                return f"({inner},)" if len(value) == 1 else f"({inner})"
            case list() if type(value) is list and any(map(_needs_text, value)):
                return f"[{', '.join(map(self.text, value))}]"
            case dict() if has_questions(value):
                items = [f"{self.text(key)}: {self.text(x)}" for key, x in value.items()]
                return "{" + ", ".join(items) + "}"
        return self._object(value)

    def _object(self, value: object) -> str:
        if text := declared(type(value), "TEXTS"):
            stem, written = text(value)
            return self._variable(value, stem, written) if stem else str(written)
        if is_noted(type(value)):
            return self._variable(value, type(value).__name__.lower(), literal(as_it_began(value)))
        if declared(type(value), "PLACES"):
            return self._place(value)
        return self._function(value) if callable(value) else self._literal(value)

    def _literal(self, value: object) -> str:
        self.imports |= dict.fromkeys(imports_of(value))
        return cut(literal(value), LONGEST_ARGUMENT)

    def _call(self, call: Call) -> str:
        if id(call) in self._variables:
            return self._variables[id(call)]
        text = self._operation(call) or f"{self._target(call._function)}({self._passed(call)})"
        return self._variable(call, "x", text) if id(call) in self._shared else text

    def _form(self, form: SpecialForm) -> str:
        if form._form == "outcome":
            self.imports["from grader.inside.forms import outcome"] = None
            return f"outcome(lambda: {self.text(form._body)}, {self.text(form._given[0])})"
        if form._form == "within":
            manager = self._variable(form._given[0], "x", self.text(form._given[0]))
            self._variable(form._bound, "x", f"{manager}.__enter__()")
            return f"[{self.text(form._body)}, {manager}.__exit__(None, None, None)][0]"
        if form._form in ("printed", "spoken"):
            self.typed += form._given[0]
        return self.text(form._body)

    def _passed(self, call: Call) -> str:
        named = [f"{name}={self.text(x)}" for name, x in call._named.items()]
        return ", ".join([*map(self.text, call._arguments), *named])

    def _operation(self, call: Call) -> str:
        """A call of Python's `operator` module as the operation itself, or an empty text."""
        match call._function:
            case Name(_module="operator", _name="getitem") if len(call._arguments) == 2:
                target, key = call._arguments
                return f"{self._operand(target)}[{self._key(key)}]"
            case Name(_module="operator", _name=name) if name in WRITTEN and not call._named:
                return WRITTEN[name].format(*map(self._operand, call._arguments))
        return ""

    def _operand(self, value: object) -> str:
        text = self.text(value)
        return text if _is_closed(text) else f"({text})"

    def _target(self, value: object) -> str:
        # Shortcut for names and calls of them: parsing their text takes longer than writing it.
        match value:
            case Call(_function=Name(_module="operator")):
                return self._operand(value)
        return self.text(value)

    def _key(self, key: object) -> str:
        match key:
            case Call(_function=Name(_module="builtins", _name="slice"), _arguments=bounds):
                given = (None, *bounds) if len(bounds) == 1 else bounds  # `slice(12)` ends at 12
                start, stop, step = [
                    "" if x is None else self.text(x) for x in (*given, None, None)[:3]
                ]
                return f"{start}:{stop}:{step}" if step else f"{start}:{stop}"
            case tuple() if len(key) > 1:
                return ", ".join(map(self._key, key))
        return self.text(key)

    def _name(self, name: Name) -> str:
        # Python's functions may share names with others: `math.pow`, `os.open`.
        if name._module in sys.stdlib_module_names and name._module != "builtins":
            self.imports[f"import {name._module}"] = None
            return f"{name._module}.{name._name}"
        if name._module != "builtins":
            self.imports[f"from {name._module} import {name._name}"] = None
        return name._name

    def _variable(self, value: object, stem: str, text: str) -> str:
        if id(value) not in self._variables:
            taken = sum(name.startswith(stem) for name in self._names)
            name = stem if taken == 0 else f"{stem}{taken + 1}"
            self._names.append(name)
            self._variables[id(value)] = name
            self.definitions[f"{name} = {text}"] = None
        return self._variables[id(value)]

    def _place(self, place: object) -> str:
        number, path = locate(self._objects, place)
        *_, text = declared(type(place), "PLACES")
        return str(text(self.text(self._objects[number]), path))

    def _function(self, function: object) -> str:
        """A check's function as text; what it uses is defined before it."""
        if not isinstance(function, FunctionType):
            return self._function_of_python(function)
        node = _node_of(function)
        if id(function) not in self._functions:
            self._functions.add(id(function))
            for name, value in _used(function, node):
                self._define(name, value)
        if isinstance(node, ast.Lambda):
            return ast.unparse(node)
        self.definitions[_source(function)] = None
        return function.__name__

    def _function_of_python(self, function: object) -> str:
        if isinstance(function, partial):
            self.imports["import functools"] = None
            named = [f"{name}={literal(x)}" for name, x in function.keywords.items()]
            given = [self._function(function.func), *map(literal, function.args), *named]
            return f"functools.partial({', '.join(given)})"
        name = getattr(function, "__qualname__", type(function).__name__)
        owner = getattr(function, "__self__", None)
        if owner is not None and not isinstance(owner, ModuleType | type):
            return f"{literal(owner)}.{getattr(function, '__name__', name)}"
        kind = getattr(function, "__objclass__", function)
        home = str(getattr(kind, "__module__", None) or "builtins").removeprefix("_")
        if home == "builtins":
            return str(name)
        self.imports[f"import {home}"] = None
        return f"{home}.{name}"

    def _define(self, name: str, value: object) -> None:
        if isinstance(value, ModuleType):
            as_name = "" if value.__name__ == name else f" as {name}"
            self.imports[f"import {value.__name__}{as_name}"] = None
        elif isinstance(value, FunctionType):
            text = self._function(value)
            if text != name:
                self.definitions[f"{name} = {text}"] = None
        elif isinstance(value, type):
            self.imports[f"from {value.__module__} import {value.__name__}"] = None
        elif not callable(value) and len(literal(value)) <= LONGEST_VALUE:
            self.definitions[f"{name} = {literal(value)}"] = None


def _is_closed(text: str) -> bool:
    """Whether the text of a value needs no parentheses as an operand."""
    try:
        return isinstance(ast.parse(text, mode="eval").body, CLOSED)
    except (SyntaxError, RecursionError):  # shortened, or lines for a shell
        return False


def _runs_in(value: Any) -> list[Call]:
    """The program runs that a value, or each of its parts, is or has as its target."""
    parts = value if type(value) in (list, tuple) else [value]
    asked: list[Any] = [one._target if isinstance(one, Attribute) else one for one in parts]
    return asked if asked and all(map(is_run, asked)) else []


def _runs_as_text(value: Any, runs: Sequence[Call]) -> str:
    """Each run once, with the names of the attributes asked of it, if there are several parts."""
    asked: dict[int, list[str]] = {id(run): [] for run in runs}
    if type(value) in (list, tuple):
        for part, run in zip(value, runs, strict=True):
            asked[id(run)] += [part._name] if isinstance(part, Attribute) else []
    texts = {id(run): _run_as_text(run) for run in runs}
    return "\n".join(
        [
            f"{text}  # {', '.join(asked[key])}" if asked[key] else text
            for key, text in texts.items()
        ]
    )


def _run_as_text(run: Call) -> str:
    program: Any = run._function
    return shell_text(program._file, *run._arguments)


def _needs_text(value: object) -> bool:
    """Whether a value contains something that its `repr` can't show at a prompt."""
    return callable(value) or has_questions(value)


def _home_of(part: object) -> str:
    return home_of(part._class if isinstance(part, LibraryClass) else type(part))


def _used(function: FunctionType, node: ast.AST | None) -> Iterator[tuple[str, object]]:
    """The outer names that a function's text uses, with their values."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} if node else set()
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    around = {name: cell.cell_contents for name, cell in cells if cell != CellType()}
    found = {name: function.__globals__[name] for name in names & function.__globals__.keys()}
    begins = _first_values(function, node, around) if node else {}
    for name in sorted(names & (found | around).keys()):
        value = (found | around | begins)[name]
        if value is not function:
            yield name, value


def _first_values(
    function: FunctionType, node: ast.AST, around: Mapping[str, object]
) -> dict[str, object]:
    """The first literals of the outer function's variables that the inner one may have changed."""
    counted = {
        name for part in ast.walk(node) if isinstance(part, ast.Nonlocal) for name in part.names
    }
    changed = {name for name, value in around.items() if isinstance(value, list | dict | set)}
    found: dict[str, object] = {}
    for part in ast.walk(_around(function, node)):
        match part:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if name in counted | changed and name not in found:
                with suppress(ValueError):  # not written as a literal
                    found[name] = ast.literal_eval(value)
    return found


def _around(function: FunctionType, node: ast.AST) -> ast.AST:
    """The innermost function around another one."""
    code = function.__code__
    nodes = _functions_of(code.co_filename, "".join(inspect.findsource(function)[0]))
    outer = [one for one in nodes if one is not node and node in ast.walk(one)]
    return min(outer, key=lambda one: len(ast.unparse(one)), default=ast.Pass())


def _node_of(function: FunctionType) -> ast.Lambda | ast.FunctionDef | None:
    """The syntax tree of a function; None if its file doesn't show it."""
    code = function.__code__
    nodes = _functions_of(code.co_filename, "".join(inspect.findsource(function)[0]))
    found = [node for node in nodes if _is_code_of(node, code)]
    return min(found, key=lambda node: len(ast.unparse(node)), default=None)


def _is_code_of(node: ast.Lambda | ast.FunctionDef, code: CodeType) -> bool:
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *[one.lineno for one in node.decorator_list]])
        return (node.name, first) == (code.co_name, code.co_firstlineno)
    # Several lambdas may be in one line: compare columns.
    body, places = node.body, [place for place in code.co_positions() if place[3]]
    begin, end = (body.lineno, body.col_offset), (body.end_lineno or 0, body.end_col_offset or 0)
    return code.co_name == "<lambda>" and all(
        begin <= (first or 0, at or 0) and (last or 0, to or 0) <= end
        for first, last, at, to in places
    )


@cache
def _functions_of(_file: str, text: str) -> tuple[ast.Lambda | ast.FunctionDef, ...]:
    found = ast.walk(ast.parse(text))
    return tuple([node for node in found if isinstance(node, ast.Lambda | ast.FunctionDef)])


def _source(function: Callable[..., object]) -> str:
    # At a prompt it isn't inside another function.
    text = re.sub(r"^(\s+)nonlocal\b", r"\1global", inspect.getsource(function), flags=re.MULTILINE)
    lines = dedent(text).rstrip().splitlines()
    return "\n".join(line for line in lines if '"""' not in line) + "\n"
