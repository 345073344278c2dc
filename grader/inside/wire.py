"""The message format between a judge and a box, and its strict reading.

A frame is a header (payload length, question id, kind) and a payload of JSON; that of a `LEAF` is
three numbers. A value is a JSON scalar or an array whose first element is a tag: `["t", 1, 2]` is
`(1, 2)`; other tags are those of Python's own types (see `values`) and those that the assignment's
library declares (see `library`). There are no JSON objects. A check's questions, which are the same
for every hand-in, are the same data in the form of `marshal`, which a box reads in a quarter of the
time. The judge reads with `Decoder(library)`, which knows only values and refuses everything else
as a `Violation`; the box's decoder also knows questions (see `worker`).

What a value is depends only on its exact built-in content: a subclass of a built-in type or of a
library class travels as the plain content underneath, whatever its methods claim, and an object of
any other type travels as a handle `["o", number, type name]` or not at all. No `repr`, `__str__`,
`__eq__` or pickle of student code is ever used to make or read a value.
"""

import json
import marshal
import struct
from collections.abc import Callable, Mapping, Sequence
from math import inf, isfinite, isnan, nan
from typing import Any, NoReturn

from grader.inside.library import Field, Library
from grader.inside.shortening import cut_end
from grader.inside.values import KINDS, UnencodableValue

LOAD, EVALUATE, REPLY, ASK, GIVE, OUTPUT = range(1, 7)
RUN_SUITE, SERVE_SUITE, HELP, READ_SUITE, LEAF = range(7, 12)
OPEN_TESTS, RUN_TEST, SERVE_TESTS = range(12, 15)
# Sent by a box when its time is up; answers nothing (see `last_word`).
LAST_WORD = 15
HEADER = struct.Struct("<IQB")
# A box's call for a leaf of a sealed object: the object's number, what about the leaf, the leaf's
# number. Searches make so many that it is a single frame of fixed length.
LEAF_CALL = struct.Struct("<III")
LEAF_FRAME = struct.Struct("<IQBIII")  # header and call, packed at once
# The exit status of a box that has no memory left to answer with.
MEMORY_STATUS = 71
# Deep enough for every answer, shallow enough for code that reads or prints it recursively.
MAX_DEPTH = 100
MALFORMED_TEXT = 300
# Integers below this are written without json; a leaf's value is usually one.
SMALL = 10**9
PLAIN_TYPES = frozenset((int, bool, type(None)))


class Violation(Exception):
    """The bytes are not what the format allows; the text says what was found."""


class JudgeGone(EOFError):
    """The judge has hung up in the middle of a question: nobody is waiting for the answer."""

    def __init__(self) -> None:
        super().__init__("the judge is gone")


