"""An example is drawn again with one of its choices changed, and stays a legal one."""

from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.drawing.redrawing import (
    SIMPLEST,
    DrawFailed,
    Origin,
    RedrawnExample,
    neighbours,
    redraw,
)

LETTERS = st.tuples(st.sampled_from("abc"), st.lists(st.integers(0, 9), max_size=4))
# What a check may make of a seed.
DICE: st.SearchStrategy[list[int]] = st.integers(0, 2**32).map(
    lambda seed: [Random(seed).randrange(6), *Random(seed + 1).sample(range(9), 3)]
)


def found(strategy: st.SearchStrategy[Any], base: RedrawnExample) -> list[Any]:
    """The examples beside one."""
    examples = []
    for origin in neighbours(base, Random(1)):
        try:
            examples.append(redraw(strategy, origin).example)
        except DrawFailed:
            continue
    return examples


def test_the_same_choices_give_an_equal_example_of_new_objects() -> None:
    base = redraw(LETTERS, Origin((2, True, 3, True, 5, False)))
    again = redraw(LETTERS, base.origin)
    assert base.example == again.example == ("c", [3, 5])
    assert base.example[1] is not again.example[1]


def test_neighbours_differ_in_one_part() -> None:
    base = redraw(LETTERS, Origin((2, True, 3, True, 5, False)))
    beside = found(LETTERS, base)
    assert ("a", [3, 5]) in beside
    assert ("c", [3, 6]) in beside
    assert ("c", [5, 3]) in beside
    assert ("c", [3]) in beside


def test_filters_run_again() -> None:
    even = LETTERS.filter(lambda pair: sum(pair[1]) % 2 == 0)
    base = redraw(even, Origin((2, True, 3, True, 5, False)))
    beside = found(even, base)
    assert len(beside) > 4
    assert all(sum(numbers) % 2 == 0 for _, numbers in beside)


def test_what_generators_give_is_changed_one_by_one() -> None:
    base = redraw(DICE, Origin((17,)))
    assert base.example == [Random(17).randrange(6), *Random(18).sample(range(9), 3)]
    differing = [
        [a != b for a, b in zip(base.example, each, strict=True)] for each in found(DICE, base)
    ]
    assert any(different == [True, False, False, False] for different in differing)


def test_generators_are_as_usual_afterwards() -> None:
    usual = Random(5).random(), Random(5).randrange(100)
    redraw(DICE, Origin(SIMPLEST, least=True))
    assert (Random(5).random(), Random(5).randrange(100)) == usual
    assert "random" not in vars(Random)


def test_the_least_of_everything_is_simple() -> None:
    assert redraw(LETTERS, Origin(SIMPLEST)).example == ("a", [])
    assert redraw(DICE, Origin(SIMPLEST, least=True)).example[0] == 0


def test_a_search_that_never_ends_is_given_up() -> None:
    def lucky(seed: int) -> int:
        rng = Random(seed)
        while (number := rng.randrange(9)) == 0:
            pass
        return number

    with pytest.raises(DrawFailed):
        redraw(st.integers(0, 9).map(lucky), Origin(SIMPLEST, least=True), 100)
