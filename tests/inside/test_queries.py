"""Queries are asked on a copy of a database, which is the same for everybody."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from grader.inside.queries import RefusedQuery, any_order, rows, sorted_rows, statements

ALL = "SELECT * FROM t ORDER BY a"


@pytest.fixture
def base(tmp_path: Path) -> str:
    path = str(tmp_path / "t.sqlite")
    with closing(sqlite3.connect(path)) as made:
        made.executescript("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL);")
        made.commit()
    return path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ALL, [(1, "x"), (2, None)]),
        ("-- a; b\nSELECT ';' /* ; */;;\n", [(";",)]),
        ("SELECT 1; INSERT INTO t VALUES (3, x'00'); -- the end", [(1,)]),
        (f"BEGIN; DELETE FROM t WHERE a = 1; COMMIT; {ALL};", [(2, None)]),
        ("CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t; END; SELECT 2", [(2,)]),
        ("DELETE FROM t", []),
        ("-- nothing", []),
        ("", []),
    ],
)
def test_the_last_statement_with_rows_is_the_answer(
    base: str, text: str, expected: list[object]
) -> None:
    assert rows(text, base) == expected
    assert rows(ALL, base) == [(1, "x"), (2, None)]


def test_a_check_changes_the_database_before_and_asks_it_afterwards(base: str) -> None:
    before = "DELETE FROM t; INSERT INTO t VALUES (5, 'y'); INSERT INTO t VALUES (4, 'y')"
    assert rows("UPDATE t SET a = a + 1", base, before, ALL) == [(5, "y"), (6, "y")]
    assert rows("BEGIN; UPDATE t SET a = 0", base, "", "SELECT a FROM t") == [(0,), (0,)]
    assert sorted_rows("SELECT a FROM t ORDER BY a DESC", base) == [(1,), (2,)]


@pytest.mark.parametrize(
    "text",
    [
        "ATTACH 'other' AS o",
        "ATTACH ':memory:' AS o",
        "VACUUM INTO 'copy'",
        "SELECT load_extension('x')",
        "SELECT FROM",
    ],
)
def test_what_reaches_another_file_is_refused(base: str, text: str) -> None:
    with pytest.raises(sqlite3.DatabaseError):
        rows(text, base)
    assert [path.name for path in Path(base).parent.iterdir()] == ["t.sqlite"]


def test_too_many_rows_are_refused(base: str) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"
    with pytest.raises(RefusedQuery, match="more than 10,000 rows"):
        rows(endless, base)


def test_values_of_several_kinds_have_an_order() -> None:
    found = [(b"b",), ("a",), (2,), (1.5,), (None,)]
    assert any_order(found) == [(None,), (1.5,), (2,), ("a",), (b"b",)]


def test_a_semicolon_in_a_text_or_a_comment_ends_nothing() -> None:
    text = "SELECT ';'; -- ;\nSELECT 2;\n"
    assert "".join(statements(text)).strip() == text.strip()
    assert len(statements(text)) == 2
