"""SQL queries, run where student code runs, on an in-memory copy of the course's database."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

# Statements that could reach other files than the copy.
REFUSED = (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH)
MOST_ROWS = 10_000


class RefusedQuery(ValueError):
    """A query that can't be answered; the message says why."""


def rows(text: str, database: str, before: str = "", then: str = "") -> list[object]:
    """The rows of a text's last statement that returns any, on a database file.

    `before` and `then` are the check's own SQL, run before and after it: the rows of `then` are the
    answer, if given. Raises what sqlite3 raises, and `RefusedQuery` if there are too many rows.
    """
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(Path(database).read_bytes())
        connection.isolation_level = None
        _answers(connection, before)
        # After `before`, which is the check's and may do anything.
        connection.set_authorizer(_allowed)
        found = _answers(connection, str(text))
        return found if not then else _answers(connection, then)
    finally:
        connection.close()


def sorted_rows(text: str, database: str, before: str = "", then: str = "") -> list[object]:
    """The same for queries whose rows may come in any order."""
    return any_order(rows(text, database, before, then))


def any_order(found: Iterable[object]) -> list[Any]:
    """Rows in an order that depends only on the rows.

    >>> any_order([("b", 1), (None, 2), (2, 0), (1.5, 0)])
    [(None, 2), (1.5, 0), (2, 0), ('b', 1)]
    """
    return sorted(found, key=lambda row: [_place(value) for value in row])


def _place(value: object) -> tuple[int, object]:
    # As SQLite orders values of different types.
    kinds: tuple[type | tuple[type, ...], ...] = (type(None), (int, float), str, bytes)
    kind = next(number for number, one in enumerate(kinds) if isinstance(value, one))
    return kind, 0 if value is None else value


def _allowed(action: int, *_names: object) -> int:
    return sqlite3.SQLITE_DENY if action in REFUSED else sqlite3.SQLITE_OK


def _answers(connection: sqlite3.Connection, text: str) -> list[object]:
    found: list[object] | None = None
    for statement in statements(text):
        cursor = connection.execute(statement)
        if cursor.description is not None:
            found = cursor.fetchmany(MOST_ROWS + 1)
    if found is None:
        return []
    if len(found) > MOST_ROWS:
        raise RefusedQuery(f"the query gives more than {MOST_ROWS:,} rows")
    return found


def statements(text: str) -> list[str]:
    """The statements of a text, split where SQLite itself finds their ends.

    >>> statements("SELECT ';'; -- two\\nSELECT 2")
    ["SELECT ';';", ' -- two\\nSELECT 2']
    """
    found, begin = list[str](), 0
    for end in [at + 1 for at, one in enumerate(text) if one == ";"]:
        if sqlite3.complete_statement(text[begin:end]):
            found.append(text[begin:end])
            begin = end
    return [*found, text[begin:]] if text[begin:].strip() else found
