"""Texts as checks expect them: what is accepted, and the words on what is not."""

import re
from typing import Any

import pytest

from grader.student.expected_text import (
    containing,
    expected_text,
    in_any_order,
    is_expected_text,
)


@pytest.mark.parametrize(
    ("parts", "text", "fault"),
    [
        (("a", "b"), "b a", ""),
        (("a", "a"), "a", ""),
        (("a", "c"), "b a", "'c' is not in it"),
        ((), "", ""),
    ],
)
def test_parts_may_be_anywhere(parts: tuple[str, ...], text: str, fault: str) -> None:
    assert containing(*parts).fault(text) == fault


@pytest.mark.parametrize(
    ("parts", "text", "fault"),
    [
        (("a", "b"), "a b", ""),
        (("a", "b"), "b a", "'b' is not in it behind the others"),
        (("a", "a"), "a", "'a' is not in it behind the others"),
        (("aa", "ab"), "aab", "'ab' is not in it behind the others"),
        (("a", "c"), "a", "'c' is not in it"),
    ],
)
def test_parts_in_order_are_one_behind_the_other(
    parts: tuple[str, ...], text: str, fault: str
) -> None:
    assert containing(*parts, in_order=True).fault(text) == fault


def test_lines_in_any_order_are_each_there_as_often() -> None:
    lines = in_any_order("a\nb\na\n")
    assert [lines.fault(text) for text in ("a\na\nb", "b\r\na\r\na\r\n", "a\nb")] == [
        *("", "", "missing: 'a'")
    ]
    assert lines.fault("a\na\na\nc\n") == "missing: 'b'; too much: 'a', 'c'"


def is_short(text: str) -> bool:
    return len(text) < 3


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("a\n", "'a\\n'"),
        (re.compile("^a"), "a text in which the pattern '^a' is found"),
        (is_short, "a text that the check accepts (is short)"),
        (lambda _text: True, "a text that the check accepts (lambda)"),
        (containing("a"), "a text with 'a' in it"),
        (containing("a", "b"), "a text with 'a' and 'b' in it"),
        (containing("a", "b", in_order=True), "a text with 'a' and 'b' in it, in this order"),
        (in_any_order("a\nb"), "the lines 'a', 'b', in any order"),
    ],
)
def test_what_is_expected_is_said_in_words(expected: Any, words: str) -> None:
    assert repr(expected_text(expected)) == words


@pytest.mark.parametrize(
    ("expected", "text", "fault"),
    [
        ("a", "b", "'a' is expected"),
        (re.compile("^a"), "ba", "the pattern '^a' is not found in it"),
        (re.compile("a"), "ba", ""),
        (is_short, "abc", "the check doesn't accept it (is short)"),
        (is_short, "ab", ""),
    ],
)
def test_a_fault_says_what_another_text_lacks(expected: Any, text: str, fault: str) -> None:
    assert expected_text(expected).fault(text) == fault


def test_what_is_no_text_at_all_is_a_mistake_of_the_check() -> None:
    with pytest.raises(TypeError) as caught:
        expected_text(7)  # type: ignore[arg-type]  # what staff may write
    assert str(caught.value) == (
        "no text is as 7 says: give a text, a pattern of `re.compile`, a function, containing(…) "
        "or in_any_order(…)"
    )


def test_a_long_text_is_cut_in_the_words() -> None:
    assert len(expected_text(re.compile("x" * 9999)).words) < 300
    assert len(containing("x" * 9999).fault("")) < 300


def test_only_patterns_and_such_texts_stand_for_texts_where_any_value_may_be_expected() -> None:
    found = [is_expected_text(one) for one in (containing("a"), re.compile("a"), "a", is_short)]
    assert found == [True, True, False, False]
