"""All differences of two texts are marked in both."""

import pytest

from grader.report.content.marked import MOST_WORDS, MarkedText, TextPiece, marked


def marks(text: MarkedText) -> list[str]:
    return [piece.text for piece in text.pieces if piece.differs]


@pytest.mark.parametrize(
    ("got", "expected", "here", "there"),
    [
        ("[1, 22, 3]", "[1, 23, 3]", ["22"], ["23"]),
        ("[1, 2, 3, 4]", "[9, 2, 3, 5]", ["1", "4"], ["9", "5"]),
        ("a, b", "a, b, c", [], [", c"]),
        ("same", "same", [], []),
        ("anything", "", [], []),
        ("", "anything", [], []),
    ],
)
def test_marks_every_word_that_differs(
    got: str, expected: str, here: list[str], there: list[str]
) -> None:
    assert tuple(map(marks, marked(got, expected))) == (here, there)


def test_the_pieces_make_the_whole_text_again() -> None:
    here, there = marked("Guess(3) at\n2", "Guess(4) at\n2")
    assert (here.text, there.text) == ("Guess(3) at\n2", "Guess(4) at\n2")


def test_a_text_without_a_mark_is_one_piece() -> None:
    assert marked("x", "x") == (MarkedText((TextPiece("x"),)), MarkedText((TextPiece("x"),)))


def test_of_very_long_texts_the_first_difference_is_marked() -> None:
    got, expected = (f"{first}, 5" + ", 0" * MOST_WORDS + f", {first}" for first in "12")
    here, there = marked(got, expected)
    assert (marks(here), marks(there)) == (["1"], ["2"])
    assert (here.text, there.text) == (got, expected)
