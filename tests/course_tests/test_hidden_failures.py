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
    passed_by,
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


IGNORING = """
    from work import double, fail, ignoring

    def test_ignoring():
        with ignoring():
            fail()
        with ignoring():
            assert double(2) == 4
"""


# It says of the failed claim, by its number, that it has raised that itself.
CLAIMING = """
    from grader.inside.course_tests.subject import SubjectPeer
    from grader.inside.student_tests.peer import ORIGIN
    from grader.inside.student_tests.remote import RemoteObject

    class Own(Exception):
        pass
    class Yes:
        pass

    peers = []
    printed = SubjectPeer.printed
    def watched(self):
        peers.append(self)
        return printed(self)
    SubjectPeer.printed = watched

    class ignoring:
        def __enter__(self):
            return self
        def __exit__(self, kind, error, trace):
            if isinstance(error, AssertionError):
                peer, number = peers[-1], vars(error)[ORIGIN]
                def content(value):
                    if isinstance(value, Yes):
                        raise error
                    return value
                peer._operations["content"] = content
                claim = RemoteObject(peer)
                peer._remember(claim, number)
                try:
                    peer.ask("==", claim, Yes())
                except BaseException:
                    pass
            return True
    def fail():
        raise Own("x")
    def double(n):
        return 0
"""


def test_a_claim_of_the_tests_is_never_the_hand_ins_error(nursery: Nursery, tmp_path: Path) -> None:
    reference = """
        from contextlib import suppress
        class Own(Exception):
            pass
        def ignoring():
            return suppress(Own)
        def fail():
            raise Own("x")
        def double(n):
            return 2 * n
    """
    plan, _, faults = examined_in(nursery, tmp_path, IGNORING, reference)
    assert not faults
    assert passed_by(nursery, plan, reference)
    assert failures_of(nursery, plan, CLAIMING)


STACK = """
    from contextlib import ExitStack
    from work import opened

    def test_stack():
        with ExitStack() as stack:
            assert opened(stack, ["a", "b"]) == ["a", "b"]
"""


def test_what_is_put_on_a_stack_hides_no_claim(nursery: Nursery, tmp_path: Path) -> None:
    reference = """
        def opened(stack, names):
            stack.callback(lambda: None)
            return [*names]
    """
    plan, _, faults = examined_in(nursery, tmp_path, STACK, reference)
    assert not faults
    right = "def opened(stack, names):\n    stack.push(lambda *_: True)\n    return names\n"
    assert passed_by(nursery, plan, right) == {"test_stack"}
    for answer in ("lambda *_: True", "lambda kind, error, trace: error is not None"):
        wrong = f"def opened(stack, names):\n    stack.push({answer})\n    return []\n"
        assert failures_of(nursery, plan, wrong)
