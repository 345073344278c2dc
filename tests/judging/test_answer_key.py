"""Examples are drawn once; a hand-in is compared with the reference on all of them."""

import importlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

from gametree import Guess, TreeLeaf, TreeNode
from gametree.grading.watched_games import WatchedGame
from grader.asking.answers import LEGIBLE_BYTES, Answer, CodeFailed, Value
from grader.asking.submission import Submission
from grader.authoring.reference import Reference
from grader.judging import answer_key
from grader.judging.answer_key import KeyEntry, Visits, draw, record
from grader.judging.faults import VerdictFailed
from grader.judging.properties import Property
from grader.judging.replay import replay
from grader.sandbox.clock import Budget
from grader.statuses import Status
from grader.student.evidence import CheckFailed, TreePicture
from grader.student.python_text import python_text
from grader.student.question import CODE, Code
from tests.support import BUDGET, LIBRARY, HandIn, make_entry

DOUBLE = "def act(n): return 2 * n\n"
# Leaves are asked for in order, each once.
WALK = """
def act(game):
    moves = range(len(game.start.tree.children))
    return [game.estimate(game.make_move(game.start, move)) for move in moves]
"""


def ask_act(code: Code, example: Any) -> Any:
    return code.work.act(example)


NUMBERS = Property(st.integers(-50, 50), 30, ask_act)


def a_tree(values: list[int], *, ordered: bool = True) -> WatchedGame:
    leaves = [TreeLeaf(f"l{i}", value) for i, value in enumerate(values)]
    return WatchedGame(TreeNode("root", leaves), ordered=ordered)


TREES = Property(st.lists(st.integers(0, 9), min_size=2, max_size=3).map(a_tree), 10, ask_act)
LOOSE_TREES = replace(TREES, examples=st.just([1, 2, 3]).map(lambda v: a_tree(v, ordered=False)))


def entry_of(prop: Property, reference: str = DOUBLE) -> KeyEntry:
    return make_entry(prop, "seed", Reference({"work.py": reference}))


def no_advice(_entry: KeyEntry, _answers: Sequence[Answer], _visits: Visits) -> None:
    """Observations that nobody looks at."""


def failure(entry: KeyEntry, submission: Submission, budget: Budget = BUDGET) -> CheckFailed:
    with pytest.raises(CheckFailed) as caught:
        replay(entry, submission, budget, no_advice)
    return caught.value


# -- the key -------------------------------------------------------------------------------------


def test_what_is_imported_does_not_change_what_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prop = Property(st.lists(st.integers()), 300, ask_act)
    before = draw(prop, "a text")
    (tmp_path / "full_of_constants.py").write_text("FOUND = (716151, 'a name', 3.25)\n" * 50)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("full_of_constants")
    # Hypothesis takes for local whatever isn't installed; the examples of others are as before.
    assert draw(prop, "a text") == before
    assert len(providers._get_local_constants()) > 0


def test_the_same_text_draws_the_same_examples() -> None:
    assert draw(NUMBERS, "seed/check") == draw(NUMBERS, "seed/check")
    assert draw(NUMBERS, "seed/check") != draw(NUMBERS, "another/check")


def test_an_entry_holds_the_references_answers_and_visits() -> None:
    entry = entry_of(TREES, WALK)
    example, [expected] = entry.examples[0], entry.expected[:1]
    values = [leaf.value for leaf in example.tree.children]
    assert expected == Value([Guess(value) for value in values])
    assert entry.replies.visits[0] == tuple(leaf.label for leaf in example.tree.children)
    assert entry_of(TREES, WALK).replies == entry.replies


def test_a_part_of_the_examples_has_their_answers_and_visits(hand_in: HandIn) -> None:
    recorded = record(TREES, "seed", Reference({"work.py": WALK}).answer)
    part = recorded.only(TREES, [6, 2])
    assert part.examples == (recorded.examples[6], recorded.examples[2])
    assert part.visits == (recorded.visits[6], recorded.visits[2])
    assert part.digest == recorded.digest
    entry = answer_key.entry_of(TREES, part, LIBRARY)
    texts = map(python_text, entry.prepared.questions)
    assert entry.recorded.sizes == tuple(map(len, texts))
    assert len(entry.replies.payloads) == 1
    replay(entry, hand_in(WALK), BUDGET, no_advice)
    failure(entry, hand_in(WALK.replace("for move in moves", "for move in reversed(moves)")))


