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


def same(got: Any, due: Any) -> bool:
    """Whether `got` is as good as `due`."""
    match due:
        case bool() | None:
            return got is due
        case int() | float():
            return isinstance(got, int | float) and bool(got == due)
        case str():
            return isinstance(got, str) and bool(got == due)
        case tuple() | list():
            items = _items(got)
            return items is not None and _same_items(items, list(due))
    if as_good := declared(type(due), "COMPARED"):
        return bool(as_good(due, got))
    if sequence := _sequence(due):
        return _sequence(got) is sequence and _same_items(_items(got) or [], _items(due) or [])
    if is_dataclass(due):
        return isinstance(got, type(due)) and all(
            same(getattr(got, field.name), getattr(due, field.name)) for field in fields(due)
        )
    return isinstance(got, type(due)) and bool(got == due)


def _items(value: Any) -> list[Any] | None:
    if isinstance(value, tuple | list):
        return list(value)
    sequence = _sequence(value)
    return None if sequence is None else list(sequence[1](value))


def _sequence(value: Any) -> Any:
    """What a library declares of the sequence that a value is, or None."""
    return declared(type(value), "SEQUENCES")


def _same_items(got: list[Any], due: list[Any]) -> bool:
    return len(got) == len(due) and all(map(same, got, due))


def difference(got: Any, due: Any) -> str:
    """The first difference in words; empty when there is none."""
    if same(got, due):
        return ""
    got_items, due_items = _items(got), _items(due)
    if _sequence(due) and _sequence(got) is not _sequence(due):
        return f"{article(type_name(due))} is due, not {article(type_name(got))}"
    if got_items is not None and due_items is not None:
        return _first_item(got_items, due_items)
    if not isinstance(got, type(due)):
        return f"{article(type_name(due))} is due, not {article(type_name(got))}"
    if told := declared(type(due), "DIFFERENCES"):
        return str(told(got, due, same, short))
    if is_dataclass(due):
        return _first_field(got, due)
    return f"{short(got)} instead of {short(due)}"


def _first_item(got: list[Any], due: list[Any]) -> str:
    for index, (g, d) in enumerate(zip_longest(got, due, fillvalue=NOTHING)):
        if g is NOTHING:
            return f"item {index} is missing: {short(d)} is due ({len(due)} items, not {len(got)})"
        if d is NOTHING:
            words = f"{len(due)} items are due, not {len(got)}"
            return f"item {index} is too much: {short(g)} ({words})"
        if not same(g, d):
            inside = difference(g, d) if declared(type(d), "DIFFERENCES") else ""
            return f"item {index}: {inside or f'{short(g)} instead of {short(d)}'}"
    return ""


def _first_field(got: Any, due: Any) -> str:
    for field in fields(due):
        g, d = getattr(got, field.name), getattr(due, field.name)
        if not same(g, d):
            return f"{field.name}: {short(g)} instead of {short(d)}"
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
