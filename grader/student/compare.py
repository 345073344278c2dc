"""Comparing an answer with the expected one, by content, and saying where they first differ.

What the assignment leaves open never counts as a difference: a list where a tuple of the same
content is expected, `True` where 1 is, a value of a subclass that equals the expected one, or what
the assignment's library declares to be as good. But 1 is not `True`, and where a sequence of the
library is expected nothing else will do.
"""

from dataclasses import fields, is_dataclass
from itertools import zip_longest
from typing import Any

from grader.student.library import declared

NOTHING = object()


def same(got: Any, expected: Any) -> bool:
    """Whether `got` is as good as `expected`."""
    match expected:
        case bool() | None:
            return got is expected
        case int() | float():
            return isinstance(got, int | float) and bool(got == expected)
        case str():
            return isinstance(got, str) and bool(got == expected)
        case tuple() | list():
            items = _items(got)
            return items is not None and _same_items(items, list(expected))
    if as_good := declared(type(expected), "COMPARED"):
        return bool(as_good(expected, got))
    if sequence := _sequence(expected):
        return _sequence(got) is sequence and _same_items(_items(got) or [], _items(expected) or [])
    if is_dataclass(expected):
        return isinstance(got, type(expected)) and all(
            same(getattr(got, field.name), getattr(expected, field.name))
            for field in fields(expected)
        )
    return isinstance(got, type(expected)) and bool(got == expected)


def _items(value: Any) -> list[Any] | None:
    if isinstance(value, tuple | list):
        return list(value)
    sequence = _sequence(value)
    return None if sequence is None else list(sequence[1](value))


def _sequence(value: Any) -> Any:
    """What a library declares of the sequence that a value is, or None."""
    return declared(type(value), "SEQUENCES")


def _same_items(got: list[Any], expected: list[Any]) -> bool:
    return len(got) == len(expected) and all(map(same, got, expected))


def difference(got: Any, expected: Any) -> str:
    """The first difference in words; empty when there is none."""
    if same(got, expected):
        return ""
    got_items, expected_items = _items(got), _items(expected)
    if _sequence(expected) and _sequence(got) is not _sequence(expected):
        return f"{article(type_name(expected))} is expected, not {article(type_name(got))}"
    if got_items is not None and expected_items is not None:
        return _first_item(got_items, expected_items)
    if not isinstance(got, type(expected)):
        return f"{article(type_name(expected))} is expected, not {article(type_name(got))}"
    if told := declared(type(expected), "DIFFERENCES"):
        return str(told(got, expected, same, short))
    if is_dataclass(expected):
        return _first_field(got, expected)
    return f"{short(got)} instead of {short(expected)}"


def _first_item(got: list[Any], expected: list[Any]) -> str:
    for index, (g, e) in enumerate(zip_longest(got, expected, fillvalue=NOTHING)):
        if g is NOTHING:
            words = f"{len(expected)} items, not {len(got)}"
            return f"item {index} is missing: {short(e)} is expected ({words})"
        if e is NOTHING:
            words = f"{len(expected)} items are expected, not {len(got)}"
            return f"item {index} is too much: {short(g)} ({words})"
        if not same(g, e):
            inside = difference(g, e) if declared(type(e), "DIFFERENCES") else ""
            return f"item {index}: {inside or f'{short(g)} instead of {short(e)}'}"
    return ""


def _first_field(got: Any, expected: Any) -> str:
    for field in fields(expected):
        g, e = getattr(got, field.name), getattr(expected, field.name)
        if not same(g, e):
            return f"{field.name}: {short(g)} instead of {short(e)}"
    return ""


def type_name(value: Any) -> str:
    """The name of a value's type as a student writes it."""
    if value is None:
        return "None"
    return str(getattr(value, "type_name", type(value).__name__))


def article(noun: str) -> str:
    """A noun with "a" or "an" in front; names of constants stay bare."""
    if noun == "None":
        return noun
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def short(value: Any, limit: int = 120) -> str:
    """The value as Python text, cut in the middle when it is long."""
    return cut(repr(value), limit)


def cut(text: str, limit: int) -> str:
    """Text of at most about `limit` characters: what is left out stands in the middle."""
    if len(text) <= limit:
        return text
    half = (limit - 12) // 2
    return f"{text[:half]} …{len(text) - 2 * half}… {text[-half:]}"


def around(text: str, other: str, limit: int = 1500) -> str:
    """`text` shortened to what surrounds its first difference from `other`."""
    if len(text) <= limit:
        return text
    pairs = enumerate(zip(text, other, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(text), len(other)))
    start = max(0, at - limit // 2)
    piece = text[start : start + limit]
    return ("… " if start else "") + piece + (" …" if start + limit < len(text) else "")
