"""Series of examples: what answers keep of each other, and what callers may change, shows."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.authoring.reference import Reference
from grader.judging import answer_key
from grader.judging.answer_key import record
from grader.judging.properties import Property
from grader.judging.replay import replay
from grader.judging.series import (
    CHANGED_CAME_AGAIN,
    Series,
    calls_answered,
    given_to,
    in_series,
    makers_of,
    question_of,
)
from grader.student.python_text import python_text
from grader.student.question import CODE, Code, within
from grader.student.refusals import outcome
from tests.judging.test_neighbours import KEPT, PAIRS, RIGHT, beside, failure, no_advice
from tests.support import BUDGET, LIBRARY, HandIn


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


# -- the question for a series -----------------------------------------------------------------


def shown(question: object) -> str:
    """The question without the line of its import."""
    return python_text(question).removeprefix("from work import act\n")


def asked(*examples: Any, **fields: Any) -> list[str]:
    """The parts of the question for a series, as Python."""
    prop = replace(PAIRS, ask=lambda code, example: code.work.act(*example))
    return list(map(shown, question_of(prop, CODE, Series(examples, **fields))))


def test_examples_are_asked_in_their_order_and_what_was_given_in_the_end() -> None:
    assert asked((1, [2]), (3, [4])) == ["act(1, [2])", "act(3, [4])"]
    *rest, kept = asked((1, [2]), (3, [4]), kept=True)
    assert len(rest) == 2
    assert "list([2])" in kept


def test_a_change_comes_after_the_first_answer_and_can_be_undone() -> None:
    prop = replace(PAIRS, ask=lambda code, example: code.work.act(*example))
    series = Series(((1, []), (3, [])), changed=("list",))
    first, change, second, undone = map(shown, question_of(prop, CODE, series, undone=True))
    assert (first, second) == ("list(act(1, []))", "act(3, [])")
    assert "'append'" in change
    assert undone.endswith(".pop(-1),)")


def test_answers_are_those_to_the_examples_alone() -> None:
    both = Series((1, 2), changed=("", "list", "set"), kept=True)
    assert both.changes == ("list", "set")
    assert both.answers(["a", "change", "change", "b", "kept"]) == ("a", "b")
    assert Series((1, 2)).answers(["a", "b"]) == ("a", "b")


ACT, OTHER = CODE.work.act(1), CODE.work.act(2)


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        (ACT, 5, [(ACT, 5)]),
        ((ACT, 7, OTHER), [5, 7, 6], [(ACT, 5), (OTHER, 6)]),
        ((ACT, OTHER), None, [(ACT, None), (OTHER, None)]),
        ({"a": ACT, "b": OTHER}, {"b": 6}, [(ACT, None), (OTHER, 6)]),
        (outcome(ACT), [5], [(ACT, 5)]),
        (outcome(ACT), {"refusal": 1}, [(ACT, None)]),
        (7, 7, []),
    ],
)
def test_each_call_of_a_question_has_what_it_gave(
    question: Any, answer: Any, expected: list[tuple[Any, Any]]
) -> None:
    got = [(python_text(call), value) for call, value in calls_answered(question, answer)]
    assert got == [(python_text(call), value) for call, value in expected]


def test_lists_that_are_given_can_be_asked_for_afterwards() -> None:
    given = given_to(CODE.work.act([1], {2}, 3, (4,), named={5: 6}))
    assert [value for _, value in given] == [[1], {2}, {5: 6}]
    assert [shown(call) for call, _ in given] == ["list([1])", "set({2})", "dict({5: 6})"]


def test_makers_are_those_of_the_objects_that_are_asked() -> None:
    one, other = CODE.work.Adder(1), CODE.work.Adder(2)
    assert makers_of((one.add(other.value), one.add(2), CODE.work.act(3))) == [one, other]


@pytest.mark.parametrize(
    ("answer", "right", "expected"),
    [
        ([1, None], [1], True),
        ([2, None], [1], False),
        ([1, 2], [1], False),
        ({"a": 1, None: None}, {"a": 1}, True),
        ({1, None}, {1}, True),
        ((5, [1, None]), (5, [1]), True),
    ],
)
def test_only_what_a_caller_added_has_come_again(
    answer: Any, right: Any, *, expected: bool
) -> None:
    series = Series((1, 2), changed=("list",))
    hint = in_series(PAIRS).hint
    assert hint is not None
    said = hint(series, [right, None, answer], [right, None, right])
    assert (said == CHANGED_CAME_AGAIN) is expected
