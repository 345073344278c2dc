"""Databases that tests open: none of them lets a hand-in open another one, `attach "expected.db"`.

A test may hand its connection over, and with it what SQL can do here, in the tests' folder.
"""

import re
from collections.abc import Iterable
from importlib import import_module
from typing import Any

# Others pay nothing for it.
MENTIONS = re.compile(r"\bsqlite3\b")
CLOSED = "attach is closed to hand-ins, and to tests"
# Where `connect` takes the class of connections, after so many others.
BEFORE_FACTORY = 5


def close_databases(texts: Iterable[str]) -> None:
    """Give every connection of sqlite3's that these tests make no others to attach."""
    if not any(map(MENTIONS.search, texts)):
        return
    sqlite: Any = import_module("sqlite3")
    kind, connect = _closed(sqlite), sqlite.connect

    def connect_closed(*arguments: Any, **named: Any) -> Any:
        if len(arguments) <= BEFORE_FACTORY:
            named.setdefault("factory", kind)
        return connect(*arguments, **named)

    for module in (sqlite, sqlite.dbapi2):
        module.Connection, module.connect = kind, connect_closed


def _closed(sqlite: Any) -> type:
    limit = sqlite.SQLITE_LIMIT_ATTACHED

    class Connection(sqlite.Connection):  # type: ignore[misc]
        """A connection that stays with one database."""

        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            super().setlimit(limit, 0)

        def setlimit(self, category: int, most: int, /) -> Any:
            """Set another limit."""
            if category == limit:
                raise PermissionError(CLOSED)
            return super().setlimit(category, most)

    return Connection
