"""Code that remembers answers by too little fails on neighbours of what is drawn."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.asking.answers import Answer
from grader.authoring.reference import Reference
from grader.judging import answer_key
from grader.judging.answer_key import KeyEntry, Visits, record
from grader.judging.faults import ReferenceFailed
from grader.judging.properties import Property, Relation
from grader.judging.replay import replay
from grader.judging.series import Series
from grader.student.claims import NO_RETURN
from grader.student.evidence import CheckFailed
from tests.support import BUDGET, LIBRARY, HandIn

PAIRS = Property(
    st.tuples(st.integers(0, 5), st.lists(st.integers(0, 9), max_size=4)),
    20,
    lambda code, example: code.work.act(*example),
)
RIGHT = "def act(n, items):\n    return [n + x for x in items]\n"
KEPT = """
kept = {{}}

def act(n, items):
    key = {key}
    if key not in kept:
        kept[key] = [n + x for x in items]
    return {answer}
"""
KEYS = (
    *("tuple(items)", "(n, len(items))", "(n, tuple(sorted(items)))", "(n, frozenset(items))"),
    *("(n, sum(items))", "str(n) + ''.join(map(str, items))[1:]", "(n, *items[:-1])"),
)


def whole_entry(prop: Property, reference: str, seed: str = "seed") -> KeyEntry:
    right = Reference({"work.py": reference})
    recorded = record(prop, seed, right.answer, library=LIBRARY)
    return answer_key.entry_of(prop, recorded, LIBRARY)


def beside(prop: Property, reference: str, seed: str = "seed") -> KeyEntry:
    entry = whole_entry(prop, reference, seed).beside
    assert entry is not None
    return entry


def no_advice(_entry: KeyEntry, _answers: Sequence[Answer], _visits: Visits) -> None:
    """Observations that nobody looks at."""


def failure(entry: KeyEntry, submission: Any) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        replay(entry, submission, BUDGET, no_advice)
    return caught.value


def test_a_right_hand_in_passes_and_may_keep_its_answers(hand_in: HandIn) -> None:
    entry = beside(PAIRS, RIGHT)
    replay(entry, hand_in(RIGHT), BUDGET, no_advice)
    careful = KEPT.format(key="(n, tuple(items))", answer="tuple(kept[key])")
    replay(entry, hand_in(careful), BUDGET, no_advice)


def test_one_of_its_series_is_an_entry_of_its_own() -> None:
    """By which a hand-in that it fails is asked again."""
    entry = whole_entry(PAIRS, RIGHT)
    assert entry.beside
    alone = entry.alone(entry.beside.prepared.questions[1])
    assert alone.examples == entry.beside.examples[1:2]
    assert alone.expected == entry.beside.expected[1:2]


def test_most_lossy_keys_are_found(hand_in: HandIn) -> None:
    entry, accepted = beside(PAIRS, RIGHT), list[str]()
    for key in KEYS:
        with suppress(CheckFailed):
            replay(entry, hand_in(KEPT.format(key=key, answer="[*kept[key]]")), BUDGET, no_advice)
            accepted.append(key)
    assert len(accepted) <= 1
    failed = failure(entry, hand_in(KEPT.format(key=KEYS[0], answer="[*kept[key]]")))
    assert "asked after the others" in failed.evidence.message


def test_a_check_without_advice_for_an_answer_leaves_the_usual_one(hand_in: HandIn) -> None:
    entry = whole_entry(replace(PAIRS, hint=lambda *_: ""), RIGHT)
    nothing = failure(entry, hand_in("def act(n, items):\n    pass\n"))
    assert nothing.evidence.hint == NO_RETURN


def test_the_seed_decides_what_is_asked() -> None:
    once, again = (beside(PAIRS, RIGHT).examples for _ in range(2))
    assert once == again
    assert beside(PAIRS, RIGHT, "another seed").examples != once


def test_a_property_may_be_asked_alone() -> None:
    right = Reference({"work.py": RIGHT})
    assert record(replace(PAIRS, alone=True), "seed", right.answer, library=LIBRARY).beside is None


def test_an_expensive_property_has_few_beside_it() -> None:
    usual, dear = beside(PAIRS, RIGHT), beside(replace(PAIRS, cpu_seconds=9.0, count=30), RIGHT)
    asked = [sum(len(series.examples) for series in entry.examples) for entry in (usual, dear)]
    assert asked[1] == 3 < asked[0]
    assert all(isinstance(series, Series) for series in usual.examples)


REVERSED = Relation("the other way round", lambda items: items[::-1], lambda _items, got: got[::-1])
NUMBERED = Property(
    st.lists(st.integers(0, 99), min_size=2, max_size=4, unique=True),
    10,
    lambda code, items: code.work.act(items),
    relations=(REVERSED,),
)
DOUBLED = "def act(items):\n    return [2 * x for x in items]\n"
BY_BOTH_ENDS = """
kept = {}

def act(items):
    key = min(tuple(items), tuple(items)[::-1])
    return list(kept.setdefault(key, [2 * x for x in items]))
"""


def test_what_a_relation_leads_to_is_asked_beside_it(hand_in: HandIn) -> None:
    entry = beside(NUMBERED, DOUBLED)
    both = [(one, one[::-1]) for series in entry.examples for one in series.examples]
    assert any(other in series.examples for series in entry.examples for _, other in both)
    replay(entry, hand_in(DOUBLED), BUDGET, no_advice)
    failure(entry, hand_in(BY_BOTH_ENDS))
    # Drawn examples alone hardly meet their own reverse.
    without = beside(replace(NUMBERED, relations=()), DOUBLED)
    replay(without, hand_in(BY_BOTH_ENDS), BUDGET, no_advice)


def test_the_reference_must_be_as_a_relation_says() -> None:
    first = "def act(items):\n    return [2 * items[0], *items[1:]]\n"
    with pytest.raises(ReferenceFailed, match=r"'the other way round' is not so for the drawn \["):
        beside(NUMBERED, first)
    alike = Relation("as many", lambda items: items[::-1])
    with pytest.raises(ReferenceFailed, match="'as many' is not so"):
        beside(replace(NUMBERED, relations=(alike,)), DOUBLED)


def test_the_verdict_says_what_follows() -> None:
    any_order = replace(
        NUMBERED,
        verdict=lambda _items, got, expected: "" if sorted(got) == sorted(expected) else "others",
        relations=(Relation("in any order", lambda items: items[::-1]),),
    )
    beside_it = record(any_order, "seed", Reference({"work.py": DOUBLED}).answer, library=LIBRARY)
    assert beside_it.expected


def test_a_relation_may_lead_nowhere() -> None:
    nowhere = replace(NUMBERED, relations=(Relation("nowhere", lambda _items: None),))
    plain = replace(NUMBERED, relations=())
    assert beside(nowhere, DOUBLED).examples == beside(plain, DOUBLED).examples
