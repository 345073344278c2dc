"""Compares an answer with the expected one, by content, and says where they first differ.

What the assignment leaves open never counts as a difference: a list where a tuple of the same
content is expected, `True` for 1 and 1 for `True`, a value of a subclass that equals the expected
one, or what the assignment's library declares to be as good. But 1.0 and 2 are not `True`, and if a
sequence of the library is expected nothing else will do.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from grader.inside.shortening import cut, listed
from grader.inside.travel.arrays import Array
from grader.inside.travel.charts import Chart
from grader.inside.travel.frames import DataFrame, DataSeries
from grader.inside.travel.watched import is_noted, same_place
from grader.student.differences import (
    chart_difference,
    first_line,
    first_unlike,
    frame_difference,
    series_difference,
    two_texts,
)
from grader.student.expected_text import expected_text, is_expected_text
from grader.student.library_tables import declared
from grader.student.literal import in_order, literal
from grader.student.plural import numbered

NOTHING = object()
# The types of numbers that are as good as one of these, if equal.
NUMBERS: Mapping[type, type | tuple[type, ...]] = {
    complex: (int, float, complex),
    Decimal: (int, Decimal),
    Fraction: (int, Fraction),
}
MOST_ELEMENTS = 5
# Modules with classes of values that travel without a library.
PYTHONS_OWN = (
    "builtins",
    "collections",
    "datetime",
    "decimal",
    "fractions",
    "grader.inside.travel.arrays",
    "grader.inside.travel.charts",
    "grader.inside.travel.frames",
    "grader.inside.values",
)
# Values of packages that are the same exactly if these find no difference.
OF_PACKAGES: Mapping[type, Callable[..., str]] = {
    DataFrame: frame_difference,
    DataSeries: series_difference,
    Chart: chart_difference,
}


def same(got: object, expected: object, tolerance: float = 0) -> bool:
    """Whether `got` is as good as `expected`; numbers may differ by `tolerance`."""
    if is_approximate(expected):
        return _approximately(got, expected)
    match expected:
        case None:
            return got is None
        case bool():
            return type(got) in (bool, int) and bool(got == expected)
        case int() | float():
            return isinstance(got, int | float) and _same_number(got, expected, tolerance)
        case complex() | Decimal() | Fraction():
            return isinstance(got, _as_good(expected)) and _same_number(got, expected, tolerance)
        case str():
            return isinstance(got, str) and bool(got == expected)
        case tuple() | list():
            items = _items(got)
            return items is not None and _same_items(items, list(expected), tolerance)
        case dict():
            return isinstance(got, dict) and _same_keys(got, expected, tolerance)
        case set() | frozenset():
            return isinstance(got, set | frozenset) and got == expected
        case Array():
            return isinstance(got, Array) and _same_array(got, expected, tolerance)
    return _same_object(got, expected, tolerance)


def _same_object(got: object, expected: Any, tolerance: float) -> bool:
    if is_expected_text(expected):
        return isinstance(got, str) and not expected_text(expected).fault(got)
    if differ := OF_PACKAGES.get(type(expected)):
        return isinstance(got, type(expected)) and not _words(differ, got, expected, tolerance)
    if as_good := declared(type(expected), "COMPARED"):
        return bool(as_good(expected, got))
    if sequence := _sequence(expected):
        items, expected_items = _items(got) or [], _items(expected) or []
        return _sequence(got) is sequence and _same_items(items, expected_items, tolerance)
    if is_noted(type(expected)):
        return same_place(got, expected)
    if is_dataclass(expected):
        return isinstance(got, type(expected)) and all(
            same(getattr(got, field.name), getattr(expected, field.name), tolerance)
            for field in fields(expected)
        )
    return isinstance(got, type(expected)) and bool(got == expected)


def is_approximate(expected: object) -> bool:
    """Whether a value is a `pytest.approx`, which decides itself what is close enough."""
    # Recognized by name, so that reading results doesn't import pytest.
    kind = type(expected)
    return kind.__module__.startswith("_pytest.") and kind.__name__.startswith("Approx")


def refuse_uncomparable(expected: object) -> None:
    """Raise `TypeError` for an expected value that no answer can equal, since it can't travel."""
    kind = type(expected)
    known = kind.__module__ in PYTHONS_OWN or hasattr(kind, "__declared_in__")
    if not known and not is_approximate(expected) and not is_expected_text(expected):
        words = "list it in VALUES of the library's module `declared`, or ask for its parts"
        raise TypeError(f"no answer can be a {kind.__name__}, which doesn't travel: {words}")


