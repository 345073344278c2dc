"""Arrays of numpy as they travel: kind of number, shape and bytes, which are read without numpy.

Checks and judges have an `Array` instead, a plain value that runs no code of a package. Beside
student code, where numpy can be imported, the same bytes are a real array (`live_codecs`). Numbers
of numpy's own types travel as the plain numbers that they equal, and so do 0-dimensional arrays.
"""

import struct
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import isinf, isnan, prod
from typing import Any

from grader.inside.values import Codec, Decode, Encode, UnencodableValue

TAG = "array"
# The `struct` formats of the kinds of numbers; a complex number is two.
KINDS: Mapping[str, str] = {
    "bool": "?",
    "int8": "b",
    "int16": "h",
    "int32": "i",
    "int64": "q",
    "uint8": "B",
    "uint16": "H",
    "uint32": "I",
    "uint64": "Q",
    "float16": "e",
    "float32": "f",
    "float64": "d",
    "complex64": "ff",
    "complex128": "dd",
}
# What numpy chooses if no kind is given.
USUAL = frozenset(("bool", "int64", "float64", "complex128"))
# Without elements an array could still have any shape, and be a huge list of empty lists.
MOST_ELEMENTS = 1 << 20
MOST_DIMENSIONS = 32


@dataclass(frozen=True, slots=True)
class Array:
    """An array as a value: the name of its kind of number, its shape, its numbers row by row.

    `array` makes one from lists.
    """

    dtype: str
    shape: tuple[int, ...]
    numbers: tuple[Any, ...]

    def __post_init__(self) -> None:
        if self.dtype not in KINDS:
            raise ValueError(f"arrays of {self.dtype} don't travel; those of {', '.join(KINDS)} do")
        _refuse_odd(self.shape)
        if prod(self.shape) != len(self.numbers):
            raise ValueError(f"{len(self.numbers)} numbers for the shape {self.shape}")

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, place: int | tuple[int, ...]) -> object:
        """A row, as a smaller array, or in the last dimension a number."""
        first, *rest = place if isinstance(place, tuple) else (place,)
        at = range(self.shape[0])[first]
        below = self.shape[1:]
        if not below:
            return self.numbers[at]
        size = prod(below)
        row = Array(self.dtype, below, self.numbers[at * size : (at + 1) * size])
        return row[tuple(rest)] if rest else row

    def __iter__(self) -> Iterator[object]:
        return iter([self[i] for i in range(len(self))])

    def tolist(self) -> list[object]:
        """The numbers as lists of lists."""
        return [row.tolist() if isinstance(row, Array) else row for row in self]

    def __repr__(self) -> str:
        if not self.numbers:
            kind = "" if self.dtype == "float64" else f", dtype=np.{_dtype(self.dtype)}"
            return f"np.zeros({self.shape}{kind})"
        kind = "" if self.dtype in USUAL else f", dtype=np.{_dtype(self.dtype)}"
        return f"np.array({_text(self)}{kind})"


