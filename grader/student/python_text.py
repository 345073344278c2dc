"""Questions as Python text: lines that do the same at a prompt in the handout's folder."""

import inspect
import shlex
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from grader.inside.shortening import cut
from grader.inside.travel.watched import as_it_began, is_noted
from grader.student.library import declared, home_of
from grader.student.literal import imports_of, literal
from grader.student.question import (
    Attribute,
    Call,
    Given,
    Name,
    PrintedText,
    Program,
    has_questions,
    locate,
    objects_among,
    parts,
    shared,
)

LONGEST_ARGUMENT = 4000


LAST = "# right without what is above:"


def python_text(question: Any, after: Sequence[Any] = ()) -> str:
    """The expression as lines of Python that can be pasted at a prompt in the handout's folder.

    Other expressions go before it where it is wrong only `after` them. Only an argument of
    thousands of elements is shortened, with dots where it is.
    """
    texts = _PastedCalls()
    for other in after:
        texts.add(other)
    if after:
        texts.lines.append(LAST)
    texts.add(question)
    return "\n".join([*texts.imports, *texts.lines])


def shell_text(file: str, argv: Sequence[str], stdin: Any, files: Mapping[str, Any]) -> str:
    """What runs a program in the same way, as lines for a shell in the folder of the files."""
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
    """The lines of several expressions, which share imports, but no variable."""

    def __init__(self) -> None:
        self.imports: dict[str, None] = {}
        self.lines: list[str] = []
        self._defined: dict[str, str] = {}
        self._names: list[str] = []

    def add(self, question: Any) -> None:
        text = _Text(question, self._names)
        last = text.text(question)
        self.imports |= text.imports
        for written in text.definitions:
            self._define(written)
        self.lines.append(last)

    def _define(self, written: str) -> None:
        # Functions of two checks may have the same name.
        name = written.partition("(")[0]
        if self._defined.get(name) != written:
            self._defined[name] = written
            self.lines.append(written)


class _Text:
    def __init__(self, question: Any, names: list[str]) -> None:
        self._names = names
        found = list(parts(question))
        self._objects = objects_among(found)
        self._shared = shared(found)
        homes = dict.fromkeys(filter(None, map(_home_of, found)))
        self.imports = {f"from {home} import *": None for home in homes}
        self.definitions: dict[str, None] = {}
        self._variables: dict[int, str] = {}

    def text(self, value: Any) -> str:
        match value:
            case Name():
                if value._module != "builtins":
                    self.imports[f"from {value._module} import {value._name}"] = None
                return value._name
            case Given():
                return value._class.__name__
            case Attribute(_target=Call(_function=Program())):
                return self.text(value._target)
            case Attribute():
                return f"{self.text(value._target)}.{value._name}"
            case Call(_function=Program() as program):
                return shell_text(program._file, *value._arguments)
            case Call():
                return self._call(value)
            case PrintedText():
                return "..."
            case tuple() if type(value) is tuple:
                inner = ", ".join(self.text(part) for part in value)
                return f"({inner},)" if len(value) == 1 else f"({inner})"
            case list() if type(value) is list and any(map(has_questions, value)):
                return f"[{', '.join(map(self.text, value))}]"
            case dict() if has_questions(value):
                items = [f"{self.text(key)}: {self.text(x)}" for key, x in value.items()]
                return "{" + ", ".join(items) + "}"
        return self._object(value)

    def _object(self, value: Any) -> str:
        if text := declared(type(value), "TEXTS"):
            stem, written = text(value)
            return self._variable(value, stem, written) if stem else str(written)
        if is_noted(type(value)):
            return self._variable(value, type(value).__name__.lower(), literal(as_it_began(value)))
        if declared(type(value), "PLACES"):
            return self._place(value)
        return self._function(value) if callable(value) else self._literal(value)

    def _literal(self, value: Any) -> str:
        self.imports |= dict.fromkeys(imports_of(value))
        return cut(literal(value), LONGEST_ARGUMENT)

    def _call(self, call: Call) -> str:
        if id(call) in self._variables:
            return self._variables[id(call)]
        text = f"{self.text(call._function)}({', '.join(map(self.text, call._arguments))})"
        return self._variable(call, "x", text) if id(call) in self._shared else text

    def _variable(self, value: object, stem: str, text: str) -> str:
        if id(value) not in self._variables:
            taken = sum(name.startswith(stem) for name in self._names)
            name = stem if taken == 0 else f"{stem}{taken + 1}"
            self._names.append(name)
            self._variables[id(value)] = name
            self.definitions[f"{name} = {text}"] = None
        return self._variables[id(value)]

    def _place(self, place: Any) -> str:
        number, path = locate(self._objects, place)
        *_, text = declared(type(place), "PLACES")
        return str(text(self.text(self._objects[number]), path))

    def _function(self, function: Any) -> str:
        name: str = function.__name__
        if getattr(function, "__module__", "") in ("_operator", "operator"):
            self.imports["import operator"] = None
            return f"operator.{name}"
        self.definitions[_source(function)] = None
        return name


def _home_of(part: Any) -> str:
    return home_of(part._class if isinstance(part, Given) else type(part))


def _source(function: Callable[..., Any]) -> str:
    lines = inspect.getsource(function).rstrip().splitlines()
    return "\n".join(line for line in lines if '"""' not in line) + "\n"
