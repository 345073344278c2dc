"""Text of a hand-in is data: every character of it shows, and none commands a screen."""

import re
import unicodedata

import pytest

from grader.report.sanitize import cut_block, for_log, one_line, visible
from tests.report.report_samples import HOSTILE

INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("naïve 黒 ✓", "naïve 黒 ✓"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("\x00", "\\x00"),
        ("\ud800", "\\ud800"),
        ("\ue000", "\\ue000"),
        ("\u2028\u2029", "\\u2028\\u2029"),
        ("\U000e0041", "\\U000e0041"),
        ("bell\x07 c1\x9b", "bell\\x07 c1\\x9b"),
        ("cr\r\n", "cr\\r\n"),
        ("tab\tand\nline", "tab\tand\nline"),
    ],
)
def test_shows_what_would_not_show(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_leaves_no_character_of_the_six_categories_but_newlines_and_tabs() -> None:
    every = "".join(map(chr, range(0x30000))) + "".join(map(chr, range(0xE0000, 0xE0200)))
    left = {c for c in visible(every) if unicodedata.category(c) in INVISIBLE}
    assert left == {"\n", "\t"}


def test_is_idempotent_on_hostile_text() -> None:
    assert visible(visible(HOSTILE)) == visible(HOSTILE)


def test_what_comes_out_can_be_written_as_utf_8() -> None:
    assert visible(HOSTILE).encode("utf-8").decode("utf-8") == visible(HOSTILE)


def test_many_lines_are_cut_in_their_middle_with_a_count() -> None:
    text = "\n".join(map(str, range(100)))
    assert cut_block(text, 4) == "0\n1\n[… 96 lines …]\n98\n99"


def test_ten_megabytes_in_one_line_become_a_screenful() -> None:
    assert len(cut_block("x" * 10_000_000)) < 2_100


@pytest.mark.parametrize(
    "text",
    [
        "a ##[set-output name=x]1",
        "###vso[task.setvariable]",
        "##teamcity[buildStatus]",
        "::error::x",
        "one\n \t::warning file=x::y",
    ],
)
def test_no_build_server_takes_a_text_for_a_command(text: str) -> None:
    assert not re.search(r"##\w*\[|^\s*::\w", for_log(text), re.MULTILINE)


@pytest.mark.parametrize("text", ["## Title", "a::b", "x[::2]", "# #[", "::"])
def test_what_is_no_command_stays_as_it_is(text: str) -> None:
    assert for_log(text) == text


def test_hostile_text_is_one_line_of_visible_characters() -> None:
    line = one_line(HOSTILE + "\n::error::x\r")
    assert line.isprintable()
    assert "\\x1b[31mred" in line
