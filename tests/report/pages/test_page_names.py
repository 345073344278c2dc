"""Names of students' pages are safe and stable, whatever a student is called."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.report.pages.page_names import page_name

DEVICES = ("CON", "nul", "Aux.x", "com1", "LPT9.a.b")  # of Windows


@pytest.mark.parametrize(
    "student", ["conny", "com", "com10", "x.nul", "ada", "Ada_2", "s-1.b", "x" * 100]
)
def test_a_safe_id_is_its_own_name(student: str) -> None:
    assert page_name(student) == f"{student}.html"


@pytest.mark.parametrize(
    "student",
    ["", ".", "..", "../x", "a/b", ".hidden", "-rf", "a\nb", "é", "\ud800", "x" * 101, *DEVICES],
)
def test_any_other_id_gets_a_name_of_safe_characters_with_a_hash(student: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]*~[0-9a-f]{16}\.html", page_name(student))


@settings(derandomize=True, database=None, deadline=None)
@given(st.lists(st.text(st.characters(codec=None), max_size=8), unique=True, max_size=20))
def test_two_students_never_share_a_page(students: list[str]) -> None:
    assert len({page_name(student) for student in students}) == len(students)
