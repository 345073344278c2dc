"""Public checks of look-and-say: the examples of its page."""

import ast
from dataclasses import replace
from typing import Any

import pytest

from gametree import Seq
from grader.student.claims import wrong_value
from grader.student.compare import same
from grader.student.evidence import CheckFailed, Evidence

TASK = "las.look_and_say"
BY_EQ = "elements are equal if eq says so, not if == does"
BY_VIEWS = "match s.showl() against Nil() and Cons(head, tail); no position is needed"


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
    elements = (2, 4, 5, 7, 9)
    question = submission.las.look_and_say(same_parity, Seq.of(*elements))
    # Any element of a run may stand for it.
    right = [Seq.of((2, even), (3, odd)) for even in (2, 4) for odd in (5, 7, 9)]
    got = expect.answer(question)
    if not any(same(got, one) for one in right):
        by_equality = Seq.of(*[(1, element) for element in elements])
        hint = BY_EQ if same(got, by_equality) else ""
        raise CheckFailed(replace(wrong_value(question, got, right[0]), hint=hint))


@pytest.mark.task(TASK, "nth is not used")
def test_no_nth(source: Any) -> None:
    found = [
        (module, node)
        for module, definition in source.reachable("las", "look_and_say")
        for node in ast.walk(definition)
    ]
    # A method of that name that is your own may be called.
    if not any(isinstance(node, ast.FunctionDef) and node.name == "nth" for _, node in found):
        for module, node in found:
            if isinstance(node, ast.Attribute) and node.attr == "nth":
                frame = source.place(module, node, "look_and_say")
                words = f"{frame.file}, line {frame.line}: nth is called"
                raise CheckFailed(Evidence(words, hint=BY_VIEWS, frames=(frame,)))
