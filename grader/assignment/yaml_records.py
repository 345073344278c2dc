"""From YAML to frozen dataclasses, with every error of the file at once and the line of each.

The dataclasses are the schema: a field's name is the key, its type says which values are allowed,
its default makes it optional, and `between` in its metadata bounds a number. The file is read as
nodes rather than values, because nodes know their lines and keep duplicate keys.
"""

import re
import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import inf
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from grader.course.clock import EXPECTED, expected_time, parsed
from grader.errors import ConfigError, did_you_mean

Record = TypeVar("Record")
NOT_IN_FILE: Mapping[str, object] = {"not in file": True}  # metadata of a field that isn't a key
_TAG = "tag:yaml.org,2002:"
_BAD = object()  # stands for a value whose fault has been noted
# What a scalar without quotes is: its type, what it looks like, and how it may begin. These are the
# types of YAML 1.2; with those of 1.1, which PyYAML would use, `no` is false and `1:30` is 90.
_PLAIN = (
    ("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
    (
        "float",
        r"[-+]?(?:[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+"
        r"|\.[0-9_]+(?:[eE][-+][0-9]+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN)",
        "-+0123456789.",
    ),
    (
        "int",
        "[-+]?(?:0b[01_]+|0o[0-7_]+|0x[0-9a-fA-F_]+|[0-9_]+)",
        "-+0123456789",
    ),
    ("null", "~|null|Null|NULL|", ["~", "n", "N", ""]),
    (
        "timestamp",
        "[0-9]{4}-[0-9]{2}-[0-9]{2}"
        r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
        r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?",
        "0123456789",
    ),
    ("merge", "<<", "<"),
    ("value", "=", "="),
)


class _Loader(yaml.BaseLoader):
    """Reads YAML as nodes, whose scalars are of the types above.

    Text without quotes may have a question mark even within braces or brackets, as YAML allows.
    """

    _in_plain = False

    def scan_plain(self) -> Any:
        self._in_plain = True
        try:
            return super().scan_plain()
        finally:
            self._in_plain = False

    def peek(self, index: int = 0) -> str:
        # PyYAML would end the text there; it takes the text itself by another method.
        character: str = super().peek(index)
        return "x" if self._in_plain and character == "?" else character


for _type, _form, _first in _PLAIN:
    _Loader.add_implicit_resolver(_TAG + _type, re.compile(f"(?:{_form})$"), list(_first))


def nodes_of(text: str) -> Node | None:
    """A file as nodes, which know their places in it; raises `yaml.YAMLError`."""
    try:
        found: Node | None = yaml.compose(text, _Loader)
    except RecursionError:
        raise yaml.YAMLError("it is nested too deeply") from None
    return found


def between(least: float, most: float = inf) -> Mapping[str, object]:
    """Metadata of a number field: the least and the greatest value that make sense."""
    return {"between": (least, most)}


@dataclass
class RecordReader:
    """Reads one file; `faults` collects (line, text) and `lines` knows where each value is."""

    file: str
    faults: list[tuple[int, str]] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)
    _paths: dict[int, str] = field(default_factory=dict)
    _records: list[object] = field(default_factory=list)  # so that no id is reused

    def read(self, kind: type[Record], text: str) -> Record | None:
        """The document as a `kind`, or `None` when a fault leaves nothing to go on with."""
        node = self._compose(text)
        if node is None:
            return None
        value = self._record(kind, node, "")
        return None if value is _BAD else value

    def path(self, record: object, key: str = "") -> str:
        """Where a record that this reader made is, or one of its keys."""
        return _join(self._paths[id(record)], key) if key else self._paths[id(record)]

    def fault(self, path: str, text: str) -> None:
        """Record a fault of the value at `path`."""
        self._note(self.lines.get(path, 1), path, text)

    def is_faulty(self, path: str) -> bool:
        """Whether something at a path or below it has a fault, from which others may follow."""
        below = re.compile(rf"{re.escape(path)}[.\[:]")
        return any(below.match(text) for _, text in self.faults)

    def error(self) -> ConfigError:
        """All faults as one exception, in the order of their lines."""
        found = [f"{self.file}:{line}: {text}" for line, text in sorted(self.faults)]
        return ConfigError("\n".join(found))

    # -- nodes -------------------------------------------------------------------------------

    def _compose(self, text: str) -> Node | None:
        try:
            node = nodes_of(text)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            self._note(mark.line + 1 if mark else 1, "", f"not YAML: {error.problem}")
            return None
        except yaml.YAMLError as error:  # a character that YAML doesn't allow
            self._note(1, "", f"not YAML: {str(error).splitlines()[0]}")
            return None
        if node is None:
            self._note(1, "", "the file is empty")
        return node

    def _note(self, line: int, path: str, text: str) -> None:
        self.faults.append((line, f"{path}: {text}" if path else text))

    def _bad(self, node: Node, path: str, expected: str) -> object:
        self.fault(path, f"must be {expected}, but is {_shown(node)}")
        return _BAD

    def _value(self, kind: Any, node: Node, path: str, metadata: Mapping[str, Any]) -> object:
        origin = get_origin(kind)
        if origin is tuple:
            return self._items(get_args(kind)[0], node, path)
        if origin in (Union, types.UnionType):
            return self._optional(kind, node, path, metadata)
        if is_dataclass(kind):
            return self._record(kind, node, path)
        if not isinstance(node, ScalarNode):
            return self._bad(node, path, _EXPECTED.get(kind, "a value"))
        if issubclass(kind, StrEnum):
            return self._choice(kind, node, path)
        return self._scalar(kind, node, path, metadata)

    def _optional(
        self, kind: object, node: Node, path: str, metadata: Mapping[str, object]
    ) -> object:
        if _tag(node) == "null":
            return None
        [other] = [part for part in get_args(kind) if part is not types.NoneType]
        return self._value(other, node, path, metadata)

    def _items(self, kind: object, node: Node, path: str) -> object:
        if not isinstance(node, SequenceNode):
            return self._bad(node, path, "a list")
        items = []
        for i, child in enumerate(node.value):
            self.lines[f"{path}[{i}]"] = _line(child)
            items.append(self._value(kind, child, f"{path}[{i}]", {}))
        return tuple([item for item in items if item is not _BAD])

    def _choice(self, kind: type[StrEnum], node: ScalarNode, path: str) -> object:
        names = [member.value for member in kind]
        if node.value in names:
            return kind(node.value)
        return self._bad(node, path, f"one of {', '.join(names)}")

    def _scalar(
        self, kind: type, node: ScalarNode, path: str, metadata: Mapping[str, Any]
    ) -> object:
        tags, parse = _SCALARS[kind]
        try:
            value = parse(node.value) if _tag(node) in tags else _BAD
        except ValueError:
            value = _BAD
        if value is _BAD:
            expected = expected_time(node.value) if kind is datetime else _EXPECTED[kind]
            if kind is str and node.value and _tag(node) != "str":
                expected += " in quotes"
            return self._bad(node, path, expected)
        least, most = metadata.get("between", (-inf, inf))
        if kind in (int, float) and not least <= value <= most:
            limit = f"at least {least:g}" if most == inf else f"from {least:g} to {most:g}"
            return self._bad(node, path, limit)
        return value

    # -- mappings ----------------------------------------------------------------------------

    def _record(self, kind: Any, node: Node, path: str) -> Any:
        known = {f.name: f for f in fields(kind) if "not in file" not in f.metadata}
        if not isinstance(node, MappingNode):
            return self._bad(node, path, f"a mapping with the keys {', '.join(known)}")
        hints = get_type_hints(kind)
        entries = self._entries(node, path, known)
        required = [f.name for f in known.values() if _required(f)]
        for name in [name for name in required if name not in entries]:
            self.fault(path, f"the key '{name}' is missing")
        read = {
            name: self._value(hints[name], child, _join(path, name), known[name].metadata)
            for name, child in entries.items()
        }
        # A bad value that has a default doesn't keep the rest from being checked.
        values = {name: value for name, value in read.items() if value is not _BAD}
        if not all(name in values for name in required):
            return _BAD
        record = kind(**values)
        self._paths[id(record)] = path
        self._records.append(record)
        return record

    def _entries(
        self, node: MappingNode, path: str, known: Mapping[str, Field[object]]
    ) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        for key, value in node.value:
            name = str(key.value)
            if name not in known:
                is_rest = name.isdecimal() and not value.value
                why = _COMMA if is_rest else _unknown(name, known)
                self._note(_line(key), _join(path, name), why)
            elif name in entries:
                again = f"is in line {self.lines[_join(path, name)]} already; keep one of them"
                self._note(_line(key), _join(path, name), again)
            else:
                self.lines[_join(path, name)] = _line(key)
                entries[name] = value
        return entries


