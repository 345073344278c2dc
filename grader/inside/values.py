"""Values of Python's own types that JSON has no form for: how they are written and strictly read.

`KINDS` maps each type to a writer and to readers by tag, like a library's table `CODECS`;
`codecs_of` and `members_of` give the same for the classes of a course that its library lists as
`VALUES`: dataclasses, named tuples and enums. Readers raise `ValueError` for whatever no writer
writes, and make objects of a course's class without running its code.
"""

import marshal
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from enum import Enum
from fractions import Fraction
from typing import Any

Encode = Callable[[object], object]
Decode = Callable[[object], Any]
Write = Callable[[Any, Encode], list[Any]]
Read = Callable[[list[object], Decode], Any]
Codec = tuple[Write, Mapping[str, Read]]

# Keys can be chosen so that building a large table takes forever.
MOST_KEYS = 50_000
MOST_OF_ONE_HASH = 32
MOST_DIGITS = 4300


class UnencodableValue(Exception):
    """A value that can't travel; the text says why."""


def _parts(data: Sequence[object], count: int) -> Sequence[Any]:
    if len(data) != count + 1:
        raise ValueError(f"a value of {len(data) - 1} parts where {count} belong")
    return data[1:]


def _text(data: Sequence[object]) -> str:
    [text] = _parts(data, 1)
    if type(text) is not str:
        raise ValueError("a value without its text")
    return text


def _integers(data: Sequence[object], count: int) -> Sequence[int]:
    parts = _parts(data, count)
    if not all(type(part) is int for part in parts):
        raise ValueError("a value of parts that are no integers")
    return parts


# -- containers --------------------------------------------------------------------------------


def _few(count: int) -> None:
    if count > MOST_KEYS:
        raise UnencodableValue(f"it has more than {MOST_KEYS} keys or elements")


def _write_dict(value: dict[object, object], encode: Encode) -> list[object]:
    _few(dict.__len__(value))
    return ["dict", *[encode(part) for item in dict.items(value) for part in item]]


def _read_dict(data: list[object], decode: Decode) -> dict[object, object]:
    parts = _few_read(data, 2 * MOST_KEYS, decode)
    keys, values = parts[::2], parts[1::2]
    if len(keys) != len(values):
        raise ValueError("a dict with a key that has no value")
    _refuse_hashes(keys)
    found = dict(zip(keys, values, strict=True))
    if len(found) != len(keys):
        raise ValueError("a dict with the same key twice")
    return found


def codec_of_elements(kind: Any, key: Callable[[Any], Any]) -> Codec:
    """A codec for sets of type `kind`, with elements sorted by `key` of their data.

    The order shouldn't depend on hashes: then equal sets become the same bytes.
    """

    def write(value: Any, encode: Encode) -> list[object]:
        _few(kind.__len__(value))
        elements = [encode(element) for element in kind.__iter__(value)]
        return [kind.__name__, *sorted(elements, key=key)]

    def read(data: list[object], decode: Decode) -> object:
        elements = _few_read(data, MOST_KEYS, decode)
        _refuse_hashes(elements)
        found = kind(elements)
        if len(found) != len(elements):
            raise ValueError("a set with the same element twice")
        return found

    return write, {kind.__name__: read}


def in_bytes(data: Any) -> bytes:
    """Data as bytes, the same for equal data."""
    # Before version 3 there are no references, which depend on object identity.
    return marshal.dumps(data, 2)


def _few_read(data: Sequence[object], most: int, decode: Decode) -> list[object]:
    """The parts of a dict or set, in the order in which they were written."""
    if len(data) - 1 > most:
        raise ValueError("a dict or a set that is too large")
    return [decode(one) for one in data[1:]]


def _refuse_hashes(values: Sequence[object]) -> None:
    """Raise `ValueError` if building a table of these keys or elements could take forever."""
    try:
        hashes = sorted(map(hash, values))
    except Exception:  # a course's class may raise anything
        raise ValueError("a key or an element that has no hash") from None
    later = hashes[MOST_OF_ONE_HASH:]
    if any(one == other for one, other in zip(hashes, later, strict=False)):
        raise ValueError("too many keys or elements of the same hash")


# -- texts and numbers -------------------------------------------------------------------------


def _read_bytes(data: list[object], _decode: Decode) -> bytes:
    text = _text(data)
    found = bytes.fromhex(text)
    if found.hex() != text:
        raise ValueError("bytes in another form")
    return found


def _write_decimal(value: Decimal, _encode: Encode) -> list[object]:
    if Decimal.is_snan(value):
        raise UnencodableValue("it is a signaling NaN")
    text = Decimal.__str__(value)
    if len(text) > MOST_DIGITS:
        raise UnencodableValue(f"it is a Decimal of more than {MOST_DIGITS} digits")
    return ["decimal", text]


def _read_decimal(data: list[object], _decode: Decode) -> Decimal:
    text = _text(data)
    try:
        found = Decimal(text) if len(text) <= MOST_DIGITS else None
    except InvalidOperation:
        found = None
    if found is None or str(found) != text or found.is_snan():
        raise ValueError("a Decimal in another form")
    return found


def _write_fraction(value: Fraction, _encode: Encode) -> list[object]:
    return ["fraction", Fraction.numerator.__get__(value), Fraction.denominator.__get__(value)]


def _read_fraction(data: list[object], _decode: Decode) -> Fraction:
    over, under = _integers(data, 2)
    if under < 1 or math.gcd(over, under) != 1:
        raise ValueError("a Fraction that is not in lowest terms")
    return Fraction(over, under)