def _approximately(got: object, expected: object) -> bool:
    try:
        return bool(expected == got)
    except Exception:  # it may assume numbers, or sequences of them
        return False


def _as_good(expected: object) -> type | tuple[type, ...]:
    return next(
        (good for kind, good in NUMBERS.items() if isinstance(expected, kind)), type(expected)
    )


def _same_number(got: Any, expected: Any, tolerance: float) -> bool:
    # NaN equals nothing, not even itself; here it equals NaN.
    if got == expected or (got != got and expected != expected):  # noqa: PLR0124
        return True
    try:
        return bool(tolerance and abs(got - expected) <= tolerance)
    except (ArithmeticError, TypeError):  # too large to be subtracted, or not subtractable
        return False


def _same_array(got: Array, expected: Array, tolerance: float) -> bool:
    if got.shape != expected.shape:
        return False
    if got.dtype == expected.dtype and got.numbers == expected.numbers:
        return True
    # An array of bools is a different thing: as an index it selects elements.
    are_bools = [bool in map(type, array.numbers) for array in (got, expected)]
    return are_bools[0] is are_bools[1] and _same_items(got.numbers, expected.numbers, tolerance)


def _items(value: object) -> list[object] | None:
    if isinstance(value, tuple | list):
        return list(value)
    sequence = _sequence(value)
    return None if sequence is None else list(sequence[1](value))


def _sequence(value: object) -> Any:
    """A library's declaration of the sequence that a value is, or None."""
    return declared(type(value), "SEQUENCES")


def _same_items(got: Sequence[object], expected: Sequence[object], tolerance: float) -> bool:
    return len(got) == len(expected) and all(
        same(g, e, tolerance) for g, e in zip(got, expected, strict=True)
    )


def _same_keys(
    got: Mapping[object, object], expected: Mapping[object, object], tolerance: float
) -> bool:
    return len(got) == len(expected) and all(
        key in got and same(got[key], value, tolerance) for key, value in expected.items()
    )


def difference(got: Any, expected: object, tolerance: float = 0) -> str:
    """The first difference in words; empty if there is none."""
    if same(got, expected, tolerance):
        return ""
    got_items, expected_items = _items(got), _items(expected)
    is_other = _sequence(expected) and _sequence(got) is not _sequence(expected)
    if not is_other and got_items is not None and expected_items is not None:
        return _first_item(got_items, expected_items, tolerance)
    if is_expected_text(expected):
        return _text_fault(got, expected)
    if is_other or not _comparable(got, expected):
        return f"{article(type_name(expected))} is expected, not {article(type_name(got))}"
    match expected:
        case dict():
            return _first_key(got, expected, tolerance)
        case set() | frozenset():
            return _elements(got, expected)
        case Array():
            return _first_number(got, expected, tolerance)
    if differ := _differ(expected):
        return _words(differ, got, expected, tolerance)
    if is_dataclass(expected):
        return _first_field(got, expected, tolerance)
    if isinstance(expected, str) and "\n" in expected.strip():
        return first_line(got, expected, short)
    if isinstance(expected, str):
        return two_texts(got, expected, short)
    near = f", give or take {tolerance}" if tolerance and isinstance(got, int | float) else ""
    return f"{short(got)} instead of {short(expected)}{near}"


def _text_fault(got: object, expected: Any) -> str:
    wanted = expected_text(expected)
    if not isinstance(got, str):
        return f"{wanted.words} is expected, not {article(type_name(got))}"
    return f"{wanted.fault(got)}: {short(got)}"


def _comparable(got: object, expected: object) -> bool:
    """Whether two values are of the same kind, so that a more precise difference can be given."""
    if is_approximate(expected):
        return True
    if isinstance(expected, set | frozenset):
        return isinstance(got, set | frozenset)
    if isinstance(expected, float | complex | Decimal | Fraction):
        return isinstance(got, (type(expected), _as_good(expected), int)) and not isinstance(
            got, bool
        )
    return isinstance(got, type(expected))


