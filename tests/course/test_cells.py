"""Cells of CSV: quoted, no formulas, no commands to a terminal, and read back as they were."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.cells import HostId, clean_id, csv_line, read_cell, text_cell


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", " =", "\n=", "＝", "＋", "－", "＠"])
def test_a_text_that_would_be_a_formula_is_none(sign: str) -> None:
    assert text_cell(f"{sign}1+1") == f"'{sign}1+1"


@pytest.mark.parametrize("login", ["+ada", "-ada", "@ada", "ada@example.edu"])
def test_a_login_stays_what_another_system_knows(login: str) -> None:
    assert csv_line([HostId(login)]) == f'"{login}"\n'


@pytest.mark.parametrize("login", ["=ada", "+cmd|x!A1", "-a()", "@a b", "+a\n"])
def test_no_login_is_a_formula_that_could_do_something(login: str) -> None:
    assert csv_line([HostId(login)]).startswith(f"\"'{login[:2]}")


def test_a_sign_alone_is_no_formula() -> None:
    assert text_cell("-") == "-"


def test_a_semicolon_starts_no_cell_where_semicolons_part_cells() -> None:
    line = csv_line(["ada;=1+1", 8.0])
    assert next(csv.reader(io.StringIO(line), delimiter=";")) == ["ada;=1+1,8"]


@pytest.mark.parametrize("hidden", ["\x1b", "\u202e", "\x00", "\r", "\u2028", "\ud800", "\x9b"])
def test_what_would_command_a_terminal_is_shown(hidden: str) -> None:
    assert hidden not in csv_line([f"a{hidden}b"])


def test_numbers_are_short_and_nothing_is_an_empty_cell() -> None:
    assert csv_line([0.1 + 0.2, 8.0, 7, None, ""]) == '0.3,8,7,,""\n'


@given(st.lists(st.text("a'=-+@ ;,\"\n\t", max_size=6).map(str.strip), min_size=1, max_size=4))
def test_texts_are_read_back_as_they_were(texts: list[str]) -> None:
    texts = [text.replace("\t", "") for text in texts]
    [cells] = csv.reader(io.StringIO(csv_line(texts), newline=""), strict=True)
    assert list(map(read_cell, cells)) == [text.strip() for text in texts]


@given(st.text(max_size=8))
def test_a_clean_id_shows_and_is_read_back_as_it_was(text: str) -> None:
    student = clean_id(text)
    [cells] = csv.reader(io.StringIO(csv_line([student]), newline=""), strict=True)
    assert [read_cell(cell) for cell in cells] == [student] == [clean_id(student)]
    assert student.isprintable()