def _write_complex(value: complex, encode: Encode) -> list[object]:
    plain = complex.__pos__(value)
    return ["complex", encode(plain.real), encode(plain.imag)]


def _read_complex(data: list[object], decode: Decode) -> complex:
    parts = [decode(part) for part in _parts(data, 2)]
    if not all(type(part) is float for part in parts):
        raise ValueError("a complex number of parts that are no floats")
    return complex(*parts)


# -- times -------------------------------------------------------------------------------------


def _codec_of_times(kind: Any) -> Codec:
    def write(value: Any, _encode: Encode) -> list[object]:
        return [kind.__name__, kind.isoformat(value), value.fold]

    def read(data: list[object], _decode: Decode) -> object:
        text, fold = _parts(data, 2)
        found = _of_iso(kind.fromisoformat, text)
        if type(fold) is not int or fold not in (0, 1):
            raise ValueError("a fold that is none")
        return found.replace(fold=fold)

    return write, {kind.__name__: read}


def _of_iso(read: Callable[[str], Any], text: object) -> Any:
    found = read(text) if type(text) is str else None
    if found is None or found.isoformat() != text:
        raise ValueError("a date or a time in another form")
    return found


def _read_timedelta(data: list[object], _decode: Decode) -> timedelta:
    days, seconds, microseconds = _integers(data, 3)
    try:
        found = timedelta(days, seconds, microseconds)
    except OverflowError:
        raise ValueError("a timedelta that is too large") from None
    if (found.days, found.seconds, found.microseconds) != (days, seconds, microseconds):
        raise ValueError("a timedelta in another form")
    return found


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a program: exit status, output, errors, and the files that it wrote.

    A file that it deleted is None there.
    """

    status: int = 0
    output: str = ""
    errors: str = ""
    files: Mapping[str, str | bytes | None] = field(default_factory=dict)


def _write_ran(value: Ran, encode: Encode) -> list[object]:
    return ["ran", *map(encode, (value.status, value.output, value.errors, value.files))]


def _read_ran(data: list[object], decode: Decode) -> Ran:
    ran = Ran(*map(decode, _parts(data, 4)))
    if type(ran.status) is not int or type(ran.output) is not str or type(ran.errors) is not str:
        raise ValueError("a program that ran without a status, or without texts")
    if type(ran.files) is not dict or not all(map(_is_file, ran.files.items())):
        raise ValueError("a program that ran with files that are none")
    return ran


def _is_file(item: tuple[object, object]) -> bool:
    name, content = item
    return type(name) is str and (content is None or type(content) in (str, bytes))


# A subclass comes before its base: datetime before date.
KINDS: Mapping[type, Codec] = {
    dict: (_write_dict, {"dict": _read_dict}),
    set: codec_of_elements(set, in_bytes),
    frozenset: codec_of_elements(frozenset, in_bytes),
    bytes: (lambda value, _: ["bytes", bytes.hex(value)], {"bytes": _read_bytes}),
    bytearray: (lambda value, _: ["bytes", bytearray.hex(value)], {}),
    complex: (_write_complex, {"complex": _read_complex}),
    Decimal: (_write_decimal, {"decimal": _read_decimal}),
    Fraction: (_write_fraction, {"fraction": _read_fraction}),
    datetime: _codec_of_times(datetime),
    date: (
        lambda value, _: ["date", date.isoformat(value)],
        {"date": lambda data, _: _of_iso(date.fromisoformat, _text(data))},
    ),
    time: _codec_of_times(time),
    timedelta: (
        lambda value, _: ["timedelta", value.days, value.seconds, value.microseconds],
        {"timedelta": _read_timedelta},
    ),
    Ran: (_write_ran, {"ran": _read_ran}),
}
TAGS = frozenset(tag for _, readers in KINDS.values() for tag in readers)


# -- the classes of a course -------------------------------------------------------------------


def codecs_of(kinds: Iterable[type]) -> dict[type, Codec]:
    """Codecs for dataclasses and named tuples; raises `ValueError` for other classes."""
    return {kind: _codec(kind, _names(kind)) for kind in kinds if not issubclass(kind, Enum)}


def members_of(kinds: Iterable[type]) -> Iterator[tuple[str, object]]:
    """The members of the enums among these classes, each with its tag."""
    for kind in kinds:
        if issubclass(kind, Enum):
            yield from [(f"{_tag(kind)}.{member.name}", member) for member in kind]


def _tag(kind: type) -> str:
    return f":{kind.__name__}"


def _names(kind: type) -> tuple[str, ...]:
    if is_dataclass(kind):
        return tuple([one.name for one in fields(kind)])
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    words = "neither a dataclass, nor a named tuple, nor an enum"
    raise ValueError(f"VALUES lists {kind.__name__}, which is {words}")


def _codec(kind: type, names: Sequence[str]) -> Codec:
    tag = _tag(kind)

    def write(value: object, encode: Encode) -> list[object]:
        try:
            return [tag, *[encode(getattr(value, name)) for name in names]]
        except AttributeError as error:
            raise UnencodableValue(
                f"{kind.__name__} objects need all their fields: {error}"
            ) from None

    def read(data: list[object], decode: Decode) -> object:
        return _made(kind, names, [decode(part) for part in _parts(data, len(names))])

    return write, {tag: read}


def _made(kind: type, names: Sequence[str], values: Sequence[object]) -> object:
    # Skip `__init__` and `__post_init__`: they may not cope with what a box sends.
    if issubclass(kind, tuple):
        return tuple.__new__(kind, values)
    made = object.__new__(kind)
    for name, value in zip(names, values, strict=True):
        object.__setattr__(made, name, value)
    return made
