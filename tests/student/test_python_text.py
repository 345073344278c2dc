"""Functions of a check are shown so that the call can be pasted and does the same."""

import functools
import math
import sys
from types import ModuleType
from typing import Any

import pytest

from grader.student.python_text import python_text
from grader.student.question import CODE

LIMIT = 3


def top(x: int) -> int:
    """Is left out."""
    return x + LIMIT


def questions() -> list[tuple[Any, Any]]:
    base = 2

    def double(x: int) -> int:
        return base * top(x)  # what follows it stays

    act = CODE.work.act
    return [
        (act(double, 3), 12),
        (act(lambda x: x + base, 2), 4),
        (act(x=3, f=lambda x: x - 1) + act(lambda x: x - 2, 3), 3),
        ([act(lambda x: sorted([x], key=lambda y: -y), 1), act(lambda y: y, 1)], [[1], 1]),
        (act(max, [1, 2]), 2),
        (act(str.upper, "a"), "A"),
        (act("b".__add__, "c"), "bc"),
        (act(math.floor, 2.5), 2),
        (act(functools.partial(top), 1), 4),
        (act(len, [double, top]), 2),
    ]


@pytest.mark.parametrize("number", range(10))
def test_a_question_as_python_text_can_be_pasted(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, expected = questions()[number]
    module = ModuleType("work")
    exec("def act(f, x): return f(x)", module.__dict__)  # our own text, no hand-in
    monkeypatch.setitem(sys.modules, "work", module)
    *before, last = python_text(question).splitlines()
    names: dict[str, Any] = {}
    exec("\n".join(before), names)
    assert eval(last, names) == expected


def test_what_a_function_counts_begins_as_in_the_check() -> None:
    """In the middle of a run it is the state of the moment, and `nonlocal` is none at a prompt."""
    calls = 0
    seen: list[int] = []

    def count(x: int) -> int:
        nonlocal calls
        calls += 1
        seen.append(x)
        return calls

    for x in range(100):
        count(x)
    *before, _ = python_text(CODE.work.act(count, 3)).splitlines()
    assert before[1:3] == ["calls = 0", "seen = []"]
    names: dict[str, Any] = {}
    exec("\n".join(before[1:]), names)
    assert [names["count"](x) for x in "ab"] == [1, 2]
