"""Queries of SQL, run where student code runs, on a copy in memory of the course's database."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

# What would reach another file than the copy.
REFUSED = (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH)
MOST_ROWS = 10_000


class RefusedQuery(ValueError):
    """A query that can't be answered: its text says why."""


def rows(text: str, database: str, before: str = "", then: str = "") -> list[object]:
    """The rows of the last statement of a text that gives any, on a database that is a file.

    `before` it, and `then`, is SQL of the check's: the rows of the latter are the answer, if there
    is one. Raises what sqlite3 raises, and `RefusedQuery` if there are too many rows.
    """
    connection = sqlite3.connect(":memory:")
    try:
        connection.deserialize(Path(database).read_bytes())
        connection.isolation_level = None
        _answers(connection, before)
        connection.set_authorizer(_allowed)
        found = _answers(connection, str(text))
        return found if not then else _answers(connection, then)
    finally:
        connection.close()


def sorted_rows(text: str, database: str, before: str = "", then: str = "") -> list[object]:
    """The same where the order of rows is free."""
    return any_order(rows(text, database, before, then))


def any_order(found: Iterable[object]) -> list[Any]:
    """Rows in an order that depends on nothing but themselves.

    >>> any_order([("b", 1), (None, 2), (2, 0), (1.5, 0)])
    [(None, 2), (1.5, 0), (2, 0), ('b', 1)]
    """
    return sorted(found, key=lambda row: [_place(value) for value in row])


def _place(value: object) -> tuple[int, object]:
    # As SQLite itself orders values of several kinds.
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
    """The statements of a text, as SQLite itself tells where one ends.

    >>> statements("SELECT ';'; -- two\\nSELECT 2")
    ["SELECT ';';", ' -- two\\nSELECT 2']
    """
    found, begin = list[str](), 0
    for end in [at + 1 for at, one in enumerate(text) if one == ";"]:
        if sqlite3.complete_statement(text[begin:end]):
            found.append(text[begin:end])
            begin = end
    return [*found, text[begin:]] if text[begin:].strip() else found
