"""Which values travel with their classes, and which lose these on the way."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from gametree import Player, Seq, Winner
from grader.inside.forms import travels_whole


class Point(NamedTuple):
    x: int


class Suit(IntEnum):
    CLUBS = 1


class Plain:
    pass


class Float64(float):
    """As numpy's own, which the table of the package writes."""

    __module__ = "numpy"


WRAPPED: list[Callable[[Any], Any]] = [
    lambda value: value,
    lambda value: [1, value],
    lambda value: (value,),
    lambda value: {"a": [value]},
    lambda value: [{(0,): (1, [value])}],
]


@pytest.mark.parametrize("wrap", WRAPPED)
@pytest.mark.parametrize(
    "value",
    [
        *(None, True, 1, 1.5, "a", b"a", 1j, Decimal(1), Fraction(1, 2), date(2026, 1, 1)),
        *([], (), {}, set(), frozenset({1}), Winner(Player.MAXIE), Seq.of(1), Float64(1.5)),
    ],
    ids=repr,
)
def test_values_and_what_holds_them_travel_whole(value: Any, wrap: Any) -> None:
    assert travels_whole(wrap(value))


@pytest.mark.parametrize("wrap", WRAPPED)
@pytest.mark.parametrize(
    "value",
    [Point(1), Suit.CLUBS, Counter("aab"), OrderedDict(), Plain(), range(2), Point, iter("")],
    ids=lambda value: type(value).__name__,
)
def test_objects_of_other_classes_lose_these_wherever_they_are(value: Any, wrap: Any) -> None:
    assert not travels_whole(wrap(value))


def test_a_key_and_an_element_count_too() -> None:
    assert not travels_whole({Point(1): 1})
    assert not travels_whole({Point(1)})


def test_a_list_that_contains_itself_is_looked_through_once() -> None:
    """Nobody gets it, which is said where it is written."""
    held: list[Any] = []
    held.append(held)
    assert travels_whole(held)
