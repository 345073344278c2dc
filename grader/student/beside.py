"""Two values side by side, a line an item: what is not as expected is marked with `<-`."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any

from grader.inside.values import Ran
from grader.student.compare import same, short
from grader.student.literal import in_order

WIDTH = 100
# Matching the lines of two texts takes longer the more there are.
MOST_LINES = 2_000


def beside_each_other(got: Any, expected: Any, tolerance: float = 0) -> Sequence[str]:
    """The lines of two dicts, two sets or two texts of several lines; of other values none."""
    match expected:
        case dict() if isinstance(got, dict):
            return list(_keys(got, expected, tolerance))
        case set() | frozenset() if isinstance(got, set | frozenset):
            return list(_elements(got, expected))
        case Ran() if isinstance(got, Ran):
            return _of_program(got, expected)
        case str() if isinstance(got, str) and ("\n" in expected or "\n" in got):
            return list(_lines(got, expected))
    return ()


def _of_program(got: Ran, expected: Ran) -> Sequence[str]:
    for name in ("output", "errors", "files"):
        came, wanted = getattr(got, name), getattr(expected, name)
        if not same(came, wanted) and (lines := beside_each_other(came, wanted)):
            return [f"{name}:", *lines]
    return ()


def _keys(got: Mapping[Any, Any], expected: Mapping[Any, Any], tolerance: float) -> Iterator[str]:
    for key, value in expected.items():
        if key not in got:
            yield f"(missing)    <- expected {_item(key, value)}"
        else:
            right = same(got[key], value, tolerance)
            mark = "" if right else f"    <- expected {short(value, WIDTH)}"
            yield _item(key, got[key]) + mark
    for key, value in got.items():
        if key not in expected:
            yield f"{_item(key, value)}    <- not expected"


def _item(key: Any, value: Any) -> str:
    return f"{short(key, WIDTH)}: {short(value, WIDTH)}"


def _elements(got: Any, expected: Any) -> Iterator[str]:
    yield from in_order(got & expected)
    yield from [f"(missing)    <- expected {text}" for text in in_order(expected - got)]
    yield from [f"{text}    <- not expected" for text in in_order(got - expected)]


def _lines(got: str, expected: str) -> Iterator[str]:
    came, wanted = got.splitlines(), expected.splitlines()
    if max(len(came), len(wanted)) > MOST_LINES:
        yield from _paired(came, wanted)
        return
    for kind, a, b, c, d in SequenceMatcher(None, came, wanted, autojunk=False).get_opcodes():
        yield from came[a:b] if kind == "equal" else _paired(came[a:b], wanted[c:d])


def _paired(came: Sequence[str], wanted: Sequence[str]) -> Iterator[str]:
    for line, other in zip_longest(came, wanted):
        if line is None:
            yield f"(missing)    <- expected {other!r}"
        elif other is None:
            yield f"{line}    <- not expected"
        else:
            yield line if line == other else f"{line}    <- expected {other!r}"
