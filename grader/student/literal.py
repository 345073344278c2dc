"""Values as Python text, to paste at a prompt, and to show beside another value.

Equal values have equal texts, in every run: the elements of a set are sorted, while `repr` leaves
their order to hashes. Enum members are written as in a program.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from grader.inside.travel.arrays import Array
from grader.inside.travel.frames import DataFrame, DataSeries

IMPORTS: Mapping[type, str] = {
    Decimal: "from decimal import Decimal",
    Fraction: "from fractions import Fraction",
    **dict.fromkeys((date, datetime, time, timedelta), "import datetime"),
    Array: "import numpy as np",
    **dict.fromkeys((DataFrame, DataSeries), "import pandas as pd"),
}


_ORDERED = frozenset(
    (bool, int, float, str, bytes, Decimal, Fraction, date, datetime, time, timedelta)
)
# The `__repr__` of enums that define none of their own.
_USUAL: frozenset[object] = frozenset((Enum.__repr__, int.__repr__))


def literal(value: Any) -> str:
    """The Python text of a value; if it can't be written, the name of its type."""
    kind = type(value)
    if write := _CONTAINERS.get(kind):
        return write(value)
    if isinstance(value, Enum) and _USUAL.issuperset([kind.__repr__]):
        return f"{kind.__name__}.{value.name}"
    if _says_its_fields(kind):
        shown = [(one.name, getattr(value, one.name)) for one in fields(value) if one.repr]
        return _call(kind, shown)
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return _call(kind, zip(kind._fields, value, strict=False))
    try:
        return repr(value)
    except Exception:  # a course's `__repr__` may rely on missing fields
        return f"<{kind.__name__} object>"


def _says_its_fields(kind: type) -> bool:
    # For a dataclass without its own `__repr__`: the generated one wraps another function.
    return is_dataclass(kind) and hasattr(kind.__repr__, "__wrapped__")


def _call(kind: type, named: Iterable[tuple[str, object]]) -> str:
    return f"{kind.__qualname__}({', '.join([f'{name}={literal(x)}' for name, x in named])})"


def _joined(values: Iterable[object]) -> str:
    return ", ".join(map(literal, values))


def _tuple(value: tuple[object, ...]) -> str:
    return f"({literal(value[0])},)" if len(value) == 1 else f"({_joined(value)})"


def _dict(value: Mapping[object, object]) -> str:
    return "{" + ", ".join([f"{literal(k)}: {literal(v)}" for k, v in value.items()]) + "}"


def _set(value: Iterable[object]) -> str:
    texts = in_order(value)
    return "{" + ", ".join(texts) + "}" if texts else "set()"


def _frozenset(value: frozenset[object]) -> str:
    return f"frozenset({_set(value)})" if value else "frozenset()"


_CONTAINERS: Mapping[type, Callable[[Any], str]] = {
    list: lambda value: f"[{_joined(value)}]",
    tuple: _tuple,
    dict: _dict,
    set: _set,
    frozenset: _frozenset,
}


def in_order(elements: Iterable[Any]) -> list[str]:
    """The texts of unordered elements, in the order that a reader expects."""
    found = list(elements)
    try:
        if all(map(_has_a_place, found)):
            return list(map(literal, sorted(found)))
    except TypeError:  # types that can't be compared with each other
        pass
    return sorted(map(literal, found))


def _has_a_place(value: object) -> bool:
    """Whether a value is totally ordered among those of its type."""
    if type(value) is tuple:
        return all(map(_has_a_place, value))
    return type(value) in _ORDERED and value == value  # noqa: PLR0124  # NaN isn't


def imports_of(value: Any) -> Iterator[str]:
    """The imports that the text of a value needs, in addition to its library."""
    kind = type(value)
    if kind in IMPORTS:
        yield IMPORTS[kind]
    if kind is DataFrame:
        yield from imports_of([*[one.values for one in value.columns], value.index.values])
    elif kind is DataSeries:
        yield from imports_of((value.column.values, value.index.values))
    elif kind is dict:
        for item in value.items():
            yield from imports_of(item)
    elif kind in _CONTAINERS:
        for part in value:
            yield from imports_of(part)
