"""What `verify` says of a course's tests that the reference doesn't pass."""

from pathlib import Path

import pytest

from grader.course_tests.checks import failing

FILE = Path("test_work.py")


OF_FILES = (
    "what lies beside the tests is theirs alone; what a hand-in reads, too, lies in the handout "
    "and is named under files in config.yaml"
)
OF_FIXTURES = "those of public tests are in handout/checks/course_fixtures.py"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("FileNotFoundError: [Errno 2] No such file or directory: 'a.txt'", OF_FILES),
        ("_pytest.fixtures.FixtureLookupError: ('prices', …)", OF_FIXTURES),
    ],
)
def test_what_a_failure_means_is_said_beside_it(words: str, meant: str) -> None:
    [line] = failing(FILE, {"test_it": f"{words}\n  and more"})
    assert line == f"{FILE}: the test test_it fails on the reference: {words} and more ({meant})"


def test_other_reasons_are_left_as_they_are() -> None:
    words = "AssertionError: assert 'a.txt' == 'b.txt'"
    lines = [*failing(FILE, {"test_it": words, "test_end": ""})]
    assert lines == [
        f"{FILE}: the test test_it fails on the reference: {words}",
        f"{FILE}: the test test_end fails on the reference: it does not end",
    ]