def _first_item(got: Sequence[object], expected: Sequence[object], tolerance: float) -> str:
    for index, (g, e) in enumerate(zip_longest(got, expected, fillvalue=NOTHING)):
        if g is NOTHING:
            words = f"{numbered(len(expected), 'item')}, not {len(got)}"
            return f"item {index} is missing: {short(e)} is expected ({words})"
        if e is NOTHING:
            words = f"{numbered(len(expected), 'item')} expected, not {len(got)}"
            return f"item {index} is unexpected: {short(g)} ({words})"
        if not same(g, e, tolerance):
            return f"item {index}: {_instead(g, e, tolerance)}"
    return ""


def _instead(got: object, expected: object, tolerance: float) -> str:
    """What differs inside a part, or else both values of it."""
    inside = difference(got, expected, tolerance) if _has_words(expected) else ""
    return inside or f"{short(got)} instead of {short(expected)}"


def _has_words(expected: object) -> bool:
    """Whether the difference inside a value says more than the two values would."""
    if isinstance(expected, str):
        return "\n" in expected.strip()
    return isinstance(expected, dict | set | frozenset) or bool(_differ(expected))


def _differ(expected: object) -> Any:
    """The function that describes differences of a package's or library's value; or None."""
    return OF_PACKAGES.get(type(expected)) or declared(type(expected), "DIFFERENCES")


def _words(differ: Callable[..., object], got: object, expected: object, tolerance: float) -> str:
    return str(differ(got, expected, lambda g, e: same(g, e, tolerance), short))


def _first_key(
    got: Mapping[object, object], expected: Mapping[object, object], tolerance: float
) -> str:
    for key, value in expected.items():
        if key not in got:
            return f"the key {short(key)} is missing: its value should be {short(value)}"
        if inside := difference(got[key], value, tolerance):
            return f"key {short(key)}: {inside}"
    more = next(key for key in got if key not in expected)
    return f"the key {short(more)} should not be there"


def _elements(got: Any, expected: Any) -> str:
    missing, more = in_order(expected - got), in_order(got - expected)
    words = [("missing", missing), ("should not be there", more)]
    return "; ".join([f"{what}: {_few(texts)}" for what, texts in words if texts])


def _first_number(got: Array, expected: Array, tolerance: float) -> str:
    if got.shape != expected.shape:
        return f"the shape {got.shape} instead of {expected.shape}"
    pairs = enumerate(zip(got.numbers, expected.numbers, strict=True))
    at, g, e = next((i, g, e) for i, (g, e) in pairs if not same(g, e, tolerance))
    place: list[int] = []
    for length in reversed(expected.shape):
        at, index = divmod(at, length)
        place.insert(0, index)
    near = f", give or take {tolerance}" if tolerance else ""
    return f"{place}: {short(g)} instead of {short(e)}{near}"


def _few(texts: Sequence[str]) -> str:
    return listed([cut(text, 120) for text in texts], MOST_ELEMENTS)


def _first_field(got: object, expected: Any, tolerance: float) -> str:
    for field in fields(expected):
        g, e = getattr(got, field.name), getattr(expected, field.name)
        if not same(g, e, tolerance):
            return f"{field.name}: {_instead(g, e, tolerance)}"
    return ""


def type_name(value: object) -> str:
    """The name of a value's type as a student would write it."""
    if value is None:
        return "None"
    if isinstance(value, Array):
        return "array"
    return str(getattr(value, "type_name", type(value).__name__))


def article(noun: str) -> str:
    """A noun with "a" or "an" in front; names of constants stay bare."""
    if noun == "None":
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def short(value: object, limit: int = 120) -> str:
    """The value as Python text, cut in the middle if it is long."""
    return cut(literal(value), limit)


def around(text: str, other: str, limit: int = 1500) -> str:
    """`text` shortened to what surrounds its first difference from `other`."""
    if len(text) <= limit:
        return text
    start = max(0, first_unlike(text, other) - limit // 2)
    piece = text[start : start + limit]
    return ("… " if start else "") + piece + (" …" if start + limit < len(text) else "")
