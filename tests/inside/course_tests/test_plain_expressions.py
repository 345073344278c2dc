"""Texts that a hand-in has tests evaluate make values, and do nothing else."""

import ast
import cmath
import math
import sys
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Any, Optional

import pytest

from grader.inside.course_tests.own_texts import OwnTexts
from grader.inside.course_tests.plain_expressions import is_own_class, refused_in

# What a test may have around it where it evaluates a text.
expected = 42
own_function = print
Card = type("Card", (), {"__module__": "test_work"})
_Card = Card  # of the tests, by a name that is theirs alone
OWN = OwnTexts(
    [["test_work.py", "def test_it():\n    assert derived('x ** 2') == 'expected_text'\n"]]
)
TOOLS = (cmath, math, sys, date, Decimal, Iterable, Optional)


def refused(text: str) -> str:
    """What of a text is refused, evaluated in a function of the tests that has `x` and `y`."""

    x = y = 7
    assert x == y
    return refused_in(ast.parse(text, mode="eval"), sys._getframe(), OWN)


@pytest.mark.parametrize(
    "text",
    [
        "1 + 2 * -3",
        "[1, (2, 'a'), {3: {4}}][0]",
        "1 if 2 < 3 else not 4",
        "max(1, *[2, 3], key=None)",
        "math.sqrt(2) + cmath.phase(1)",
        "date(2026, 11, 18)",
        "Decimal('0.1')",
        "Card(1)",
        "x + 1",
        "Unknown(1, name=2)",
        "Optional[int]",
    ],
)
def test_values_are_made_of_literals_operators_and_classes(text: str) -> None:
    assert refused(text) == ""


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("expected", "expected"),
        ("y", "y"),
        ("[1, expected]", "expected"),
        ("open('f')", "open('f')"),
        ("eval('1')", "eval('1')"),
        ("print(1)", "print(1)"),
        ("own_function()", "own_function()"),
        ("sys.exit()", "sys.exit()"),
        ("sys.modules", "sys.modules"),
        ("().__class__", "().__class__"),
        ("x.bit_length()", "x.bit_length()"),
        ("math.__loader__", "math.__loader__"),
        ("__name__", "__name__"),
        ("(lambda: 1)()", "(lambda: 1)()"),
        ("[n for n in [1]]", "[n for n in [1]]"),
        ("(n := 1)", "(n := 1)"),
        ("_Card(1)", "_Card(1)"),
        ("f'{x}'", "f'{x}'"),
        ("max(1, key=open)", "open"),
        ("{**expected}", "expected"),
    ],
)
def test_what_may_read_or_do_anything_is_refused_and_named(text: str, part: str) -> None:
    assert refused(text) == part


@pytest.mark.parametrize("text", ["import os", "x = 1", "def f(): pass", "assert x", "del x"])
def test_statements_do_more_than_make_values(text: str) -> None:
    frame = sys._getframe()
    assert refused_in(ast.parse(text), frame, OWN).startswith(text[:3])


def test_a_class_is_the_tests_own_by_the_module_that_it_is_written_in() -> None:
    made: Any = type("Made", (), {"__module__": "elsewhere"})
    assert [is_own_class(one, OWN) for one in (Card, made, 7, print)] == [
        *(True, False, False, False),
    ]
