"""Evidence is cut to what can be read, and its size on a page is known before it is shown."""

import pytest

from gametree import HANDOUT_SMALL
from grader.report.content.exhibits import (
    MOST_FRAMES,
    MOST_WORDS,
    MarkedText,
    TextPiece,
    evidence_size,
    evidence_view,
    marked,
)
from grader.student.claims import picture_of
from grader.student.evidence import Evidence, Frame, TreePicture


def test_bounds_at_the_nodes_are_reported_in_the_story() -> None:
    picture = TreePicture(picture_of(HANDOUT_SMALL), ("c",), tuple("cdeghik"))
    view = evidence_view(Evidence("m", picture=picture))
    assert "(4, ∞)" in view.picture
    assert view.story.endswith("that begins at the root without any.")


def test_words_are_not_compared_with_a_value() -> None:
    worded = evidence_view(Evidence("m", got="Guess(0)", expected="a Guess", in_words=True))
    valued = evidence_view(Evidence("m", got="Guess(0)", expected="Guess(1)"))
    assert not any(piece.differs for piece in (*worded.got.pieces, *worded.expected.pieces))
    assert any(piece.differs for piece in valued.got.pieces)


def test_a_difference_that_the_message_names_is_not_said_twice() -> None:
    twice = evidence_view(Evidence("wrong value: 3 instead of 4", difference="3 instead of 4"))
    once = evidence_view(Evidence("wrong value", difference="3 instead of 4"))
    assert (twice.difference, once.difference) == ("", "3 instead of 4")


def test_long_output_loses_its_middle_with_a_count() -> None:
    view = evidence_view(Evidence("m", output="line\n" * 1_000))
    assert "[… 976 lines …]" in view.output


def test_of_a_deep_recursion_the_last_lines_are_shown() -> None:
    frames = tuple(Frame("a.py", line, "f") for line in range(100))
    assert evidence_view(Evidence("m", frames=frames)).frames == frames[-MOST_FRAMES:]


def test_a_trace_without_an_order_has_no_steps() -> None:
    picture = TreePicture(picture_of(HANDOUT_SMALL), ("c",), ("d",), ordered=False)
    assert evidence_view(Evidence("m", picture=picture)).steps == ()


def test_size_counts_what_escaping_adds() -> None:
    plain = evidence_size(evidence_view(Evidence("m", call="a" * 100)))
    escaped = evidence_size(evidence_view(Evidence("m", call="<" * 100)))
    assert escaped - plain == 300


def test_names_of_files_and_functions_are_cut_since_code_may_choose_them() -> None:
    view = evidence_view(Evidence("m", frames=(Frame("f" * 10_000_000, 3, "g" * 10_000_000),)))
    [frame] = view.frames
    assert (len(frame.file) < 300, frame.line, len(frame.function) < 300) == (True, 3, True)


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