def array(rows: Sequence[object], dtype: str = "") -> Array:
    """An array from numbers, or from lists of equal lengths; raises `ValueError`.

    >>> array([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    shape: list[int] = []
    numbers: list[Any] = [rows]
    while numbers and isinstance(numbers[0], list | tuple):
        lengths = {len(row) if isinstance(row, list | tuple) else -1 for row in numbers}
        if len(lengths) > 1:
            raise ValueError("rows of different lengths")
        shape += lengths
        numbers = [number for row in numbers for number in row]
    return Array(dtype or _kind_of(numbers), tuple(shape), tuple(numbers))


def _kind_of(numbers: Sequence[object]) -> str:
    kinds = {type(number) for number in numbers}
    if kinds == {bool}:
        return "bool"
    if kinds == {int}:
        return "int64"
    return "complex128" if complex in kinds else "float64"


def _dtype(name: str) -> str:
    return "bool_" if name == "bool" else name


def _text(value: object) -> str:
    if isinstance(value, Array):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, float) and isnan(value):
        return "np.nan"
    if isinstance(value, float) and isinf(value):
        return "np.inf" if value > 0 else "-np.inf"
    return repr(value)


# -- on the wire -------------------------------------------------------------------------------


def _refuse_odd(shape: Sequence[Any]) -> None:
    if not 1 <= len(shape) <= MOST_DIMENSIONS:
        raise ValueError(f"an array of {len(shape)} dimensions")
    if not all(type(length) is int and length >= 0 for length in shape):
        raise ValueError("an array of an odd shape")
    if prod(max(1, length) for length in shape) > MOST_ELEMENTS:
        raise ValueError(f"an array of more than {MOST_ELEMENTS} elements")


def _header(data: Sequence[Any]) -> tuple[str, tuple[int, ...], bytes]:
    """Kind, shape and bytes of an array's data, checked to be consistent; raises `ValueError`."""
    match data:
        case [_, str(kind), [*shape], str(text)] if kind in KINDS:
            _refuse_odd(shape)
            numbers = b64decode(text.encode("ascii"), validate=True)
            size = struct.calcsize(f"<{KINDS[kind]}") * prod(shape)
            if len(numbers) == size and b64encode(numbers).decode() == text:
                return kind, tuple(shape), numbers
    raise ValueError("an array whose bytes don't fit its kind and shape")


def _write(value: Any, _encode: Encode) -> list[object]:
    kind = KINDS[value.dtype]
    numbers = value.numbers
    if len(kind) > 1:
        numbers = [part for number in numbers for part in (number.real, number.imag)]
    try:
        packed = struct.pack(f"<{len(numbers)}{kind[0]}", *numbers)
    except (struct.error, OverflowError) as error:
        raise UnencodableValue(
            f"it is an array with a number that is no {value.dtype}: {error}"
        ) from None
    return [TAG, value.dtype, list(value.shape), b64encode(packed).decode()]


def _read(data: list[object], _decode: Decode) -> Array:
    kind, shape, packed = _header(data)
    if kind == "bool" and set(packed) - {0, 1}:
        raise ValueError("an array of what is neither true nor false")
    code = KINDS[kind]
    numbers = struct.unpack(f"<{len(code) * prod(shape)}{code[0]}", packed)
    if len(code) > 1:
        numbers = tuple(map(complex, numbers[::2], numbers[1::2]))
    return Array(kind, shape, numbers)


def plain_codecs() -> dict[type, Codec]:
    """Codecs for arrays where numpy must not be imported."""
    return {Array: (_write, {TAG: _read})}


def live_codecs() -> dict[type, Codec]:
    """Codecs for arrays beside student code: as arrays of numpy, which is imported here."""
    numpy: Any = import_module("numpy")

    def write(value: object, encode: Encode) -> Any:
        content = numpy.ndarray.view(value, numpy.ndarray)
        kind = content.dtype.name
        if kind not in KINDS:
            raise UnencodableValue(f"it is an array of {kind}, which doesn't travel")
        if not content.shape:
            return encode(content.item())
        try:
            _refuse_odd(content.shape)
        except ValueError as error:
            raise UnencodableValue(f"it is {error}") from None
        packed = content.astype(content.dtype.newbyteorder("<")).tobytes()
        return [TAG, kind, list(content.shape), b64encode(packed).decode()]

    def read(data: list[object], _decode: Decode) -> object:
        kind, shape, packed = _header(data)
        numbers = numpy.frombuffer(packed, numpy.dtype(kind).newbyteorder("<"))
        return numbers.astype(kind).reshape(shape)

    def number(value: object, encode: Encode) -> Any:
        for kinds, plain in (
            (numpy.bool_, bool),
            (numpy.integer, int),
            (numpy.floating, float),
            (numpy.complexfloating, complex),
        ):
            if isinstance(value, kinds):
                return encode(plain(value))
        raise UnencodableValue(f"it is a {type(value).__name__} of numpy, which doesn't travel")

    return {numpy.ndarray: (write, {TAG: read}), numpy.generic: (number, {})}
