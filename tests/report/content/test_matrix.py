"""The table of hand-ins: its rows are in the order of a list of names."""

from dataclasses import replace

from grader.report.content.classes import Summary
from grader.report.content.matrix import by_name
from tests.report.report_samples import handin, view_of


def named(**names: str) -> list[Summary]:
    """Rows of students with these logins and names."""
    rows = view_of(*map(handin, names)).rows
    return [replace(row, name=names[row.student]) for row in rows]


def logins(rows: list[Summary]) -> list[str]:
    return [row.student for row in by_name(rows)]


def test_students_stand_by_last_name_and_then_by_first_name() -> None:
    rows = named(a="Zoe Adams", b="Ada van Dyke", c="Carl adams", d="Baker, Wim", e="Cher")
    assert logins(rows) == ["c", "a", "d", "e", "b"]


def test_without_a_name_the_login_decides() -> None:
    assert logins(named(miller="", x="Ada Nash", clark="")) == ["clark", "miller", "x"]
    assert logins(named(b="Ada Nash", a="Ada Nash")) == ["a", "b"]


def test_an_accent_changes_no_place() -> None:
    assert logins(named(a="Pak Pak", b="Can \u00d6zil", c="Ann Owen")) == ["c", "b", "a"]


def test_what_stands_behind_a_last_name_is_no_name() -> None:
    rows = named(
        a="Sam Young Jr.", b="Sam Young, III", c="Ives, Ann", d="Young Sr., Al", e="Zoe Moss"
    )
    assert logins(rows) == ["c", "e", "d", "a", "b"]