class MalformedRecord:
    """A record of the library with a field of the wrong type."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


class Handle:
    """An object that stays in its box: its number there, and the type name that the box claims."""

    __slots__ = ("number", "type_name")

    def __init__(self, number: int, type_name: str) -> None:
        self.number = number
        self.type_name = type_name

    def __repr__(self) -> str:
        return f"<{self.type_name} object>"


class Encoder:
    """Values to JSON data. `other` encodes whatever the library doesn't declare."""

    def __init__(self, library: Library, other: Callable[[object], Any]) -> None:
        self._other = other
        self._records = library.records
        self._sequences = library.sequences
        # The library's are tried first, and also override ours.
        self._codecs = library.remembered(
            "codecs", lambda: {**library.codecs, **KINDS, **library.codecs}
        )
        self._constants = library.remembered(
            "constants", lambda: {id(constant): [tag] for tag, constant in library.constants}
        )
        self._writers: dict[type, Callable[[Any, int], object]] = {
            float: lambda value, _depth: _number(value),
            **dict.fromkeys(self._codecs, self._coded),
            **dict.fromkeys(self._records, self._record),
            **dict.fromkeys(self._sequences, self._sequence),
            list: lambda value, depth: self._each("l", value, depth),
            tuple: lambda value, depth: self._each("t", value, depth),
        }

    def encode(self, value: Any, depth: int = 0) -> Any:
        """JSON data for `value`; raises `UnencodableValue`."""
        kind = type(value)
        if kind in PLAIN_TYPES:
            return value
        if kind is str:
            return _whole(value)
        return self._written(value, depth)

    def _written(self, value: object, depth: int) -> object:
        if id(value) in self._constants:
            return self._constants[id(value)]
        if depth > MAX_DEPTH:
            raise UnencodableValue(
                f"it is nested deeper than {MAX_DEPTH} levels, or contains itself"
            )
        write = self._writers.get(type(value))
        return self._subclass(value, depth) if write is None else write(value, depth)

    def _sequence(self, value: object, depth: int) -> object:
        tag, elements, _ = self._sequences[type(value)]
        return self._each(tag, elements(value), depth)

    def _record(self, value: object, depth: int) -> object:
        tag, fields = self._records[type(value)]
        return [tag, *[self.encode(getattr(value, name), depth + 1) for name, _ in fields]]

    def _coded(self, value: object, depth: int) -> object:
        return self._codecs[type(value)][0](value, lambda part: self.encode(part, depth + 1))

    def _each(self, tag: str, contents: Sequence[object], depth: int) -> list[object]:
        # Most values are plain numbers, which need no encoding.
        if PLAIN_TYPES.issuperset(map(type, contents)):
            return [tag, *contents]
        return [tag, *[self.encode(x, depth + 1) for x in contents]]

    def _subclass(self, value: object, depth: int) -> object:
        # Methods of the built-in types see the real content, whatever a subclass overrides.
        if isinstance(value, int):
            return int.__add__(value, 0)
        if isinstance(value, str):
            return _whole(str.__str__(value))
        if isinstance(value, tuple):
            return self._each("t", tuple(tuple.__iter__(value)), depth)
        if isinstance(value, list):
            return self._each("l", list(list.__iter__(value)), depth)
        if isinstance(value, float):
            return _number(float.__add__(value, 0))
        for sequence, (tag, elements, _) in self._sequences.items():
            if isinstance(value, sequence):
                return self._each(tag, elements(value), depth)
        for codec, (write, _) in self._codecs.items():
            if isinstance(value, codec):
                return write(value, lambda part: self.encode(part, depth + 1))
        for record, (tag, fields) in self._records.items():
            if isinstance(value, record):
                contents = [getattr(record, name).__get__(value) for name, _ in fields]
                return [tag, *[self.encode(content, depth + 1) for content in contents]]
        return self._other(value)


def _number(value: float) -> object:
    if isnan(value):
        return ["nan"]
    return value if isfinite(value) else ["inf", 1 if value > 0 else -1]


def _whole(text: str) -> str:
    if not text.isascii():
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise UnencodableValue("it is text with half a surrogate pair") from None
    return text


class Decoder:
    """JSON data to values, strictly. `tags` are added for what only one side may receive."""

    def __init__(
        self, library: Library, tags: Mapping[str, Callable[[list[Any]], object]] | None = None
    ) -> None:
        self._tags = tags or {}
        self._constants = dict(library.constants)
        self._records = {tag: (kind, fields) for kind, (tag, fields) in library.records.items()}
        self._sequences = {tag: make for tag, _, make in library.sequences.values()}
        self._codecs = {
            tag: read
            for _, readers in (*library.codecs.values(), *KINDS.values())
            for tag, read in readers.items()
        }
        self._readers: dict[str, Callable[[list[Any], int], object]] = {
            **dict.fromkeys(self._constants, self._constant),
            **dict.fromkeys(self._records, self._record),
            **dict.fromkeys(self._sequences, self._sequence),
            **dict.fromkeys(self._codecs, self._coded),
            "t": lambda data, depth: tuple(self._each(data, depth)),
            "l": self._each,
            "inf": lambda data, _depth: _infinity(data),
            "nan": lambda data, _depth: _nan(data),
        }

    def decode(self, data: Any, depth: int = 0) -> Any:
        """The value for `data`; raises `Violation`."""
        kind = type(data)
        if kind in PLAIN_TYPES:
            return data
        if kind is str:
            return self._text(data)
        if kind is float:
            if not isfinite(data):
                raise Violation("a number that is not finite")
            return data
        if kind is not list or not data or type(data[0]) is not str:
            raise Violation("an array without a tag")
        if depth > MAX_DEPTH:
            raise Violation("data nested too deeply")
        tag = data[0]
        if own := self._tags.get(tag):
            return own(data)
        if read := self._readers.get(tag):
            return read(data, depth + 1)
        raise Violation(f"the unknown tag {tag[:20]!r}")

    def _text(self, data: str) -> str:
        return _text(data)

    def _each(self, data: list[object], depth: int) -> list[object]:
        contents = data[1:]
        # Most values are plain numbers, which need no decoding.
        if PLAIN_TYPES.issuperset(map(type, contents)):
            return contents
        return [self.decode(x, depth) for x in contents]

    def _sequence(self, data: list[Any], depth: int) -> object:
        return self._sequences[data[0]](self._each(data, depth))

    def _coded(self, data: list[Any], depth: int) -> object:
        try:
            return self._codecs[data[0]](data, lambda part: self.decode(part, depth))
        except ValueError as error:
            raise Violation(str(error)) from None

    def _record(self, data: list[Any], depth: int) -> object:
        record, fields = self._records[data[0]]
        return _record(record, fields, [self.decode(x, depth) for x in data[1:]])

    def _constant(self, data: list[Any], _depth: int) -> object:
        if len(data) != 1:
            raise Violation(f"a constant with {len(data) - 1} fields")
        return self._constants[data[0]]


