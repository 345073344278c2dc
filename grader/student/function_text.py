"""A function of a check as Python text, with what it uses, so that its call can be pasted."""

import ast
import inspect
from collections.abc import Callable, Iterator
from functools import cache, partial
from textwrap import dedent
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from grader.student.literal import literal

# Longer values that a function uses are the check's own business.
LONGEST_VALUE = 80


class FunctionText:
    """How a function is written where it is passed, and the lines that must stand before.

    `imports` and `definitions` are added to as they are found.
    """

    def __init__(self, imports: dict[str, None], definitions: dict[str, None]) -> None:
        self._imports = imports
        self._definitions = definitions
        self._seen: set[int] = set()

    def of(self, function: Any) -> str:
        """The text of a function."""
        if not isinstance(function, FunctionType):
            return self._of_pythons(function)
        node = _node_of(function)
        if id(function) not in self._seen:
            self._seen.add(id(function))
            for name, value in _used(function, node):
                self._define(name, value)
        if isinstance(node, ast.Lambda):
            return ast.unparse(node)
        self._definitions[_source(function)] = None
        return function.__name__

    def _of_pythons(self, function: Any) -> str:
        if isinstance(function, partial):
            self._imports["import functools"] = None
            named = [f"{name}={literal(x)}" for name, x in function.keywords.items()]
            given = [self.of(function.func), *map(literal, function.args), *named]
            return f"functools.partial({', '.join(given)})"
        name = getattr(function, "__qualname__", type(function).__name__)
        owner = getattr(function, "__self__", None)
        if owner is not None and not isinstance(owner, ModuleType | type):
            return f"{literal(owner)}.{getattr(function, '__name__', name)}"
        kind = getattr(function, "__objclass__", function)
        home = str(getattr(kind, "__module__", None) or "builtins").removeprefix("_")
        if home == "builtins":
            return str(name)
        self._imports[f"import {home}"] = None
        return f"{home}.{name}"

    def _define(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType):
            as_name = "" if value.__name__ == name else f" as {name}"
            self._imports[f"import {value.__name__}{as_name}"] = None
        elif isinstance(value, FunctionType):
            text = self.of(value)
            if text != name:
                self._definitions[f"{name} = {text}"] = None
        elif isinstance(value, type):
            self._imports[f"from {value.__module__} import {value.__name__}"] = None
        elif not callable(value) and len(literal(value)) <= LONGEST_VALUE:
            self._definitions[f"{name} = {literal(value)}"] = None


def _used(function: FunctionType, node: ast.AST | None) -> Iterator[tuple[str, Any]]:
    """The names from outside of a function that its text uses, with their values."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)} if node else set()
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    around = {name: cell.cell_contents for name, cell in cells if cell != CellType()}
    found = {name: function.__globals__[name] for name in names & function.__globals__.keys()}
    for name in sorted(names & (found | around).keys()):
        value = (found | around)[name]
        if value is not function:
            yield name, value


def _node_of(function: FunctionType) -> ast.Lambda | ast.FunctionDef | None:
    """The syntax tree of a function; None for one whose file doesn't show it."""
    code = function.__code__
    nodes = _functions_of(code.co_filename, "".join(inspect.findsource(function)[0]))
    found = [node for node in nodes if _is_code_of(node, code)]
    return min(found, key=lambda node: len(ast.unparse(node)), default=None)


def _is_code_of(node: ast.Lambda | ast.FunctionDef, code: CodeType) -> bool:
    if isinstance(node, ast.FunctionDef):
        first = min([node.lineno, *[one.lineno for one in node.decorator_list]])
        return (node.name, first) == (code.co_name, code.co_firstlineno)
    # Several lambdas may stand in one line.
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


def _source(function: Callable[..., Any]) -> str:
    lines = dedent(inspect.getsource(function)).rstrip().splitlines()
    return "\n".join(line for line in lines if '"""' not in line) + "\n"
