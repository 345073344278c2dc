"""Code that remembers answers by too little fails on neighbours of what is drawn."""

from collections.abc import Callable, Sequence
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
from grader.student.question import CODE, Code, within
from grader.student.refusals import outcome
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


def test_an_answer_that_its_caller_may_change_is_told(hand_in: HandIn) -> None:
    failed = failure(
        beside(PAIRS, RIGHT), hand_in(KEPT.format(key="(n, tuple(items))", answer="kept[key]"))
    )
    assert "its caller has changed the first answer" in failed.evidence.message
    assert "append'" in failed.evidence.call


WRAPPED: dict[str, Callable[[Any], Any]] = {
    "outcome": outcome,
    "list": lambda asked: [asked, 7],
    "list of outcomes": lambda asked: [7, (outcome(asked), outcome(CODE.builtins.int("a")))],
    "outcome of a list": lambda asked: outcome([asked, CODE.builtins.len(asked)]),
    "dict": lambda asked: {"answer": asked, "n": 7},
    "within": lambda asked: within(CODE.contextlib.nullcontext(1), lambda one: [one, asked]),
}


@pytest.mark.parametrize("wrap", WRAPPED.values(), ids=WRAPPED)
def test_an_answer_in_another_question_is_changed_too(wrap: Any, hand_in: HandIn) -> None:
    wrapped = replace(PAIRS, ask=lambda code, example: wrap(PAIRS.ask(code, example)))
    entry = beside(wrapped, RIGHT)
    replay(entry, hand_in(RIGHT), BUDGET, no_advice)
    careful = KEPT.format(key="(n, tuple(items))", answer="tuple(kept[key])")
    replay(entry, hand_in(careful), BUDGET, no_advice)
    lending = KEPT.format(key="(n, tuple(items))", answer="kept[key]")
    assert "its caller has changed" in failure(entry, hand_in(lending)).evidence.message


def test_whether_an_answer_is_what_was_given_may_be_asked(hand_in: HandIn) -> None:
    def ask(code: Code, example: Any) -> Any:
        given = code.builtins.list(example[1])
        answer = code.work.act(example[0], given)
        return [answer, code.operator.is_(answer, given)]

    asking = replace(PAIRS, ask=ask)
    right = Reference({"work.py": RIGHT})
    entry = answer_key.entry_of(asking, record(asking, "seed", right.answer), LIBRARY)
    replay(entry, hand_in(RIGHT), BUDGET, no_advice)
    giving = RIGHT.replace("    return", "    if n == 0: return items\n    return")
    assert "item 1: True instead of False" in failure(entry, hand_in(giving)).evidence.message


def test_an_answer_that_the_reference_keeps_is_left_alone(hand_in: HandIn) -> None:
    """Where it hands out its own list, questions are still asked in series."""
    lending = KEPT.format(key="(n, tuple(items))", answer="kept[key]")
    entry = beside(PAIRS, lending)
    replay(entry, hand_in(lending), BUDGET, no_advice)
    lossy = KEPT.format(key="tuple(items)", answer="kept[key]")
    assert "asked after the others" in failure(entry, hand_in(lossy)).evidence.message


def test_what_is_given_must_stay_as_it_was(hand_in: HandIn) -> None:
    given = RIGHT.replace("    return", "    items.append(1) if n else None\n    return")
    sorting = "def act(n, items):\n    items.sort()\n    return sum(items) + n\n"
    failed = failure(beside(PAIRS, sorting.replace("items.sort()", "pass")), hand_in(sorting))
    assert "what was given is afterwards another" in failed.evidence.message
    # Where the reference changes it as well, nobody has promised that it stays.
    replay(beside(PAIRS, given), hand_in(given), BUDGET, no_advice)


METHODS = Property(
    st.tuples(st.integers(1, 3), st.integers(0, 50)),
    20,
    lambda code, example: code.work.Adder(example[0]).add(example[1]),
)
ADDER = (
    "class Adder:\n    def __init__(self, n): self.n = n\n    def add(self, m): return self.n + m\n"
)
FORGETFUL = ADDER.replace("return", "self.m = getattr(self, 'm', m); return").replace(
    "+ m", "+ self.m"
)
COUNTING = ADDER.replace("return self.n + m", "self.n += 1; return self.n + m")


# Advice that fits no answer whose object has come again, nor a right one.
ADVISED = replace(PAIRS, hint=lambda *_: "add n to each item")


@pytest.mark.parametrize("prop", [PAIRS, ADVISED])
def test_what_is_kept_as_it_was_is_said_first(prop: Property, hand_in: HandIn) -> None:
    lending = KEPT.format(key="(n, tuple(items))", answer="kept[key]")
    hint = failure(beside(prop, RIGHT), hand_in(lending)).evidence.hint
    assert "belongs to its caller, who may change it" in hint
    in_parts = replace(prop, ask=lambda code, example: (1, [code.work.act(*example)]))
    hint = failure(beside(in_parts, RIGHT), hand_in(lending)).evidence.hint
    assert "belongs to its caller, who may change it" in hint
    sorting = RIGHT.replace("    return", "    found = ")
    sorting = f"{sorting}    items.sort()\n    return found\n"
    hint = failure(beside(prop, RIGHT), hand_in(sorting)).evidence.hint
    assert "what your code is given belongs to its caller" in hint


def test_other_answers_in_a_series_get_the_check_s_advice(hand_in: HandIn) -> None:
    lossy = KEPT.format(key="tuple(items)", answer="list(kept[key])")
    assert failure(beside(ADVISED, RIGHT), hand_in(lossy)).evidence.hint == "add n to each item"
    assert failure(beside(PAIRS, RIGHT), hand_in(lossy)).evidence.hint == ""


def test_a_check_without_advice_for_an_answer_leaves_the_usual_one(hand_in: HandIn) -> None:
    entry = whole_entry(replace(PAIRS, hint=lambda *_: ""), RIGHT)
    nothing = failure(entry, hand_in("def act(n, items):\n    pass\n"))
    assert nothing.evidence.hint == NO_RETURN


def test_equal_objects_are_one_where_that_changes_no_answer(hand_in: HandIn) -> None:
    entry = beside(METHODS, ADDER)
    assert any(series.objects for series in entry.examples)
    failed = failure(entry, hand_in(FORGETFUL))
    assert "x = Adder(" in failed.evidence.call
    # An account is another one after each question.
    assert not any(series.objects for series in beside(METHODS, COUNTING).examples)


RELATED = Property(
    st.tuples(
        st.sampled_from([LIBRARY.functions[name] for name in ("same_parity", "same_size")]),
        st.integers(0, 9),
    ),
    20,
    lambda code, example: code.work.act(*example),
)
RELATING = "def act(f, n):\n    return f(n, -n), f(n, n + 2)\n"
BY_CODE = """
kept = {}

def act(f, n):
    return kept.setdefault((f.__code__, n), (f(n, -n), f(n, n + 2)))
"""


def test_functions_that_are_given_look_alike(hand_in: HandIn) -> None:
    entry = beside(RELATED, RELATING)
    replay(entry, hand_in(RELATING), BUDGET, no_advice)
    failure(entry, hand_in(BY_CODE))


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
