"""What `verify` says of a course's tests that the reference doesn't pass."""

from pathlib import Path

import pytest

from grader.course_tests.checks import OF_FILES, failing

FILE = Path("test_work.py")


@pytest.mark.parametrize(
    "words",
    [
        "FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'",
        "TypeError: expected str, bytes or os.PathLike object, not RemoteObject",
        "TypeError: 'PosixPath' object cannot be interpreted as an integer",
    ],
)
def test_a_file_that_is_in_the_other_box_is_named_as_the_reason(words: str) -> None:
    [line] = failing(FILE, {"test_it": f"{words}\nand more"})
    assert line == f"{FILE}: the test test_it fails on the reference: {words} ({OF_FILES})"


def test_other_reasons_are_left_as_they_are() -> None:
    words = "AssertionError: assert 'a.txt' == 'b.txt'"
    lines = [*failing(FILE, {"test_it": words, "test_end": ""})]
    assert lines == [
        f"{FILE}: the test test_it fails on the reference: {words}",
        f"{FILE}: the test test_end fails on the reference: it does not end",
    ]
