"""Boards and runs are drawn with what is expected beside what came, and described in words."""

import xml.etree.ElementTree as ET

import pytest

from grader.report.pictures.drawing import LETTER, MOST_BLOCKS, picture_story, picture_svg
from grader.student.evidence import BoardPicture, Picture, RunsPicture
from tests.report.report_samples import BOARD, HOSTILE, LOLO, RUNS, TREE


def classes(picture: Picture) -> list[str]:
    return [e.attrib.get("class", "") for e in ET.fromstring(picture_svg(picture)).iter()]


@pytest.mark.parametrize("picture", [TREE, BOARD, LOLO, RUNS])
def test_every_picture_carries_its_story(picture: Picture) -> None:
    root = ET.fromstring(picture_svg(picture))
    assert (root.attrib["role"], root.attrib["aria-label"]) == ("img", picture_story(picture))


def test_a_board_has_a_line_before_and_after_each_row_and_column() -> None:
    [grid] = [e for e in ET.fromstring(picture_svg(LOLO)).iter() if e.tag == "path"]
    assert (grid.attrib["d"].count("h136"), grid.attrib["d"].count("v136")) == (5, 5)


def test_cells_that_differ_are_framed_on_both_boards() -> None:
    assert classes(BOARD).count("differs") == 2


def test_discs_differ_by_shape_and_by_letter() -> None:
    root = ET.fromstring(picture_svg(BoardPicture(("XO",))))
    letters = [text.text for text in root.iter("text") if text.text]
    kinds = [circle.attrib["class"] for circle in root.iter("circle")]
    assert (letters, kinds) == (["X", "O"], ["piece solid", "piece hollow"])


def test_lolos_pieces_keep_their_digits() -> None:
    root = ET.fromstring(picture_svg(LOLO))
    assert sorted(text.text or "" for text in root.iter("text"))[-10:] == list("1111222234")


def test_one_row_is_not_rows() -> None:
    assert picture_story(BoardPicture(("XO ",))) == "A board of 1 row, from the top: XO.."
    assert picture_story(BoardPicture(("X", "O"))).startswith("A board of 2 rows, from the top:")


def test_the_story_of_a_board_names_the_cells_that_differ() -> None:
    assert picture_story(BOARD).endswith("They differ at row 2 from the top, column 3.")


def test_boards_of_unequal_shape_can_be_compared() -> None:
    story = picture_story(BoardPicture(("ab",), "", ("a", "c")))
    assert story.endswith(
        "They differ at row 1 from the top, column 1; row 2 from the top, column 0."
    )


def test_the_names_below_narrow_boards_have_room() -> None:
    root = ET.fromstring(picture_svg(BoardPicture(("X",), "what was returned", ("O",))))
    labels = [e for e in root.iter("text") if e.attrib.get("class") == "label"]
    one, other = [(float(e.attrib["x"]), len(e.text or "")) for e in labels]
    assert other[0] - one[0] > LETTER * (one[1] + other[1]) / 2
    assert float(root.attrib["width"]) > other[0] + LETTER * other[1] / 2


def test_runs_returned_and_runs_expected_are_blocks_of_their_lengths() -> None:
    root = ET.fromstring(picture_svg(RUNS))
    lengths = [text.text for text in root.iter("text") if (text.text or "").startswith("×")]
    assert lengths == ["× 2", "× 2", "× 1", "× 1", "× 2", "× 3", "× 1"]


def test_neighbouring_runs_alternate() -> None:
    kinds = [kind for kind in classes(RUNS) if kind.startswith("run ")]
    assert kinds == ["run r0", "run r1", "run r0", "run r1", "run r0", "run r1", "run r0"]


def test_a_long_sequence_is_drawn_as_far_as_it_can_be_read() -> None:
    picture = RunsPicture(("1",) * 10_000, (10_000,), (9_999, 1))
    svg = picture_svg(picture)
    assert f"… {10_000 - MOST_BLOCKS} more" in svg
    assert len(svg) < 20_000


@pytest.mark.parametrize("lengths", [(), (-5, 3), (10**9,), (0, 0)])
def test_lengths_that_make_no_sense_are_drawn_as_far_as_they_do(lengths: tuple[int, ...]) -> None:
    ET.fromstring(picture_svg(RunsPicture(("1", "2"), lengths, (2,))))


def test_texts_of_a_hand_in_stay_text() -> None:
    for picture in (
        BoardPicture((HOSTILE,), HOSTILE, (HOSTILE,)),
        RunsPicture((HOSTILE,), (1,), (1,)),
    ):
        tags = {element.tag for element in ET.fromstring(picture_svg(picture)).iter()}
        assert tags <= {"svg", "path", "rect", "circle", "text"}
