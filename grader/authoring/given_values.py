"""The library's values that a function may get, and which of them no question passes to it.

The annotations of the starter files say what a parameter may hold: one of a union's classes, a
member of an enum, an object of any class that has a protocol's methods. For each function, some
question must pass each of these that the library gives.
"""

import ast
import inspect
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass
from enum import EnumMeta
from importlib import import_module
from typing import Any

from grader.assignment.config import Assignment
from grader.assignment.sources import starter_files
from grader.authoring.domains import AskedCall
from grader.inside.sources import module_name

DEEPEST = 3


@dataclass(frozen=True, slots=True)
class GivenValues:
    """The parameters of one function, each with what the library gives for it, and what was met."""

    function: str
    parameters: tuple[tuple[str, frozenset[object]], ...]
    met: set[tuple[str, object]] = field(default_factory=set)

    def note(self, asked: AskedCall) -> None:
        """Record what one call passes, also to its object's class."""
        passed = (*asked.made, *asked.arguments)
        for (name, given), value in zip(self.parameters, passed, strict=False):
            self.met.update(
                [(name, one) for one in given if any(_is(x, one) for x in _inside(value))]
            )

    def faults(self) -> Iterator[str]:
        """What no question passes."""
        for name, given in self.parameters:
            for one in sorted(given - {each for at, each in self.met if at == name}, key=_name):
                yield f"{self.function}: no question has {name}: {_name(one)}"


def given_values(assignment: Assignment, functions: Sequence[str]) -> dict[str, GivenValues]:
    """What the library gives for each function, "module.function" or "module.Class.method"."""
    if not assignment.library:
        return {}
    package = import_module(assignment.library)
    library = {name: getattr(package, name) for name in getattr(package, "__all__", vars(package))}
    signatures = dict(_signatures(starter_files(assignment)))
    found = {}
    for function in functions:
        owner = signatures.get(f"{function.rpartition('.')[0]}.__init__", ())
        own = (*owner, *signatures.get(function, ()))
        given = tuple([(name, frozenset(_given(text, library))) for name, text in own])
        found[function] = GivenValues(function, given)
    return found


def _signatures(files: Mapping[str, str]) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """The parameters of each function without `self`, with the texts of their annotations."""
    for file, text in files.items():
        module = module_name(file)
        with suppress(SyntaxError):  # a text, such as of SQL
            for node in ast.parse(text).body:
                match node:
                    case ast.FunctionDef(name=name):
                        yield f"{module}.{name}", _parameters(node, 0)
                    case ast.ClassDef(name=owner, body=body):
                        for one in body:
                            if isinstance(one, ast.FunctionDef):
                                yield f"{module}.{owner}.{one.name}", _parameters(one, 1)


def _parameters(node: ast.FunctionDef, first: int) -> tuple[tuple[str, str], ...]:
    return tuple(
        [
            (one.arg, ast.unparse(one.annotation) if one.annotation else "object")
            for one in node.args.args[first:]
        ]
    )


def _given(annotation: str, library: Mapping[str, object]) -> Iterator[object]:
    try:
        # Cut off type arguments: they are variables of the starter file.
        # The text is staff's own, so `eval` runs nothing that importing it wouldn't.
        hint = eval(annotation.partition("[")[0], dict(library))
    except Exception:  # a name of the starter file's own, which may mean anything
        return
    yield from _alternatives(hint, library, DEEPEST)


def _alternatives(hint: Any, library: Mapping[str, object], depth: int) -> Iterator[object]:
    """The classes and the members of enums that a hint allows, as far as the library gives them."""
    if typing.get_origin(hint) in (typing.Union, types.UnionType, tuple):
        for each in typing.get_args(hint):
            yield from _alternatives(each, library, depth)
    elif isinstance(hint, EnumMeta):
        yield from hint
    elif getattr(hint, "_is_protocol", False):
        yield from _having_methods_of(hint, library)
    elif isinstance(hint, type) and hint in library.values():
        yield hint
        if is_dataclass(hint) and depth:
            for each in _hints_of(hint):
                yield from _alternatives(each, library, depth - 1)


def _hints_of(kind: type) -> Iterator[object]:
    with suppress(Exception):
        yield from typing.get_type_hints(kind).values()


def _having_methods_of(protocol: type, library: Mapping[str, Any]) -> Iterator[type]:
    names = [name for name in vars(protocol) if not name.startswith("_")]
    for kind in library.values():
        concrete = inspect.isclass(kind) and not getattr(kind, "_is_protocol", False)
        if concrete and names and all(hasattr(kind, name) for name in names):
            yield kind


def _is(value: object, one: object) -> bool:
    return isinstance(value, one) if isinstance(one, type) else value is one


def _inside(value: object, depth: int = DEEPEST) -> Iterator[object]:
    """A value, and what it is made of."""
    yield value
    if depth and isinstance(value, tuple | list):
        for part in value:
            yield from _inside(part, depth - 1)
    elif depth and is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from _inside(getattr(value, each.name, None), depth - 1)


def _name(one: object) -> str:
    return one.__name__ if isinstance(one, type) else repr(one)
