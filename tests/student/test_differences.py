"""What nobody sees, blanks and line ends, is said in words."""

import doctest

import pytest

from grader.student import differences
from grader.student.compare import difference


def test_the_examples_hold() -> None:
    assert doctest.testmod(differences).failed == 0


@pytest.mark.parametrize(
    ("got", "expected", "words"),
    [
        ("a ", "a", "'a ' instead of 'a': at the end 1 blank instead of nothing"),
        ("a\t", "a  ", r"'a\t' instead of 'a  ': at the end '\t' instead of 2 blanks"),
        ("a\nb", "a\nb\n", r"line 2: no line end instead of the line end \n"),
        ("a\r\nb\n", "a\nb\n", r"line 1: the line end \r\n of Windows instead of the line end \n"),
        ("a\nb\n\n", "a\nb\n", "line 3 is unexpected: ''"),
        ("e\u0301", "é", r"'e\u0301' instead of '\xe9', which looks the same"),
        ("a\nx", "a\nb", "line 2: 'x' instead of 'b'"),
    ],
)
def test_a_difference_that_nobody_sees_is_said(got: str, expected: str, words: str) -> None:
    assert difference(got, expected) == words
