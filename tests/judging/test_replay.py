"""A hand-in is asked what an entry of the key holds; the smallest example that fails is named."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from grader.asking.answers import Answer, CodeFailed, Value
from grader.asking.questions import PreparedQuestions
from grader.judging.answer_key import Visits
from grader.judging.replay import replay
from grader.sandbox.clock import Budget
from grader.statuses import Status
from grader.student.evidence import CheckFailed
from tests.judging.test_answer_key import NUMBERS, TREES, WALK, entry_of, failure, no_advice
from tests.support import BUDGET, HandIn


def test_the_smallest_failing_example_is_shown(hand_in: HandIn) -> None:
    evidence = failure(entry_of(NUMBERS), hand_in("def act(n): return 2 * n + (n > 4)\n")).evidence
    smallest = min((n for n in entry_of(NUMBERS).examples if n > 4), key=lambda n: len(str(n)))
    assert len(str(smallest)) == 1
    assert evidence.call.endswith(f"act({smallest})")
    assert (evidence.got, evidence.expected) == (str(2 * smallest + 1), str(2 * smallest))
    assert evidence.message == f"wrong value: {2 * smallest + 1} instead of {2 * smallest}"


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


@pytest.mark.parametrize("source", WRONG)
def test_among_functions_of_other_tasks_only_answers_count(hand_in: HandIn, source: str) -> None:
    status, _ = WRONG[source]
    entry = replace(entry_of(NUMBERS), prop=replace(NUMBERS, among_others=True))
    asked = partial(replay, entry, hand_in(source), BUDGET, no_advice)
    if status is Status.CRASHED:
        asked()
        return
    with pytest.raises(CheckFailed) as caught:
        asked()
    assert caught.value.status is status


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


def test_all_answers_and_visits_are_observed_where_one_fails(hand_in: HandIn) -> None:
    seen: list[tuple[Sequence[Answer], Visits]] = []
    entry = entry_of(TREES, WALK)
    zero = hand_in("def act(game): return 0\n")
    with pytest.raises(CheckFailed):
        replay(entry, zero, BUDGET, lambda _entry, *got: seen.append(got))
    assert seen == [([Value(0)] * 10, ((),) * len(entry.prepared.watched))]
