"""The first difference of two texts is marked in both."""

import pytest

from grader.report.content.marked import Marked, marked


@pytest.mark.parametrize(
    ("got", "due", "marks"),
    [
        ("[1, 22, 3]", "[1, 23, 3]", ("22", "23")),
        ("(3, 'hi')", "(3, 'ho')", ("hi", "ho")),
        ("a, b", "a, b, c", ("", ",")),
        ("same", "same", ("", "")),
        ("anything", "", ("", "")),
        ("", "anything", ("", "")),
    ],
)
def test_marks_the_first_word_that_differs(got: str, due: str, marks: tuple[str, str]) -> None:
    here, there = marked(got, due)
    assert (here.mark, there.mark) == marks


def test_the_pieces_make_the_whole_text_again() -> None:
    here, there = marked("Guess(3) at\n2", "Guess(4) at\n2")
    assert (here.text, there.text) == ("Guess(3) at\n2", "Guess(4) at\n2")


def test_a_text_without_a_mark_is_one_piece() -> None:
    assert marked("x", "x") == (Marked("x"), Marked("x"))
