"""Answers beside the expected ones: what changes after it was handed out."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from grader.asking.answers import ChangedPart, Value
from grader.judging.comparison import Comparison
from grader.judging.judge import Judge, grade_in_child
from grader.judging.pytest_plugin import ChecksPlugin
from grader.judging.unit import results_from_bytes
from grader.results import CheckResult
from grader.sandbox.tiers import Nursery
from grader.student.question import CODE
from tests.support import unit_of, warm_judge

LATER = ChangedPart((0,), [1, 2])


def comparison(got: Value, expected: Value) -> Comparison:
    entry: Any = SimpleNamespace(
        expected=[expected],
        prop=SimpleNamespace(verdict=None, tolerance=0.0, hint=None, picture=None, wanted=None),
        prepared=SimpleNamespace(watched=(), questions=[[CODE.work.act(1), CODE.work.act(2)]]),
        replies=SimpleNamespace(visits=()),
        examples=[None],
    )
    return Comparison(entry, [got], ())


@pytest.mark.parametrize(
    ("got", "expected", "is_wrong"),
    [
        (None, None, False),
        (LATER, None, True),  # what the reference hands out stays as it is
        (None, LATER, False),  # what it hands out changes: that is no part of the answer
        (LATER, LATER, False),
        (LATER, ChangedPart((1,), 7), False),
    ],
)
def test_a_part_that_changes_later_is_wrong_if_the_references_stays(
    got: ChangedPart | None, expected: ChangedPart | None, is_wrong: bool
) -> None:
    made = comparison(Value([[1], 2], got), Value([[1], 2], expected))
    assert made.wrong(0) is is_wrong
    if is_wrong:
        evidence = made.failure(0).evidence
        assert evidence.message.startswith("item 0 changes by what is asked after it: hand out one")
        assert (evidence.got, evidence.expected) == ("[1, 2]", "[1]")


def test_a_wrong_value_is_shown_before_what_changes_later() -> None:
    evidence = comparison(Value([[1], 3], LATER), Value([[1], 2])).failure(0).evidence
    assert evidence.message.startswith("wrong value: item 1: 3 instead of 2")


def test_places_that_there_are_not_end_nothing() -> None:
    for places in ((7, 1), (0, 0, 0)):
        assert (
            comparison(Value([[1], 2], ChangedPart(places, 1)), Value([[1], 2])).failure(0).evidence
        )


DRAWN = """
    @judges("drawn")
    @drawn(st.integers(0, 5), count=20)
    def test_drawn(code, n):
        return [code.work.act(n), code.work.act(n + 1)]
"""


@pytest.mark.parametrize("handed_out", ["LIST", "[*LIST]"])
def test_a_list_that_is_handed_out_twice_loses_where_the_references_is_not(
    tmp_path: Path, nursery: Nursery, handed_out: str
) -> None:
    source = f"LIST = []\ndef act(n):\n    LIST[:] = [n]\n    return {handed_out}\n"
    found: list[CheckResult] = []

    def body(judge: Judge, _plugin: ChecksPlugin) -> None:
        [module] = results_from_bytes(grade_in_child(judge, unit_of(source), nursery))
        found.extend(module.checks)

    warm_judge(tmp_path, body, hidden=DRAWN, reference="def act(n): return [n]\n")
    [check] = found
    assert check.passed is (handed_out != "LIST")
    assert check.passed or check.message.startswith("item 0 changes by what is asked after it")
