"""The file `results.sqlite` itself: its tables, opening it, and reporting failures.

It is in WAL mode with `synchronous=FULL`: a commit is on disk before the next step, so that not
even a power cut undoes it. A lock on the folder lets one process write at a time; others may read.
"""

import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from grader.errors import DiskFull, OutputError

_APPLICATION = 0x67747265  # "gtre": this file is ours
_SCHEMA_VERSION = 3
# What is left of a killed run may hold the folder for this long.
PATIENCE_SECONDS = 5.0
_SCHEMA = """
CREATE TABLE results (
    digest TEXT NOT NULL,         -- of the hand-in
    module TEXT NOT NULL,
    module_digest TEXT NOT NULL,  -- of what its verdicts depend on
    broken INTEGER NOT NULL,      -- a fault of the grader is in it: to be graded again
    result TEXT NOT NULL,         -- a ModuleResult as JSON
    PRIMARY KEY (digest, module, module_digest)
) WITHOUT ROWID;
CREATE TABLE handins (
    student TEXT PRIMARY KEY,
    digest TEXT NOT NULL,
    modules TEXT NOT NULL,        -- [[module, module digest], …] as JSON, in order
    notes TEXT NOT NULL,
    problem TEXT NOT NULL,
    sources TEXT                  -- file names to texts as JSON
) WITHOUT ROWID;
CREATE TABLE findings (
    digest TEXT PRIMARY KEY,      -- of the hand-in
    inspector TEXT NOT NULL,      -- the digest of who found them
    findings TEXT NOT NULL        -- a list of findings as JSON
) WITHOUT ROWID;
"""
# Created in existing files too: older versions didn't have these tables.
_PUBLISHED = """
CREATE TABLE IF NOT EXISTS published AS SELECT * FROM handins WHERE 0;
CREATE UNIQUE INDEX IF NOT EXISTS published_student ON published (student);
CREATE TABLE IF NOT EXISTS unfinished (student TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS data (
    digest TEXT PRIMARY KEY,      -- of the hand-in
    files TEXT NOT NULL           -- names of its data files to their bytes in hex as JSON
) WITHOUT ROWID;
"""
AWAY = "move it away or choose another folder with --out"


@contextmanager
def clear_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into an `OutputError` that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        kind = DiskFull if _name(error) == "SQLITE_FULL" else OutputError
        raise kind(f"{path}: {_in_words(error)}") from error


def _name(error: sqlite3.Error) -> str:
    return getattr(error, "sqlite_errorname", "")


def _in_words(error: sqlite3.Error) -> str:
    match _name(error):
        case "SQLITE_FULL":
            return "the disk is full; make room and go on with --resume, nothing done is lost"
        case "SQLITE_NOTADB" | "SQLITE_CORRUPT":
            return f"it is damaged, or not a results file; {AWAY}"
        case "SQLITE_READONLY" | "SQLITE_CANTOPEN" | "SQLITE_PERM":
            return "it can't be written; check the permissions of its folder"
    return f"it can't be used ({error}); is the disk full or unmounted? go on with --resume"


def connect(path: Path) -> sqlite3.Connection:
    """Open the file, creating its tables if it is new; raises `OutputError`.

    If it can't be written, as on a read-only disk, it can still be read.
    """
    address, is_shut = path.absolute().as_uri(), _is_shut(path)
    if is_shut:
        log = path.with_name(f"{path.name}-wal")  # without one, all is in the file
        is_whole = not log.exists() or not log.stat().st_size
        address += "?immutable=1" if is_whole else "?mode=ro"
    else:
        with suppress(OSError):  # SQLite's own error says more
            # Not for everybody on the machine.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o640))
    with clear_errors(path):
        db = sqlite3.connect(address, isolation_level=None, uri=True)
        try:
            _refuse_other(db, path)
            if not is_shut:
                _prepare(db)
        except BaseException:
            db.close()
            raise
        return db


def _is_shut(path: Path) -> bool:
    there = (path, path.parent)  # SQLite makes files beside it
    return path.is_file() and not all(os.access(one, os.W_OK) for one in there)


def _refuse_other(db: sqlite3.Connection, path: Path) -> None:
    """Raise `OutputError` for a file that isn't new, and not ours."""
    [application] = db.execute("PRAGMA application_id").fetchone()
    [version] = db.execute("PRAGMA user_version").fetchone()
    if not _is_new(db) and application != _APPLICATION:
        raise OutputError(f"{path}: it is not a results file; {AWAY}")
    if not _is_new(db) and version != _SCHEMA_VERSION:
        raise OutputError(f"{path}: another version of the grader made it; {AWAY}")


def _is_new(db: sqlite3.Connection) -> bool:
    [application] = db.execute("PRAGMA application_id").fetchone()
    [tables] = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return bool(application == 0 and tables == 0)


def _prepare(db: sqlite3.Connection) -> None:
    new = _is_new(db)
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    if new:
        db.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id={_APPLICATION};"
            f"PRAGMA user_version={_SCHEMA_VERSION}; COMMIT;"
        )
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'data'").fetchone():
        db.executescript(f"BEGIN IMMEDIATE; {_PUBLISHED} COMMIT;")


def refuse_vanished(path: Path, opened: os.stat_result | None = None) -> os.stat_result:
    """The results file's status; raises `OutputError` if it is gone, or not the one `opened`."""
    with suppress(OSError):
        there = path.stat()
        if opened is None or os.path.samestat(there, opened):
            return there
    raise OutputError(
        f"{path.parent}: it was deleted or moved while this run wrote into it; put it back if you "
        "can, and run it again"
    )


@contextmanager
def damage_found(path: Path) -> Iterator[None]:
    """Turn errors from rows of an unexpected shape into `OutputError`."""
    try:
        yield
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise OutputError(f"{path}: it is damaged; {AWAY}") from None


def loads(path: Path, text: str) -> Any:
    """A cell's JSON data; raises `OutputError`."""
    with damage_found(path):
        return json.loads(text)


def text_of(value: object) -> str:
    """A cell that must be a text; raises `TypeError`."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def id_of(value: object) -> str:
    """A cell that must be a hand-in's id; raises `TypeError` or `ValueError`."""
    student = text_of(value)
    if not student or not student.isprintable():
        raise ValueError("no id")
    return student


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other runs from writing into the folder; raises `OutputError` if one is.

    Processes forked meanwhile hold the lock too, until they end.
    """
    descriptor = lock(folder)
    try:
        yield
    finally:
        os.close(descriptor)


def lock(folder: Path) -> int:
    """A descriptor that keeps other runs from writing into the folder until it is closed.

    Waits a moment for a run that was just killed, whose processes may take that long to end.
    """
    try:
        folder.mkdir(mode=0o775, parents=True, exist_ok=True)  # without a umask, too
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise OutputError(f"{folder}: can't be made or opened: {error.strerror}") from None
    patient_until = time.monotonic() + PATIENCE_SECONDS
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return descriptor
            except BlockingIOError:
                if time.monotonic() > patient_until:
                    raise
            time.sleep(0.05)
    except OSError as error:
        os.close(descriptor)
        busy = isinstance(error, BlockingIOError)
        why = "another grading run is writing into it" if busy else f"no locks: {error.strerror}"
        raise OutputError(f"{folder}: {why}; wait, or choose another folder with --out") from None
