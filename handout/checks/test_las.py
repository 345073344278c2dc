"""Public checks of look-and-say: the examples of its page."""

from typing import Any

import pytest

from gametree import Seq

TASK = "las.look_and_say"


def streq(a: str, b: str) -> bool:
    return a == b


def same_parity(a: int, b: int) -> bool:
    return a % 2 == b % 2


@pytest.mark.task(TASK, "one run")
def test_one_run(submission: Any, expect: Any) -> None:
    expect(submission.las.look_and_say(streq, Seq.of("hi", "hi", "hi")), Seq.of((3, "hi")))


@pytest.mark.task(TASK, "two runs")
def test_two_runs(submission: Any, expect: Any) -> None:
    expected = Seq.of((1, "bye"), (2, "hi"))
    expect(submission.las.look_and_say(streq, Seq.of("bye", "hi", "hi")), expected)


@pytest.mark.task(TASK, "the empty sequence has no runs")
def test_empty(submission: Any, expect: Any) -> None:
    expect(submission.las.look_and_say(streq, Seq.empty()), Seq.empty())


@pytest.mark.task(TASK, "elements are compared with the function that is given")
def test_given_function(submission: Any, expect: Any) -> None:
    question = submission.las.look_and_say(same_parity, Seq.of(2, 2, 5, 5, 5))
    expect(question, Seq.of((2, 2), (3, 5)))
