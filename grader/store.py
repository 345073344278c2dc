"""`results.sqlite`: everything that has been graded, committed as it comes and never lost.

A module's result is kept under the digest of the hand-in and the digest of all that its verdicts
depend on (`grader.digest`), so it is found again by whoever hands in the same files, and by no
one once a check has changed. Which student handed in what stands beside it.

The database is in WAL mode with `synchronous=FULL`: a commit is on the disk before the next step,
so that not even a power cut takes it back. That costs one fsync a commit; `put_many` commits many
hand-ins at once. One process writes at a time, held by a lock on the folder.
"""

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from grader.errors import OutputError
from grader.results import (
    Finding,
    HandinResult,
    ModuleResult,
    Status,
    finding_from_json,
    finding_to_json,
    module_from_json,
    module_to_json,
)

FILE = "results.sqlite"
_APPLICATION = 0x67747265  # "gtre": this file is ours
_SCHEMA_VERSION = 2
_SCHEMA = """
CREATE TABLE results (
    digest TEXT NOT NULL,         -- of the hand-in
    module TEXT NOT NULL,
    module_digest TEXT NOT NULL,  -- of what its verdicts depend on
    broken INTEGER NOT NULL,      -- a fault of ours is in it: to be graded again
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


@dataclass(frozen=True, slots=True)
class Submission:
    """A graded hand-in, and the digests of what its modules were graded by."""

    result: HandinResult
    module_digests: Mapping[str, str] = field(default_factory=dict)


class Store:
    """The results of an output folder, open for reading and writing; a context manager.

    All methods raise `OutputError` when the file can't be used: damaged, not ours, disk full.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder = _lock(path.parent)
        try:
            self._db = _connect(path)
        except OutputError:
            os.close(self._folder)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others write."""
        self._db.close()
        os.close(self._folder)

    # -- writing -----------------------------------------------------------------------------

    def put(self, submission: Submission) -> None:
        """Keep one graded hand-in; it is on the disk when this returns."""
        self.put_many([submission])

    def put_many(self, submissions: Iterable[Submission]) -> None:
        """Keep graded hand-ins in one commit: all of them or, with `OutputError`, none."""
        with self._transaction():
            for submission in submissions:
                self._put_results(submission)
                digests = submission.module_digests
                mine = {m.module: digests[m.module] for m in submission.result.modules}
                self._put_handin(submission.result, mine)

    def put_handins(self, handins: Iterable[tuple[HandinResult, Mapping[str, str]]]) -> None:
        """Keep who handed in what, in one commit; the results are here already.

        Beside each stand the digests by which its modules were graded.
        """
        with self._transaction():
            for result, module_digests in handins:
                self._put_handin(result, module_digests)

    def put_findings(
        self, inspector: str, findings: Iterable[tuple[str, Iterable[Finding]]]
    ) -> None:
        """Keep what an inspector of that digest found in hand-ins of these digests."""
        with self._transaction():
            for digest, found in findings:
                data = json.dumps([finding_to_json(finding) for finding in found])
                row = (digest, inspector, data)
                self._db.execute("INSERT OR REPLACE INTO findings VALUES (?, ?, ?)", row)

    def keep_only(self, students: Iterable[str]) -> None:
        """Forget which hand-ins other students had; results stay, for whoever has the same."""
        with self._transaction():
            self._db.execute("CREATE TEMP TABLE present (student TEXT PRIMARY KEY)")
            rows = [(student,) for student in students]
            self._db.executemany("INSERT OR IGNORE INTO present VALUES (?)", rows)
            self._db.execute("DELETE FROM handins WHERE student NOT IN (SELECT * FROM present)")
            self._db.execute("DROP TABLE present")

    def _put_results(self, submission: Submission) -> None:
        digest = submission.result.digest
        for result in submission.result.modules:
            broken = any(check.status is Status.BROKEN for check in result.checks)
            row = (digest, result.module, submission.module_digests[result.module], broken)
            data = json.dumps(module_to_json(result))
            self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", (*row, data))

    def _put_handin(self, result: HandinResult, module_digests: Mapping[str, str]) -> None:
        modules = list(module_digests.items())
        sources = None if result.sources is None else dict(result.sources)
        row = (
            *(result.student, result.digest, json.dumps(modules), json.dumps(result.notes)),
            *(result.problem, json.dumps(sources)),
        )
        self._db.execute("INSERT OR REPLACE INTO handins VALUES (?, ?, ?, ?, ?, ?)", row)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with _clear_errors(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    # -- reading -----------------------------------------------------------------------------

    def known(self, digest: str, module: str, module_digest: str) -> ModuleResult | None:
        """The result of a module, if it is there and no fault of ours is in it."""
        return self._result(digest, module, module_digest, "AND NOT broken")

    def knows(self, digest: str, module: str, module_digest: str) -> bool:
        """Whether `known` would find a result."""
        query = (
            "SELECT 1 FROM results"
            " WHERE digest = ? AND module = ? AND module_digest = ? AND NOT broken"
        )
        with _clear_errors(self._path):
            return self._db.execute(query, (digest, module, module_digest)).fetchone() is not None

    def uninspected(self, inspector: str) -> list[str]:
        """Digests of hand-ins of which this inspector has found nothing yet, each once."""
        query = (
            "SELECT DISTINCT digest FROM handins WHERE problem = '' AND digest NOT IN"
            " (SELECT digest FROM findings WHERE inspector = ?)"
        )
        with _clear_errors(self._path):
            return [digest for (digest,) in self._db.execute(query, (inspector,))]

    def sources(self, digest: str) -> dict[str, str]:
        """The files of a hand-in of that digest."""
        query = "SELECT sources FROM handins WHERE digest = ? LIMIT 1"
        with _clear_errors(self._path):
            [text] = self._db.execute(query, (digest,)).fetchone()
        return _loads(self._path, text) or {}

    def submissions(self) -> Iterator[HandinResult]:
        """All hand-ins, sorted by student; one at a time is in memory."""
        query = (
            "SELECT handins.*, findings FROM handins LEFT JOIN findings USING (digest)"
            " ORDER BY student"
        )
        with _clear_errors(self._path):
            for row in self._db.execute(query):
                yield self._handin(row)

    def _handin(self, row: tuple[str, str, str, str, str, str, str | None]) -> HandinResult:
        student, digest, modules, notes, problem, sources, findings = row
        found = [self._result(digest, module, by) for module, by in _loads(self._path, modules)]
        return HandinResult(
            student=student,
            digest=digest,
            modules=tuple([result for result in found if result is not None]),
            notes=tuple(_loads(self._path, notes)),
            problem=problem,
            sources=_loads(self._path, sources),
            findings=self._findings(findings or "[]"),
        )

    def _findings(self, text: str) -> tuple[Finding, ...]:
        try:
            return tuple([finding_from_json(data) for data in _loads(self._path, text)])
        except (KeyError, TypeError):
            raise OutputError(f"{self._path}: it is damaged; {_AWAY}") from None

    def _result(
        self, digest: str, module: str, module_digest: str, condition: str = ""
    ) -> ModuleResult | None:
        query = (
            "SELECT result FROM results"
            f" WHERE digest = ? AND module = ? AND module_digest = ? {condition}"
        )
        with _clear_errors(self._path):
            row = self._db.execute(query, (digest, module, module_digest)).fetchone()
        if row is None:
            return None
        try:
            return module_from_json(_loads(self._path, row[0]))
        except (KeyError, TypeError, ValueError):
            raise OutputError(f"{self._path}: it is damaged; {_AWAY}") from None


_AWAY = "move it away or name another folder by --out"


@contextmanager
def _clear_errors(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise OutputError(f"{path}: {_in_words(error)}") from error


def _in_words(error: sqlite3.Error) -> str:
    match getattr(error, "sqlite_errorname", ""):
        case "SQLITE_FULL":
            return "the disk is full; make room and go on with --resume, nothing done is lost"
        case "SQLITE_NOTADB" | "SQLITE_CORRUPT":
            return f"it is damaged or not a file of results; {_AWAY}"
        case "SQLITE_READONLY" | "SQLITE_CANTOPEN" | "SQLITE_PERM":
            return "it can't be written; see who may write in its folder"
    return f"it can't be used ({error}); is the disk full or away? go on with --resume"


def _connect(path: Path) -> sqlite3.Connection:
    with _clear_errors(path):
        db = sqlite3.connect(path, isolation_level=None)
        try:
            _prepare(db, path)
        except BaseException:
            db.close()
            raise
        return db


def _prepare(db: sqlite3.Connection, path: Path) -> None:
    [application] = db.execute("PRAGMA application_id").fetchone()
    [version] = db.execute("PRAGMA user_version").fetchone()
    [tables] = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    new = application == 0 and tables == 0
    if not new and application != _APPLICATION:
        raise OutputError(f"{path}: it is not a file of results; {_AWAY}")
    if not new and version != _SCHEMA_VERSION:
        raise OutputError(f"{path}: another version of the grader made it; {_AWAY}")
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    if new:
        db.executescript(
            f"BEGIN IMMEDIATE; {_SCHEMA} PRAGMA application_id={_APPLICATION};"
            f"PRAGMA user_version={_SCHEMA_VERSION}; COMMIT;"
        )


def _loads(path: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, TypeError):
        raise OutputError(f"{path}: it is damaged; {_AWAY}") from None


def _lock(folder: Path) -> int:
    """A descriptor that keeps other runs from writing into the folder until it is closed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise OutputError(f"{folder}: can't be made or opened: {error.strerror}") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(descriptor)
        busy = isinstance(error, BlockingIOError)
        why = "another grading run is writing into it" if busy else f"no locks: {error.strerror}"
        raise OutputError(f"{folder}: {why}; wait, or name another folder by --out") from None
    return descriptor
