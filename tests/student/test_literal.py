"""Values as Python text: the same for equal values, and what a reader would write."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Any, NamedTuple

import pytest

from grader.student.literal import imports_of, in_order, literal


class Colour(Enum):
    RED = 1


class Odd(Enum):
    ONE = 1

    def __repr__(self) -> str:
        return "one"


@dataclass
class Box:
    inside: Any


class Pair(NamedTuple):
    one: int
    two: Any


class Broken:
    def __repr__(self) -> str:
        raise KeyError("inside")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((1,), "(1,)"),
        ([1, "a", None], "[1, 'a', None]"),
        ({"b": {2, 1}, 3: ()}, "{'b': {1, 2}, 3: ()}"),
        ({"word", "a", "zoo"}, "{'a', 'word', 'zoo'}"),
        ({1, "a"}, "{'a', 1}"),
        (set(), "set()"),
        (frozenset({2, 1}), "frozenset({1, 2})"),
        (frozenset(), "frozenset()"),
        (Colour.RED, "Colour.RED"),
        (Odd.ONE, "one"),
        (Box({"b", "a"}), "Box(inside={'a', 'b'})"),
        (Pair(1, Colour.RED), "Pair(one=1, two=Colour.RED)"),
        (Decimal("2.50"), "Decimal('2.50')"),
        ([Broken()], "[<Broken object>]"),
    ],
)
def test_a_value_reads_as_it_would_be_written(value: Any, text: str) -> None:
    assert literal(value) == text


def test_what_has_no_order_is_shown_in_one() -> None:
    assert in_order({10, 9}) == ["9", "10"]
    assert in_order({1j, 0j}) == ["0j", "1j"]


def test_a_text_comes_with_the_imports_that_it_needs() -> None:
    value = {"paid": [Decimal(1), date(2024, 1, 2)], (Decimal(2),): {3}}
    found = list(dict.fromkeys(imports_of(value)))
    assert found == ["from decimal import Decimal", "import datetime"]


def test_elements_without_a_total_order_have_one_too() -> None:
    """A NaN can't be compared, and of two sets none need be the smaller one."""
    assert in_order({Decimal("NaN"), Decimal(1)}) == ["Decimal('1')", "Decimal('NaN')"]
    sets = [frozenset({letter}) for letter in "bca"]
    texts = ["frozenset({'a'})", "frozenset({'b'})", "frozenset({'c'})"]
    assert [in_order(sets[n:] + sets[:n]) for n in range(3)] == [texts] * 3
    assert in_order({(10, "b"), (2, "a")}) == ["(2, 'a')", "(10, 'b')"]
    assert in_order({float("inf"), 3, 10}) == ["3", "10", "inf"]
