"""Closes tools of Python's library that obey their input: archives, databases, comparisons.

A test may unpack an archive made by a hand-in, which could replace files beside the tests; or hand
over a database connection, and with it all that SQL can do in the tests' folder. So no member of
an archive lands outside the folder that the test names, as in Python by itself from 3.14 on; and no
database opens another one, `attach "expected.db"`. A comparison of files with the same size and
time opens none of them: a look at one counts as well, or the expected file would equal itself.
Settings of `logging` name and call anything: a hand-in's may name only what loggers need.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from pathlib import PurePosixPath
from types import ModuleType
from typing import Any

from grader.inside.course_tests.closed.files import LOOKED_AT
from grader.inside.course_tests.own_texts import OwnTexts

CLOSED = "attach is closed to hand-ins, and to tests"
# The number of `connect`'s positional parameters before `factory`.
BEFORE_FACTORY = 5


def close_tools(own: OwnTexts) -> None:
    """Close those of these tools that the tests mention; other tests pay nothing for it."""
    for mention, close in TOOLS.items():
        if any(re.search(mention, text) for text in own.python.values()):
            close(own)


def _close_archives(_own: OwnTexts) -> None:
    """Make `tarfile` unpack only plain files and folders, within one folder."""
    tarfile: Any = import_module("tarfile")
    if hasattr(tarfile, "data_filter"):
        tarfile.TarFile.extraction_filter = staticmethod(tarfile.data_filter)
    else:  # before 3.11.4, as in Debian 12
        tarfile.TarFile._extract_member = _within_its_folder(tarfile)


def _within_its_folder(tarfile: Any) -> Callable[..., object]:
    """An unpacking function that refuses links and names that lead out of the folder."""
    unpack = tarfile.TarFile._extract_member

    @wraps(unpack)
    def unpacked(archive: object, member: Any, *rest: object, **named: object) -> object:
        path = PurePosixPath(member.name)
        if path.is_absolute() or ".." in path.parts or not (member.isreg() or member.isdir()):
            raise tarfile.TarError(f"{member.name!r} would be unpacked outside the destination")
        return unpack(archive, member, *rest, **named)

    return unpacked


def _close_databases(_own: OwnTexts) -> None:
    """Make all connections of sqlite3 unable to attach databases."""
    sqlite: Any = import_module("sqlite3")
    kind, connect = _closed(sqlite), sqlite.connect

    def connect_closed(*arguments: object, **named: object) -> object:
        if len(arguments) <= BEFORE_FACTORY:
            named.setdefault("factory", kind)
        return connect(*arguments, **named)

    for module in (sqlite, sqlite.dbapi2):
        module.Connection, module.connect = kind, connect_closed


def _closed(sqlite: Any) -> type:
    limit = sqlite.SQLITE_LIMIT_ATTACHED

    class Connection(sqlite.Connection):  # type: ignore[misc]
        """A connection that stays with one database."""

        def __init__(self, *arguments: object, **named: object) -> None:
            super().__init__(*arguments, **named)
            super().setlimit(limit, 0)

        def setlimit(self, category: int, most: int, /) -> object:
            """Set another limit."""
            if category == limit:
                raise PermissionError(CLOSED)
            return super().setlimit(category, most)

    return Connection


def _close_comparisons(_own: OwnTexts) -> None:
    """Make `filecmp` announce which files it looks at (see `close_files`)."""
    filecmp: Any = import_module("filecmp")
    filecmp.os = ModuleType(os.__name__)
    vars(filecmp.os).update(vars(os), stat=_looked_at)


def _looked_at(path: Any) -> os.stat_result:
    try:
        sys.audit(LOOKED_AT, path)
    except PermissionError as error:
        raise RuntimeError(str(error)) from None  # filecmp takes an OSError for a difference
    return os.stat(path)


def _close_log_settings(own: OwnTexts) -> None:
    """Let settings name `logging`'s classes, the streams, and what the tests name themselves."""
    settings: Any = import_module("logging.config")

    def closed(resolve: Callable[..., object]) -> Callable[..., object]:
        def resolved(*given: Any) -> object:
            found, name = resolve(*given), given[-1]
            if own.hold(name) or found in (sys.stdout, sys.stderr) or _is_of_logging(found):
                return found
            raise ValueError(f"{name} is closed to hand-ins")

        return resolved

    settings.BaseConfigurator.resolve = closed(settings.BaseConfigurator.resolve)
    settings._resolve = closed(settings._resolve)


def _is_of_logging(value: object) -> bool:
    return isinstance(value, type) and value.__module__ in ("logging", "logging.handlers")


TOOLS: Mapping[str, Callable[[OwnTexts], None]] = {
    r"\blogging\.config\b|\bdictConfig\b|\bfileConfig\b": _close_log_settings,
    r"\btarfile\b|\bunpack_archive\b": _close_archives,
    r"\bsqlite3\b": _close_databases,
    r"\bfilecmp\b": _close_comparisons,
}
