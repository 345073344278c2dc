"""A failed claim costs what it should, wherever in a test it fails and whoever hides it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.course_tests.examination import TestOutcome
from grader.sandbox.tiers import Nursery
from tests.boxed import LOCKED
from tests.course_tests.conftest import nursery_for_tests
from tests.course_tests.examining import (
    examined_in,
    failures_of,
    has_passed,
    outcomes_of,
)


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    """What a hand-in can claim is the same at every tier."""
    with nursery_for_tests(LOCKED[-1]) as made:
        yield made


PARTIAL = """
    import unittest
    from gradescope_utils.autograder_utils.decorators import partial_credit
    from work import each, opened

    class TestEach(unittest.TestCase):
        def tearDown(self):
            self.assertEqual(opened(), 0)

        @partial_credit(4)
        def test_each(self, set_score=None):
            def look(n):
                assert n == 5
            assert each
            set_score(1)
            each(look)
            set_score(3)
            set_score(4)
"""
CALLS = "def each(f):\n    f({n})\ndef opened():\n    return {left}\n"
HIDES = """
    def each(f):
        try:
            f(0)
        except BaseException:
            pass
    def opened():
        return 0
"""


@pytest.mark.parametrize(
    ("work", "share"),
    [
        (CALLS.format(n=0, left=0), 0.25),
        (HIDES, 0.25),
        (CALLS.format(n=5, left=3), 0),  # the score is whole, and the test has failed
    ],
    ids=["raises", "hides", "fails later"],
)
def test_a_score_after_a_failed_claim_is_none(
    nursery: Nursery, tmp_path: Path, work: str, share: float
) -> None:
    plan, _, _ = examined_in(nursery, tmp_path, PARTIAL, CALLS.format(n=5, left=0))
    [outcome] = outcomes_of(nursery, plan, work).values()
    assert isinstance(outcome, TestOutcome)
    assert (has_passed(outcome), outcome.share) == (False, share)


TEARDOWN = """
    import pytest
    from work import add, each

    @pytest.fixture{scope}
    def checked():
        got = []
        yield got
        def look(n):
            assert n > 0
        each(got, look)

    def test_first(checked):
        checked.append(add(1, 2))

    def test_next():
        assert add(1, 1) == 2
"""
EACH = """
    def each(xs, f):
        for x in xs:
            {call}
    def add(a, b):
        return {sum}
"""
IN_TRY = "try: f(x)\n            except BaseException: pass"


@pytest.mark.parametrize("call", ["f(x)", IN_TRY], ids=["raises", "hides"])
def test_a_claim_that_fails_in_a_teardown_is_of_its_own_test(
    nursery: Nursery, tmp_path: Path, call: str
) -> None:
    tests = TEARDOWN.format(scope="")
    plan, _, faults = examined_in(nursery, tmp_path, tests, EACH.format(call="f(x)", sum="a + b"))
    assert not faults
    wrong = EACH.format(call=call, sum="-1 if b == 2 else a + b")
    assert failures_of(nursery, plan, wrong).keys() == {"test_first"}
