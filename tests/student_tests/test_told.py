"""What the author of a suite is told: only what was read in its file before it ran."""

from collections.abc import Collection, Mapping

import pytest

from grader.statuses import Status
from grader.student_tests import told
from grader.student_tests.runner import Ending, SuiteRun
from grader.student_tests.told import first_of, nameable, why_no_call, why_not_right

NAMES = ("test_one", "TestMany.test_two", "TestMany")
NOTHING: Mapping[str, str] = {}


def why(
    run: SuiteRun,
    names: Collection[str] = NAMES,
    uncollected: str = "",
    not_run: Mapping[str, str] = NOTHING,
    where: str = "",
) -> str:
    return why_not_right(run, names, uncollected, not_run, where).message


def failed(test: str | None) -> SuiteRun:
    return SuiteRun(Ending.FAILED, (), test)


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("test_one", "test_one fails"),
        ("TestMany.test_two", "TestMany.test_two fails"),
        ("TestMany.test_inherited", "TestMany fails"),
        ("1f3a the digest of all answers", "a test fails"),
        ("test_one of which it says more", "a test fails"),
        (None, "a test fails"),
    ],
)
def test_a_test_is_named_only_if_it_was_read_in_the_file(test: str | None, words: str) -> None:
    assert why(failed(test)) == f"on a correct solution {words}"


def test_nothing_that_a_run_says_of_itself_is_told() -> None:
    run = SuiteRun(Ending.FAILED, (b"said",), "SECRET", "SECRET of a box", Status.ERROR)
    evidence = why_not_right(run, NAMES, "", {})
    assert "SECRET" not in f"{evidence}"
    assert evidence.kind == evidence.message


def test_why_tests_are_not_collected_is_what_their_text_says() -> None:
    start = "on a correct solution your tests can't be collected: "
    assert why(failed(""), uncollected="line 3 has no colon") == f"{start}line 3 has no colon"
    assert why(failed("")) == start + told.NOT_IN_THEIR_TEXT


@pytest.mark.parametrize("status", told.SUITE_ENDED)
def test_a_suite_that_ends_is_told_how(status: Status) -> None:
    run = SuiteRun(Ending.SUITE_ENDED, (), status=status)
    expected = f"on a correct solution{told.ALONE} {told.SUITE_ENDED[status]}"
    assert why(run, where=told.ALONE) == expected


def test_a_suite_that_ran_nothing_is_told_why_if_its_text_says_so() -> None:
    empty = SuiteRun(Ending.EMPTY, ())
    assert why(empty) == f"no test was run: {told.ARE_THERE}"
    not_run = {"test_one": "is skipped", "test_two": "is nested"}
    assert why(empty, not_run=not_run) == "no test was run: test_one is skipped"
    assert why(SuiteRun(Ending.SOLUTION_ENDED, ())) == told.KEEPS_BUSY


def test_a_test_that_fails_by_its_own_text_is_told_why() -> None:
    not_run = {"test_one": "takes a fixture that isn't there"}
    assert why(failed("test_one"), not_run=not_run) == (
        "on a correct solution test_one fails: it takes a fixture that isn't there"
    )


def test_where_there_are_many_tests_first_their_classes_are_not_named_and_then_none() -> None:
    few = ["test_a", "TestX", "TestX.test_b"]
    assert nameable(few) == frozenset(few)
    inside = [f"Test{n}.test_it" for n in range(told.TOO_MANY_TO_NAME // 2)]
    classes = [name.partition(".")[0] for name in inside]
    assert nameable(inside + classes) == frozenset(inside)
    assert nameable((inside + classes)[1:]) == frozenset((inside + classes)[1:])
    assert nameable([f"test_{n}" for n in range(told.TOO_MANY_TO_NAME)]) == frozenset()


def test_a_long_name_is_cut_and_no_call_says_why() -> None:
    assert len(first_of({"test_" + "x" * 999: "is skipped"})) < 100
    assert why_no_call({}).message == told.NO_CALL
    assert why_no_call({"test_a": "is skipped"}).message == f"{told.NO_CALL}: test_a is skipped"
