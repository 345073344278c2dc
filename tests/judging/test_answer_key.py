"""Examples are drawn once; a hand-in is compared with the reference on all of them."""

import importlib
from collections import Counter
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
from grader.asking.questions import PreparedQuestions
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


def test_the_smallest_failing_example_is_shown(hand_in: HandIn) -> None:
    evidence = failure(entry_of(NUMBERS), hand_in("def act(n): return 2 * n + (n > 4)\n")).evidence
    smallest = min((n for n in entry_of(NUMBERS).examples if n > 4), key=lambda n: len(str(n)))
    assert len(str(smallest)) == 1
    assert evidence.call.endswith(f"act({smallest})")
    assert (evidence.got, evidence.expected) == (str(2 * smallest + 1), str(2 * smallest))
    assert evidence.message == f"wrong value: {2 * smallest + 1} instead of {2 * smallest}"


def test_a_wrong_value_of_a_search_shows_its_tree(hand_in: HandIn) -> None:
    backwards = WALK.replace("for move in moves]", "for move in reversed(moves)] + [0]")
    failed = failure(entry_of(TREES, WALK), hand_in(backwards))
    assert failed.evidence.message.startswith("wrong value: ")
    assert isinstance(failed.evidence.picture, TreePicture)
    assert failed.evidence.picture.visited == failed.evidence.picture.expected[::-1]
    assert failure(entry_of(NUMBERS), hand_in("def act(n): return n\n")).evidence.picture is None


WRONG = {
    "def act(n): return 1 // n\n": (Status.ERROR, "your code raised ZeroDivisionError"),
    "def akt(n): return n\n": (Status.MISSING, "work.py has no act"),
    "def act(n): return '\\ud800'\n": (Status.FAILED, "the value that came back"),
    "def act(n): return len(bytearray(1 << 40))\n": (Status.MEMORY, "your code ran out of memory"),
    "def act(n):\n  import os\n  os._exit(n)\n": (Status.CRASHED, "your code ended the Python"),
    "def act(n:\n": (Status.ERROR, "work.py, line 1: SyntaxError"),
}


@pytest.mark.parametrize("source", WRONG)
def test_each_kind_of_failure_keeps_its_status_and_names_a_call(
    hand_in: HandIn, source: str
) -> None:
    status, message = WRONG[source]
    failed = failure(entry_of(NUMBERS), hand_in(source))
    assert isinstance(failed, CodeFailed)
    assert failed.status is status
    assert failed.evidence.message.startswith(message)
    assert ("act(" in failed.evidence.call) == ("SyntaxError" not in message)


def test_the_example_that_ends_the_box_is_named(hand_in: HandIn) -> None:
    entry = entry_of(NUMBERS)
    bad = entry.examples[7]
    source = f"import os\ndef act(n):\n    if n == {bad}: os._exit(1)\n    return 2 * n\n"
    assert failure(entry, hand_in(source)).evidence.call.endswith(f"act({bad})")


def test_looking_for_the_example_without_an_answer_costs_no_more_than_asking_once(
    hand_in: HandIn,
) -> None:
    """No example alone is too slow, so that looking for one could go on and on."""
    source = "def act(n):\n    for _ in range(3_000_000): pass\n    return 2 * n\n"
    budget = replace(BUDGET, cpu_seconds=0.3)
    submission = hand_in(source)
    failed = failure(entry_of(replace(NUMBERS, count=100)), submission, budget)
    assert failed.evidence.message.startswith("no answer after 0.3 seconds of CPU time")
    submission.close()
    assert submission.cpu < 5 * budget.cpu_seconds


EXPENSIVE = replace(NUMBERS, count=20, cpu_seconds=60.0)
WORKS = """
import time

def act(n):
    until = time.process_time() + ({seconds})
    while time.process_time() < until:
        pass
    return 2 * n
"""


def test_the_questions_of_a_dear_check_share_its_time_and_are_asked_once(
    hand_in: HandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None of them takes most of it, so that none is to blame."""
    submission, asked = hand_in(WORKS.format(seconds="0.05")), Counter[int]()
    ask_all = submission.ask_all

    def counted(prepared: PreparedQuestions, budget: Budget | None = None) -> bytes:
        asked.update(map(id, prepared.questions))
        return ask_all(prepared, budget)

    monkeypatch.setattr(submission, "ask_all", counted)
    failed = failure(entry_of(EXPENSIVE), submission, replace(BUDGET, cpu_seconds=0.4))
    assert failed.evidence.message == "no answer after 0.4 seconds of CPU time"
    assert failed.evidence.call == ""
    submission.close()
    assert set(asked.values()) == {1}
    assert len(submission.incidents) == 1


@pytest.mark.parametrize(
    ("ends", "words"),
    [
        ("while True: pass", "no answer after 0.4 seconds of CPU time"),
        ("__import__('time').sleep(9)", "your code sleeps or waits for something that never comes"),
        ("__import__('os')._exit(1)", "your code ended the Python process (exit status 1)"),
    ],
)
def test_the_question_that_a_dear_check_ends_at_is_named(
    hand_in: HandIn, ends: str, words: str
) -> None:
    entry = entry_of(EXPENSIVE)
    bad = entry.examples[7]
    source = f"def act(n):\n    if n == {bad}:\n        {ends}\n    return 2 * n\n"
    submission = hand_in(source)
    failed = failure(entry, submission, replace(BUDGET, cpu_seconds=0.4, idle_seconds=0.5))
    assert failed.evidence.message.startswith(words)
    assert failed.evidence.call.endswith(f"act({bad})")
    submission.close()
    assert len(submission.incidents) == 1


def test_a_dear_check_that_is_late_says_how_long_all_of_it_may_take(hand_in: HandIn) -> None:
    entry = entry_of(EXPENSIVE)
    endless = f"while n == {entry.examples[7]}: pass"
    submission = hand_in(f"def act(n):\n    {endless}\n    return 2 * n\n")
    failed = failure(entry, submission, replace(BUDGET, wall_seconds=0.5))
    assert failed.evidence.message == "no answer after 0.5 seconds (work.py, line 2)"
    submission.close()


def test_the_question_that_takes_most_of_the_time_of_a_dear_check_is_named(
    hand_in: HandIn,
) -> None:
    """Though another one is asked when the time is over."""
    entry = entry_of(EXPENSIVE)
    bad = entry.examples[1]
    source = WORKS.format(seconds=f"0.5 if n == {bad} else 0.05")
    failed = failure(entry, hand_in(source), replace(BUDGET, cpu_seconds=0.7))
    assert failed.evidence.message == "no answer after 0.7 seconds of CPU time"
    assert failed.evidence.call.endswith(f"act({bad})")


def test_a_dear_check_compares_as_any_other(hand_in: HandIn) -> None:
    entry = entry_of(EXPENSIVE)
    replay(entry, hand_in("def act(n): return 2 * n\n"), BUDGET, no_advice)
    wrong = hand_in("def act(n): return 2 * n + (n > 4)\n")
    smallest = min((n for n in entry.examples if n > 4), key=lambda n: len(str(n)))
    assert failure(entry, wrong).evidence.call.endswith(f"act({smallest})")


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


def test_all_answers_and_visits_are_observed_where_one_fails(hand_in: HandIn) -> None:
    seen: list[tuple[Sequence[Answer], Visits]] = []
    entry = entry_of(TREES, WALK)
    zero = hand_in("def act(game): return 0\n")
    with pytest.raises(CheckFailed):
        replay(entry, zero, BUDGET, lambda _entry, *got: seen.append(got))
    assert seen == [([Value(0)] * 10, ((),) * len(entry.prepared.watched))]
