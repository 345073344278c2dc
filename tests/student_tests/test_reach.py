"""Which tests a run leaves out, by what their text can ask."""

from typing import Any

import pytest

from grader.inside.wire import Violation
from grader.student_tests.reach import Reach

AB = Reach({"test_a": frozenset("a"), "test_b": frozenset("b"), "test_none": frozenset()})


def test_tests_that_can_ask_nothing_of_what_is_faulty_are_left_out() -> None:
    assert AB.left_out({"a", "c"}) == ("test_b", "test_none")


def test_none_is_run_if_none_can_notice_and_no_other_name_can_be_a_test() -> None:
    assert Reach(AB.tests, is_complete=True).left_out({"c"}) is None
    assert AB.left_out({"c"}) == ("test_a", "test_b", "test_none")


def test_what_may_be_asked_before_there_is_a_test_can_fail_in_any_of_them() -> None:
    assert Reach(AB.tests, frozenset("c"), is_complete=True).left_out({"c"}) == ()


def test_tests_that_share_something_are_run_together() -> None:
    """Also those that share something else with one that is there for that reason."""
    tests = {f"test_{n}": frozenset({f"m{n}"}) for n in range(4)}
    together = (frozenset({"test_1", "test_2"}), frozenset({"test_0", "test_1"}))
    assert Reach(tests, together=together).left_out({"m0"}) == ("test_3",)


def test_of_a_suite_of_which_nothing_is_known_nothing_is_left_out() -> None:
    assert Reach().left_out({"a"}) == ()


def test_what_a_box_sends_is_read_strictly() -> None:
    word: list[Any] = [[["test_a", ["a"]]], ["b"], [["test_a"]], True, False]
    expected = Reach(
        {"test_a": frozenset("a")}, frozenset("b"), (frozenset({"test_a"}),), True, False
    )
    assert Reach.from_wire(word) == expected
    for wrong in (7, [[["test_a", [1]]], *word[1:]], [[["test_a"]], *word[1:]], word[:4]):
        with pytest.raises(Violation):
            Reach.from_wire(wrong)
