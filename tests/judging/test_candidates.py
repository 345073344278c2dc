"""Which pairs of examples may be taken for each other, and in what order they are asked."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging import candidates
from grader.judging.candidates import (
    ANY_KEY,
    ONE_ARGUMENT,
    ONE_PART,
    RELATED,
    SEVERAL,
    Pair,
    confusing,
)
from grader.judging.properties import Property, Relation
from grader.student.question import Code
from tests.support import LIBRARY


def asks(code: Code, example: Any) -> Any:
    return code.work.act(*example)


NUMBERS = st.tuples(st.integers(0, 3), st.lists(st.integers(0, 3), max_size=2))
PAIRS = Property(NUMBERS, 5, asks)
DRAWN: Sequence[Any] = [(1, True, 2, False), (2, True, 3, True, 1, False), (3, False)]


def found(prop: Property = PAIRS, seed: int = 0) -> dict[Any, list[Pair]]:
    return confusing(prop, DRAWN, Random(seed), LIBRARY)


def examples(pairs: list[Pair], prop: Property = PAIRS) -> list[tuple[Any, Any]]:
    return [(one.example(prop), other.example(prop)) for one, other in pairs]


def test_ways_come_in_order_of_importance_and_small_pairs_first() -> None:
    ways = found()
    ranks = [rank for rank, _ in ways]
    assert set(ranks) >= {ONE_ARGUMENT, ANY_KEY, ONE_PART}
    assert ranks == sorted(ranks)
    for pairs in ways.values():
        sizes = [one.size + other.size for one, other in pairs]
        assert sizes == sorted(sizes)


def test_neighbours_in_one_argument_differ_there_alone() -> None:
    places = {way[1] for way in found() if way[0] == ONE_ARGUMENT}
    assert len(places) == 2
    for (rank, _), pairs in found().items():
        differing = [(a[0] != b[0], a[1] != b[1]) for a, b in examples(pairs)]
        if rank in (ONE_ARGUMENT, ONE_PART):
            assert len({*differing}) == 1
            assert sum(differing[0]) == 1
        if rank == SEVERAL:
            assert {*differing} == {(True, True)}


def test_nothing_is_paired_with_the_same_question() -> None:
    constant = replace(PAIRS, ask=lambda code, _example: code.work.act(1))
    assert found(constant) == {}


def test_a_careless_key_pairs_what_differs() -> None:
    pairs = found()[ANY_KEY, "in any order"]
    for one, other in pairs:
        assert one.data != other.data
        assert one.keys["in any order"] == other.keys["in any order"]


REVERSED = Relation("reversed", lambda one: (one[0], one[1][::-1]))
NOWHERE = Relation("nowhere", lambda _one: None)


def test_what_a_relation_leads_to_comes_first_and_after_its_example() -> None:
    related = replace(PAIRS, relations=(NOWHERE, REVERSED))
    (rank, relation), pairs = next(iter(found(related).items()))
    assert (rank, relation) == (RELATED, REVERSED)
    assert all(other == REVERSED.of(one) for one, other in examples(pairs, related))


def test_an_example_is_made_anew_and_is_as_it_was() -> None:
    [*pairs] = found()[ANY_KEY, "without the last"]
    one = pairs[0][0]
    again = one.example(PAIRS)
    assert again == one.redrawn.example
    assert again is not one.redrawn.example


def test_what_can_not_be_asked_is_no_candidate() -> None:
    def ask(code: Code, example: Any) -> Any:
        return code.work.act(object() if example[0] else example)

    both = [each for pairs in found(replace(PAIRS, ask=ask)).values() for each in pairs]
    assert both
    assert {one.redrawn.example[0] for pair in both for one in pair} == {0}  # type: ignore[index]


def test_generators_that_are_used_up_end_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "MOST_CHANCES", -1)
    assert found() == {}


def test_the_same_seed_finds_the_same() -> None:
    once, again = ({way: examples(pairs) for way, pairs in found().items()} for _ in range(2))
    assert once == again
