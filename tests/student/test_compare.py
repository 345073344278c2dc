"""What is as good as what is expected, and how a first difference reads."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from gametree import DRAW, PRUNED, BestEdge, Definitely, Guess, Over, Player, Seq, Tree, Winner
from grader.inside.wire import Handle
from grader.student.compare import around, difference, same

approx = pytest.approx


@dataclass
class Point:
    x: float
    y: float


class Pair(NamedTuple):
    one: int
    two: int


FREE = [
    ([1, 2], (1, 2)),
    ((1, 2), [1, 2]),
    (Seq.of(1, 2), (1, 2)),
    (Seq.of([3, "hi"]), Seq.of((3, "hi"))),
    (Definitely(DRAW), Guess(0)),
    (BestEdge(1, Definitely(DRAW)), BestEdge(1, Guess(0))),
    (Guess(3.0), Guess(3)),
    (True, 1),
    (1, True),
    (0, False),
    (IntEnum("Digit", ["ONE"]).ONE, 1),
    (Tree([1, 2], [Tree([0, 2])]), Tree((1, 2), (Tree((0, 2)),))),
    ({"b": [1], "a": 2}, {"a": 2, "b": (1,)}),
    (frozenset({1, 2}), {2, 1}),
    (b"ab", b"ab"),
    (2, Decimal("2.0")),
    (1, Fraction(1)),
    (2.0, 2 + 0j),
    (float("nan"), float("nan")),
    (0.0, -0.0),
    ([1.0000001, {"a": 2.0}], [approx(1), {"a": approx(2)}]),
    ({"a": 1.0000001}, approx({"a": 1})),
    (Point(1.0, 2), Point(1.0, 2.0)),
    (Pair(1, 2), (1, 2)),
    ((1, 2), Pair(1, 2)),
    (date(2024, 1, 2), date(2024, 1, 2)),
]
DIFFERENT = [
    (2, True),
    (1.0, True),
    (0, None),
    (1, False),
    ([1, 2], Seq.of(1, 2)),
    ("1", 1),
    (None, PRUNED),
    (Guess(1), Guess(2)),
    (Guess(10**9), Definitely(Winner(Player.MAXIE))),
    (BestEdge(0, Guess(3)), BestEdge(1, Guess(3))),
    (Over(DRAW), DRAW),
    ((1, 2, 3), (1, 2)),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"a": 1, "b": 2}, {"a": 1}),
    ({"a": 2}, {"a": 1}),
    ([("a", 1)], {"a": 1}),
    ([1, 2], {1, 2}),
    ({1, 2}, [1, 2]),
    ({1: 2}, [1]),
    ("ab", b"ab"),
    (2.0, Decimal("2.0")),
    (0.5, Fraction(1, 2)),
    (1j, 1),
    (1.5, float("nan")),
    (1.1, approx(1)),
    ("1", approx(1)),
    ([1, 2], approx([1, 2, 3])),
    (None, approx({"a": 1})),
    (Handle(0, "Money"), {"a": 1}),
    (Handle(0, "Money"), 5),
    (Point(1.0, 2), Point(1.0, 2.5)),
    (datetime(2024, 1, 2), date(2024, 1, 2)),
]


@pytest.mark.parametrize(
    ("got", "expected"),
    [
        (3.14, 3.15),
        ([1, {"a": (2.05,)}], [1.0, {"a": [2]}]),
        (Point(1.0, 2.0), Point(1.05, 2)),
        (Decimal("1.05"), Decimal(1)),
        (Seq.of(1.0), Seq.of(1.05)),
        (1 + 0.01j, 1 + 0j),
    ],
)
def test_numbers_may_differ_by_the_tolerance(got: Any, expected: Any) -> None:
    assert same(got, expected, 0.1)
    assert difference(got, expected, 0.1) == ""
    assert not same(got, expected, 0.001)
    assert difference(got, expected, 0.001)


def test_a_tolerance_is_for_numbers_alone() -> None:
    assert not same("a", "b", 10)
    assert not same(True, False, 10)
    assert not same(float("inf"), 1.0, 10)
    assert not same(10**400, 1.0, 10)


@pytest.mark.parametrize(("got", "expected"), FREE, ids=repr)
def test_a_students_freedom_is_no_difference(got: Any, expected: Any) -> None:
    assert same(got, expected)
    assert difference(got, expected) == ""


@pytest.mark.parametrize(("got", "expected"), DIFFERENT, ids=repr)
def test_everything_else_is_a_difference_with_words(got: Any, expected: Any) -> None:
    assert not same(got, expected)
    assert difference(got, expected)


@pytest.mark.parametrize(
    ("got", "expected", "words"),
    [
        ((1, 5, 3), (1, 2, 3), "item 1: 5 instead of 2"),
        ((1,), (1, 2), "item 1 is missing: 2 is expected (2 items, not 1)"),
        ((1, 2, 3), (1, 2), "item 2 is unexpected: 3 (2 items expected, not 3)"),
        ([1], Seq.of(1), "a Seq is expected, not a list"),
        (None, Guess(1), "a Guess is expected, not None"),
        (BestEdge(0, Guess(3)), BestEdge(1, Guess(3)), "move: 0 instead of 1"),
        (4, 5, "4 instead of 5"),
        (3, 2.5, "3 instead of 2.5"),
        (2.5, 3, "an int is expected, not a float"),
        ({"a": 1}, {"b": 1}, "the key 'b' is missing: its value should be 1"),
        ({"a": 1, "b": 1}, {"a": 1}, "the key 'b' should not be there"),
        ({"a": [1, 2]}, {"a": [1, 3]}, "key 'a': item 1: 2 instead of 3"),
        ([{"a": 1}], [{"a": 2}], "item 0: key 'a': 1 instead of 2"),
        ({1, 2}, {2, 3}, "missing: 3; should not be there: 1"),
        ([1], {1}, "a set is expected, not a list"),
        (Handle(0, "Money"), {"a": 1}, "a dict is expected, not a Money"),
        (2.0, Decimal(2), "a Decimal is expected, not a float"),
        (Point(1.0, 2), Point(1.0, 3), "y: 2 instead of 3"),
        (1.5, approx(1), "1.5 instead of 1 ± 1.0e-06"),
    ],
)
def test_the_first_difference_in_words(got: Any, expected: Any, words: str) -> None:
    assert difference(got, expected) == words


def test_text_is_shortened_around_its_first_difference() -> None:
    got, expected = "x" * 5000 + "1" + "y" * 5000, "x" * 5000 + "2" + "y" * 5000
    assert "x1y" in around(got, expected, 100)
    assert len(around(got, expected, 100)) < 110