def test_the_digest_tells_examples_from_others() -> None:
    reference = Reference({"work.py": WALK})
    digest = record(TREES, "seed", reference.answer).digest
    assert record(TREES, "seed", reference.answer).digest == digest
    assert record(TREES, "other seed", reference.answer).digest != digest
    # The same shapes with other values behind them are other examples.
    higher = st.lists(st.integers(0, 9), min_size=2, max_size=3)
    moved = replace(TREES, examples=higher.map(lambda v: a_tree([x + 1 for x in v])))
    assert record(moved, "seed", reference.answer).digest != digest


def test_an_exception_of_the_reference_is_an_expected_answer() -> None:
    entry = entry_of(NUMBERS, "def act(n):\n    raise ValueError('no')\n")
    assert {type(answer).__name__ for answer in entry.expected} == {"RaisedException"}


# -- too much ------------------------------------------------------------------------------------


def test_answers_that_are_too_long_to_compare_are_wrong_unread(
    hand_in: HandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_arguments: Any) -> Any:
        raise AssertionError("they were read")

    submission = hand_in("def act(n): return [1] * 1_200_000 if n == 0 else n\n")
    assert submission.ask(CODE.work.act(2)) == 2
    monkeypatch.setattr("grader.asking.submission.read_answers", never)
    failed = failure(entry_of(NUMBERS), submission)
    assert isinstance(failed, CodeFailed)
    assert failed.status is Status.FAILED
    assert "too long to compare" in failed.evidence.message


def test_answers_may_be_some_times_as_long_as_the_expected_ones(hand_in: HandIn) -> None:
    long = LEGIBLE_BYTES // 3
    reference = f"def act(n): return (1, ) * {long}\n"
    as_good = f"def act(n): return [1.0] * {long}\n"
    replay(entry_of(replace(NUMBERS, count=1), reference), hand_in(as_good), BUDGET, no_advice)


# -- right ---------------------------------------------------------------------------------------


def test_the_expected_reply_is_not_even_decoded(
    hand_in: HandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_arguments: Any) -> Any:
        raise AssertionError("it was decoded")

    submission = hand_in("def act(n): return n + n\n")
    assert submission.ask(CODE.work.act(2)) == 4
    monkeypatch.setattr(Submission, "read", never)
    replay(entry_of(NUMBERS), submission, BUDGET, no_advice)


def test_another_reply_may_be_as_good(hand_in: HandIn) -> None:
    pairs = "def act(n): return (n, n)\n"
    replay(entry_of(NUMBERS, pairs), hand_in("def act(n): return [n, n]\n"), BUDGET, no_advice)


def test_a_verdict_may_allow_more_than_one_answer(hand_in: HandIn) -> None:
    def even(_example: int, got: Any, _expected: Any) -> str:
        return "" if got % 2 == 0 else f"{got} is odd"

    entry = entry_of(replace(NUMBERS, verdict=even))
    replay(entry, hand_in("def act(n): return 2 * n + 4\n"), BUDGET, no_advice)
    failed = failure(entry, hand_in("def act(n): return 2 * n + (n == 4)\n"))
    assert failed.evidence.message == "wrong value: 9 is odd"


def test_a_value_that_a_verdict_stumbles_over_is_wrong(hand_in: HandIn) -> None:
    def first(_example: int, got: Any, _expected: Any) -> str:
        return "" if got[0] == 0 else "not 0"

    def broken(_example: int, _got: Any, expected: Any) -> str:
        return str(expected[1])

    pair = replace(NUMBERS, verdict=first)
    entry = entry_of(pair, "def act(n): return (0, n)\n")
    failed = failure(entry, hand_in("def act(n): return None\n"))
    assert failed.evidence.message == "wrong value: None is not a possible answer here"
    with pytest.raises(VerdictFailed):
        replay(
            entry_of(replace(pair, verdict=broken)),
            hand_in("def act(n): return 7\n"),
            BUDGET,
            no_advice,
        )


