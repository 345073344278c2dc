"""Pseudonyms stay the same, differ, and say nothing."""

from pathlib import Path

import pytest

from grader.course.roster import Person
from grader.errors import OutputError
from grader.marking.pseudonyms import pseudonyms, read_secret, without_names

STUDENTS = [f"student{number}" for number in range(2000)]


def test_each_has_another_one_and_keeps_it() -> None:
    found = pseudonyms(STUDENTS, "salt")
    assert {*found.values()} == {*STUDENTS}
    assert pseudonyms(reversed(STUDENTS), "salt") == found
    assert pseudonyms(STUDENTS, "pepper") != found


def test_the_order_is_not_that_of_the_ids() -> None:
    assert list(pseudonyms(STUDENTS, "salt").values()) != sorted(STUDENTS)


def test_the_secret_outlives_a_restart_and_is_for_its_owner_alone(tmp_path: Path) -> None:
    first = read_secret(tmp_path)
    assert read_secret(tmp_path) == first
    assert (tmp_path / "marking.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["[", "[1]", '{"salt": "a"}'])
def test_a_damaged_secret_is_one_line_on_what_to_do(text: str, tmp_path: Path) -> None:
    (tmp_path / "marking.json").write_text(text, "utf-8")
    with pytest.raises(OutputError, match=r"marking\.json: it is damaged; restore it, or delete"):
        read_secret(tmp_path)


def test_authors_are_blotted_out_where_they_are_named() -> None:
    people = [Person("al1", "Ada Lovelace", "ada@x.org"), Person("bo"), Person("c.d")]
    text = "# ADA LOVELACE (al1) ada@x.org\nval1 = bo + cxd\n"
    assert without_names(text, people) == "# ············ (···) ·········\nval1 = bo + cxd\n"