def _text(value: str) -> str:
    if not value.strip():
        raise ValueError("empty")
    return value


def _flag(value: str) -> bool:
    # A tag such as `!!bool` may precede any text.
    return bool(("false", "true").index(value.lower()))


def _zone(value: str) -> ZoneInfo:
    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, OSError):  # a folder of zones is an OSError
        raise ValueError("no such zone") from None


def _span(value: str) -> timedelta:
    found = re.fullmatch(r"([0-9]{1,4}) ?(s|min|h)", value)
    if found is None:
        raise ValueError("no number with a unit")
    return int(found[1]) * _UNITS[found[2]]


_COMMA = "a comma begins the next key: write decimals with a dot, such as 4.5"
_UNITS = {"s": timedelta(seconds=1), "min": timedelta(minutes=1), "h": timedelta(hours=1)}


_SCALARS: Mapping[type, tuple[tuple[str, ...], Callable[[str], object]]] = {
    bool: (("bool",), _flag),
    int: (("int",), int),
    float: (("int", "float"), float),
    str: (("str",), _text),
    datetime: (("timestamp", "str"), parsed),  # without an offset, it depends on the time zone
    timedelta: (("str",), _span),
    ZoneInfo: (("str",), _zone),
}
_EXPECTED: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
    datetime: EXPECTED,
    timedelta: "a span of time, such as 5 min, 90 s or 1 h",
    ZoneInfo: "a time zone that this machine knows, such as America/New_York or Europe/Berlin",
}


def _line(node: Node) -> int:
    return int(node.start_mark.line) + 1


def _tag(node: Node) -> str:
    return str(node.tag).removeprefix(_TAG)


def _required(f: Field[object]) -> bool:
    return f.default is MISSING and f.default_factory is MISSING


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(node: Node) -> str:
    match node:
        case MappingNode():
            return "a mapping"
        case SequenceNode():
            return "a list"
        case ScalarNode(value=""):
            return "empty"
    return f"'{str(node.value)[:60]}'"


def _unknown(name: str, known: Collection[str]) -> str:
    return "unknown key" + did_you_mean(name, known, f"; known here are {', '.join(known)}")
