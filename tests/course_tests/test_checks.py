"""What `verify` says of a course's tests that the reference doesn't pass."""

from pathlib import Path

import pytest

from grader.course_tests.checks import TaskTests, TriedFile, assigned, failing
from grader.course_tests.examination import TestEnding, TestOutcome
from grader.course_tests.plan import CourseTest, read_plan

FILE = Path("test_work.py")


OF_FILES = (
    "what lies beside the tests is theirs alone; what a hand-in reads, too, lies in the handout "
    "and is named under files in config.yaml"
)
OF_FIXTURES = "those of public tests are in handout/checks/course_fixtures.py"
OF_VALUES = (
    "an object whose class is below str, tuple or another value's stays in the hand-in: give "
    "Python's own functions str(x), tuple(x) and so on"
)
OF_RAISING = (
    "tests as they are raise no exception that comes from the hand-in, nor it one that is handed "
    "over: let a function raise it"
)


def failed(words: str, line: int = 0, text: str = "") -> TestOutcome:
    return TestOutcome(TestEnding.FAILED, words, line, text)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'", OF_FILES),
        ("_pytest.fixtures.FixtureLookupError: ('prices', …)", OF_FIXTURES),
        ("TypeError: sequence item 0: expected str instance, Email found", OF_VALUES),
        ("TypeError: Object of type Point is not JSON serializable", OF_VALUES),
        ("TypeError: exceptions must derive from BaseException", OF_RAISING),
    ],
)
def test_what_a_failure_means_is_said_beside_it(words: str, meant: str) -> None:
    [line] = failing(FILE, {"test_it": failed(f"{words}\n  and more")})
    assert line == f"{FILE}: the test test_it fails on the reference: {words} and more ({meant})"


def test_other_reasons_are_left_as_they_are() -> None:
    words = "AssertionError: assert 'a.txt' == 'b.txt'"
    lines = [*failing(FILE, {"test_it": failed(words), "test_end": failed("")})]
    assert lines == [
        f"{FILE}: the test test_it fails on the reference: {words}",
        f"{FILE}: the test test_end fails on the reference: it does not end",
    ]


def test_the_line_in_which_a_test_fails_is_named_if_it_is_in_that_file(tmp_path: Path) -> None:
    file = tmp_path / "test_work.py"
    file.write_text("def test_a():\n    assert f(\n        1)\n", "utf-8")
    outcomes = {"a": failed("no", 2, "assert f(\n        1)"), "b": failed("no", 3, "other()")}
    assert [line.partition(": ")[0] for line in failing(file, outcomes)] == [f"{file}:2", f"{file}"]


def test_a_test_that_is_skipped_may_be_named_beside_others(tmp_path: Path) -> None:
    file = tmp_path / "test_work.py"
    file.write_text("def test_a(): ...\ndef test_b(): ...\ndef test_c(): ...\n", "utf-8")
    tried = TriedFile(file, read_plan(file, {}), (CourseTest("test_a", ""),), public=False)

    def lines(*names: tuple[str, ...]) -> list[str]:
        tasks = [TaskTests(f"work.{at}", one) for at, one in enumerate(names)]
        return [line.partition("'work.")[2][:15] for line in assigned([tried], tasks)[1]]

    assert lines(("test_a", "test_b")) == []
    assert lines(("test_a", "test_d")) == ["0' names test_d"]
    assert lines(("test_a",), ("test_b", "test_c")) == ["1' names test_b", "1' names test_c"]
