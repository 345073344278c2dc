"""What is as good as what is expected, and how a first difference reads."""

from enum import IntEnum
from typing import Any

import pytest

from gametree import DRAW, PRUNED, BestEdge, Definitely, Guess, Over, Player, Seq, Tree, Winner
from grader.student.compare import around, cut, difference, same

FREE = [
    ([1, 2], (1, 2)),
    ((1, 2), [1, 2]),
    (Seq.of(1, 2), (1, 2)),
    (Seq.of([3, "hi"]), Seq.of((3, "hi"))),
    (Definitely(DRAW), Guess(0)),
    (BestEdge(1, Definitely(DRAW)), BestEdge(1, Guess(0))),
    (Guess(3.0), Guess(3)),
    (True, 1),
    (IntEnum("Digit", ["ONE"]).ONE, 1),
    (Tree([1, 2], [Tree([0, 2])]), Tree((1, 2), (Tree((0, 2)),))),
]
DIFFERENT = [
    (1, True),
    ([1, 2], Seq.of(1, 2)),
    ("1", 1),
    (None, PRUNED),
    (Guess(1), Guess(2)),
    (Guess(10**9), Definitely(Winner(Player.MAXIE))),
    (BestEdge(0, Guess(3)), BestEdge(1, Guess(3))),
    (Over(DRAW), DRAW),
    ((1, 2, 3), (1, 2)),
]


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
        ((1, 2, 3), (1, 2), "item 2 is too much: 3 (2 items are expected, not 3)"),
        ([1], Seq.of(1), "a Seq is expected, not a list"),
        (None, Guess(1), "a Guess is expected, not None"),
        (BestEdge(0, Guess(3)), BestEdge(1, Guess(3)), "move: 0 instead of 1"),
        (4, 5, "4 instead of 5"),
    ],
)
def test_the_first_difference_in_words(got: Any, expected: Any, words: str) -> None:
    assert difference(got, expected) == words


def test_long_text_is_cut_in_the_middle() -> None:
    assert cut("a" * 50 + "b" * 50, 40) == "a" * 14 + " …72… " + "b" * 14
    assert cut("short", 40) == "short"


def test_text_is_shortened_around_its_first_difference() -> None:
    got, expected = "x" * 5000 + "1" + "y" * 5000, "x" * 5000 + "2" + "y" * 5000
    assert "x1y" in around(got, expected, 100)
    assert len(around(got, expected, 100)) < 110
