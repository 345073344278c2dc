"""Evidence as lines for a terminal: aligned, short, and harmless whatever a student printed."""

import pytest

from grader.student.evidence import BoardPicture, Evidence, Frame, PictureNode, TreePicture
from grader.student.text import Sizes, evidence_lines, plain, tree_lines


def test_each_part_has_its_label_and_further_lines_are_aligned() -> None:
    evidence = Evidence(
        "wrong value",
        call="one\ntwo",
        got="1",
        expected="2",
        difference="1 instead of 2",
        hint="add one",
        frames=(Frame("las.py", 3, "f"),),
        output="so far\n",
    )
    assert evidence_lines(evidence, indent="  ") == [
        "  why        wrong value",
        "  call       one",
        "             two",
        "  got        1",
        "  expected   2",
        "  first      1 instead of 2",
        "  hint       add one",
        "  at         las.py, line 3, in f",
        "  printed    so far",
    ]


def test_a_line_that_is_several_frames_is_shown_once() -> None:
    frames = [Frame("a.py", 3, "f", "g(x)"), *[Frame("a.py", 5, name, "y") for name in "gh"]]
    assert evidence_lines(Evidence("m", frames=tuple(frames)), indent="")[1:] == [
        "at         a.py, line 3, in f: g(x)",
        "at         a.py, line 5, in g: y",
    ]


def test_in_brief_a_hint_and_lines_of_code_follow_what_happened() -> None:
    frames = (Frame("a.py", 3, "f", "g(x)"), Frame("a.py", 5, "g", "y = " + "x + " * 20))
    evidence = Evidence("NameError: x (a.py, line 5)", call="f(1)", hint="say x", frames=frames)
    lines = evidence_lines(evidence, "", sizes=Sizes(width=40), brief=True)
    assert lines == [
        "why        NameError: x",
        "hint       say x",
        "at         a.py, line 3: g(x)",
        "at         line 5: y = x + x + x + x + …",
        "call       f(1)",
    ]


def test_in_brief_a_board_beside_the_expected_one_is_shown_instead_of_both_values() -> None:
    def brief(expected: tuple[str, ...]) -> list[str]:
        board = BoardPicture(("X",), expected_rows=expected)
        evidence = Evidence("wrong value", got="Board(1)", expected="Board(2)", picture=board)
        return [line.split()[0] for line in evidence_lines(evidence, "", brief=True)]

    assert brief(("O",)) == ["why", "board", "|X|"]
    assert brief(("X",)) == ["why", "got", "expected", "board", "|X|"]


def test_a_difference_that_the_message_shows_is_not_shown_twice() -> None:
    lines = evidence_lines(Evidence("wrong value: 1 instead of 2", difference="1 instead of 2"))
    assert lines == ["      why        wrong value: 1 instead of 2"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("héllo ✓", "héllo ✓"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x00\x07\r", "\\x00\\x07\\r"),
        ("a\u202eb", "a\\u202eb"),
        ("\u200b\u2028", "\\u200b\\u2028"),
        ("\ud800", "\\ud800"),
        ("\x9b31m", "\\x9b31m"),
    ],
)
def test_no_character_does_anything_to_the_terminal(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_printed_lines_can_not_pass_for_lines_of_the_report() -> None:
    hostile = "\n  ✓ las.look_and_say: all passed\r\n\x1b[2K180 of 180"
    lines = evidence_lines(Evidence(hostile, output=hostile))
    assert all(line.startswith(" " * 6) for line in lines)
    assert not any("\x1b" in line or "\r" in line for line in lines)


def test_long_output_shows_both_ends() -> None:
    output = "\n".join(map(str, range(100)))
    lines = evidence_lines(Evidence("x", output=output))
    assert [line.split()[-1] for line in lines[-6:]] == ["94", "95", "96", "97", "98", "99"]
    assert any("[… 88 lines …]" in line for line in lines)


def test_the_tree_says_of_each_terminal_what_became_of_it() -> None:
    names = ("seen", "extra", "missed", "cut")
    leaves = tuple(PictureNode(name, "leaf", "1") for name in names)
    picture = TreePicture(
        PictureNode("a", "max", children=leaves, player="Maxie"),
        ("seen", "extra"),
        ("seen", "missed"),
    )
    assert tree_lines(picture) == [
        "a (Maxie)",
        "  seen 1  visited",
        "  extra 1  VISITED, but not expected",
        "  missed 1  MISSED: expected, but not visited",
        "  cut 1  pruned",
    ]