def _text(data: str) -> str:
    if not data.isascii():
        try:
            data.encode("utf-8")
        except UnicodeEncodeError:
            raise Violation("text with half a surrogate pair") from None
    return data


def _infinity(data: list[object]) -> float:
    match data:
        case [_, 1 | -1 as sign] if type(sign) is int:
            return sign * inf
    raise Violation("an infinity without a sign")


def _nan(data: list[object]) -> float:
    if len(data) != 1:
        raise Violation("a nan with fields")
    return nan


def _record(record: type, fields: Sequence[Field], values: list[object]) -> object:
    if len(values) != len(fields):
        raise Violation(f"a {record.__name__} with {len(values)} fields")
    for (_, check), value in zip(fields, values, strict=True):
        if not check(value):
            text = f"{record.__name__}({', '.join(map(repr, values))})"
            return MalformedRecord(cut_end(text, MALFORMED_TEXT))
    return record(*values)


def decode_handle(data: list[object]) -> Handle:
    """An object that stays in the box, as the judge sees it."""
    match data:
        case ["o", int(number), str(name)] if not isinstance(number, bool):
            return Handle(number, _text(name)[:80])
    raise Violation("a malformed handle")


def dump(data: object) -> bytes:
    """JSON data as bytes, the same bytes for the same data; raises `UnencodableValue`."""
    if type(data) is int and -SMALL < data < SMALL:
        return b"%d" % data
    try:
        return _ENCODER.encode(data).encode("ascii")
    except ValueError as error:
        digits = "it holds an integer of more than 4300 digits"
        raise UnencodableValue(digits if "digits" in str(error) else str(error)) from None
    except RecursionError as error:
        raise UnencodableValue(str(error)) from None


def _refuse_object(_pairs: list[tuple[str, object]]) -> NoReturn:
    raise Violation("a JSON object")


def _refuse_constant(name: str) -> NoReturn:
    raise Violation(f"the constant {name}")


# Made once: json's functions make a new one on each call with such arguments.
# The data was built here, so it can't contain itself.
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)
_DECODER = json.JSONDecoder(object_pairs_hook=_refuse_object, parse_constant=_refuse_constant)


def load(payload: bytes) -> Any:
    """JSON data from a payload, strictly; raises `Violation`."""
    try:
        text = payload.decode("utf-8")
        data, end = _DECODER.raw_decode(text)
    except UnicodeDecodeError:
        raise Violation("bytes that are not UTF-8") from None
    except RecursionError:
        raise Violation("data nested too deeply") from None
    except ValueError as error:
        raise Violation(f"bytes that are not JSON: {str(error)[:80]}") from None
    if end != len(text):
        raise Violation("bytes after the JSON")
    return data


def dump_question(data: Any) -> bytes:
    """JSON data for a box, in the form that it reads fastest; a judge never reads that form."""
    return marshal.dumps(data)


def load_question(payload: bytes) -> Any:
    """The inverse of `dump_question`, only for boxes: `marshal` trusts its input."""
    return marshal.loads(payload)