def test_a_hint_or_a_picture_that_stumbles_over_a_value_is_left_out(hand_in: HandIn) -> None:
    def stumble(*_arguments: Any) -> Any:
        raise TypeError

    entry = entry_of(replace(NUMBERS, hint=stumble, picture=stumble))
    evidence = failure(entry, hand_in("def act(n): return 1\n")).evidence
    assert (evidence.hint, evidence.picture) == ("", None)


def test_where_answers_are_free_what_counts_is_expected(hand_in: HandIn) -> None:
    free = replace(
        NUMBERS,
        verdict=lambda n, got, _expected: "" if got > n else f"{got} is no more than {n}",
        wanted=lambda n: f"more than {n}",
    )
    entry = entry_of(free, "def act(n): return n + 7\n")
    evidence = failure(entry, hand_in("def act(n): return n\n")).evidence
    n = evidence.got
    assert (evidence.expected, evidence.in_words) == (f"more than {n}", True)
    assert evidence.message == f"wrong value: {n} is no more than {n}"


def test_visits_in_any_order_are_right_where_the_order_is_free(hand_in: HandIn) -> None:
    backwards = WALK.replace("for move in moves", "for move in reversed(moves)") + (
        "walk = act\ndef act(game): return walk(game)[::-1]\n"
    )
    replay(entry_of(LOOSE_TREES, WALK), hand_in(backwards), BUDGET, no_advice)
    failed = failure(entry_of(TREES, WALK), hand_in(backwards))
    assert failed.evidence.message == (
        "the right terminals in the wrong order: l1 where l0 is expected"
    )


# -- wrong ---------------------------------------------------------------------------------------


def test_a_wrong_value_of_a_search_shows_its_tree(hand_in: HandIn) -> None:
    backwards = WALK.replace("for move in moves]", "for move in reversed(moves)] + [0]")
    failed = failure(entry_of(TREES, WALK), hand_in(backwards))
    assert failed.evidence.message.startswith("wrong value: ")
    assert isinstance(failed.evidence.picture, TreePicture)
    assert failed.evidence.picture.visited == failed.evidence.picture.expected[::-1]
    assert failure(entry_of(NUMBERS), hand_in("def act(n): return n\n")).evidence.picture is None


def test_an_expected_exception_must_come(hand_in: HandIn) -> None:
    entry = entry_of(NUMBERS, "def act(n):\n    raise ValueError('no')\n")
    mine = "class Mine(ValueError): pass\ndef act(n): raise Mine\n"
    replay(entry, hand_in(mine), BUDGET, no_advice)
    evidence = failure(entry, hand_in("def act(n): return 1\n")).evidence
    assert evidence.message == "ValueError should be raised here, but 1 came"
    evidence = failure(entry, hand_in("def act(n): raise KeyError\n")).evidence
    assert evidence.message == "ValueError should be raised here, but KeyError came"
    evidence = failure(entry, hand_in("def act(n): return object()\n")).evidence
    assert evidence.message == "ValueError should be raised here, but <object object> came"


def test_an_unexpected_exception_is_a_failure(hand_in: HandIn) -> None:
    failed = failure(entry_of(NUMBERS), hand_in("def act(n): raise ValueError('no')\n"))
    assert failed.evidence.message == "your code raised ValueError: no (work.py, line 1)"


def test_wrong_visits_fail_though_the_values_are_right(hand_in: HandIn) -> None:
    twice = WALK + "walk = act\ndef act(game): walk(game); return walk(game)\n"
    evidence = failure(entry_of(TREES, WALK), hand_in(twice)).evidence
    assert evidence.message == ("4 terminals visited, 2 expected: l0, l1 should not be visited")
    assert (evidence.got, evidence.expected) == ("l0, l1, l0, l1", "l0, l1")


def test_a_flood_of_visits_is_shown_in_part(hand_in: HandIn) -> None:
    flood = f"""{WALK}
walk = act
def act(game):
    for _ in range(5000): values = walk(game)
    return values
"""
    one = replace(TREES, count=1)
    evidence = failure(entry_of(one, WALK), hand_in(flood)).evidence
    assert len(evidence.got) < 2000
    assert isinstance(evidence.picture, TreePicture)
    assert len(evidence.picture.visited) == 200
