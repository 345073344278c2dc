"""Which tests a run leaves out, by what their text can ask."""

from typing import Any

import pytest

from grader.inside.wire import Violation
from grader.student_tests.reach import Reach

AB = Reach({"test_a": frozenset("a"), "test_b": frozenset("b"), "test_none": frozenset()})


def test_tests_that_can_ask_nothing_of_what_is_faulty_are_left_out() -> None:
    assert AB.blocks({"fault": {"a", "c"}}) == {("test_b", "test_none"): ["fault"]}


def test_each_test_is_in_one_block_by_the_faults_that_it_can_notice() -> None:
    tests = {"test_a": "a", "test_b": "b", "test_ab": "ab", "test_b_too": "b", "test_none": ""}
    reach = Reach({name: frozenset(asked) for name, asked in tests.items()})
    found = reach.blocks({"in_a": {"a"}, "in_b": {"b"}, "in_both": {"a", "b"}})
    blocks = [(tests.keys() - {*left_out}, faults) for left_out, faults in found.items()]
    assert blocks == [
        ({"test_a"}, ["in_a", "in_both"]),
        ({"test_b", "test_b_too"}, ["in_b", "in_both"]),
        ({"test_ab"}, ["in_a", "in_b", "in_both"]),
    ]


def test_tests_that_ask_fewer_modules_come_first() -> None:
    tests = {"test_all": frozenset("abc"), "test_c": frozenset("c"), "test_bc": frozenset("bc")}
    blocks = Reach(tests).blocks({"a": {"a"}, "b": {"b"}, "c": {"c"}})
    assert [*blocks] == [
        ("test_all", "test_bc"),
        ("test_all", "test_c"),
        ("test_bc", "test_c"),
    ]


def test_a_class_is_left_out_only_where_all_of_its_tests_are() -> None:
    """It stands for tests that it has from another class, and is asked what all of them ask."""
    asked = {"Test": "ab", "Test.test_a": "a", "Test.test_b": "b", "test_c": "c"}
    reach = Reach({name: frozenset(modules) for name, modules in asked.items()})
    found = reach.blocks({"in_a": {"a"}, "in_b": {"b"}, "in_c": {"c"}})
    assert found == {
        ("Test.test_b", "test_c"): ["in_a"],
        ("Test.test_a", "test_c"): ["in_b"],
        ("Test", "Test.test_a", "Test.test_b"): ["in_c"],
        ("Test.test_a", "Test.test_b", "test_c"): ["in_a", "in_b"],
    }


def test_none_is_run_if_none_can_notice_and_no_other_name_can_be_a_test() -> None:
    fault = {"fault": {"c"}}
    assert Reach(AB.tests, is_complete=True).blocks(fault) == {}
    assert AB.blocks(fault) == {("test_a", "test_b", "test_none"): ["fault"]}


def test_what_may_be_asked_before_there_is_a_test_can_fail_in_any_of_them() -> None:
    reach = Reach(AB.tests, frozenset("c"), is_complete=True)
    assert reach.blocks({"fault": {"c"}}) == {(): ["fault"]}


def test_tests_that_share_something_are_run_together() -> None:
    """Also those that share something else with one that is there for that reason."""
    tests = {f"test_{n}": frozenset({f"m{n}"}) for n in range(4)}
    together = (frozenset({"test_1", "test_2"}), frozenset({"test_0", "test_1"}))
    faults = {"zero": {"m0"}, "one": {"m1"}, "three": {"m3"}}
    found = Reach(tests, together=together).blocks(faults)
    assert found == {("test_0", "test_1", "test_2"): ["three"], ("test_3",): ["zero", "one"]}


def test_of_a_suite_of_which_nothing_is_known_nothing_is_left_out() -> None:
    assert Reach().blocks({"one": {"a"}, "two": {"b"}}) == {(): ["one", "two"]}


def test_what_a_box_sends_is_read_strictly() -> None:
    word: list[Any] = [[["test_a", ["a"]]], ["b"], [["test_a"]], True, False]
    expected = Reach(
        {"test_a": frozenset("a")}, frozenset("b"), (frozenset({"test_a"}),), True, False
    )
    assert Reach.from_wire(word) == expected
    for wrong in (7, [[["test_a", [1]]], *word[1:]], [[["test_a"]], *word[1:]], word[:4]):
        with pytest.raises(Violation):
            Reach.from_wire(wrong)
