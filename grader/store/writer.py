"""`results.sqlite`: everything that has been graded, committed as it arrives and never lost.

A module's result is stored under the digest of the hand-in and the digest of everything that its
verdicts depend on (`grader.assignment.digest`). So the same files find it again, and once a check
has changed nothing does. Which student handed in what is stored separately.

A commit costs one fsync; `put_many` commits many hand-ins at once. What is already stored isn't
written again.
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from grader.errors import OutputError
from grader.results import NOTHING, EncodedResult, Finding, HandinResult, ModuleResult
from grader.store.reader import StoredResults
from grader.store.schema import clear_errors, lock, refuse_vanished

FILE = "results.sqlite"


@dataclass(frozen=True, slots=True)
class GradedHandin:
    """A graded hand-in, the digests of what its modules were graded with, and its new results."""

    result: HandinResult
    module_digests: Mapping[str, str] = field(default_factory=dict)
    new: Sequence[EncodedResult] = ()


class Store(StoredResults):
    """The results in an output folder, open for reading, and for writing by this process only."""

    def __init__(self, path: Path, *, alone: bool = False) -> None:
        """With `alone`, the caller already keeps others out of the folder."""
        self._folder = None if alone else lock(path.parent)
        try:
            super().__init__(path)
            self._opened = refuse_vanished(path)
        except OutputError:
            self._unlock()
            raise

    def close(self) -> None:
        """Close the file, and let others write."""
        super().close()
        self._unlock()

    def _unlock(self) -> None:
        if self._folder is not None:
            os.close(self._folder)

    # -- writing -----------------------------------------------------------------------------

    def put_many(self, submissions: Iterable[GradedHandin]) -> None:
        """Store graded hand-ins in one commit: all of them or, with `OutputError`, none.

        They are on disk when this returns.
        """
        with self._transaction():
            for submission in submissions:
                self._put_results(submission)
                digests = submission.module_digests
                mine = {m.module: digests[m.module] for m in submission.result.modules}
                self._put_handin(submission.result, mine)

    def put_results(self, submissions: Iterable[GradedHandin]) -> None:
        """Store results of files that are nobody's hand-in, in one commit."""
        with self._transaction():
            for submission in submissions:
                self._put_results(submission)

    def put_handins(self, handins: Iterable[tuple[HandinResult, Mapping[str, str]]]) -> None:
        """Store who handed in what, in one commit; the results are stored already.

        Each hand-in comes with the digests that its modules were graded with.
        """
        with self._transaction():
            for result, module_digests in handins:
                self._put_handin(result, module_digests)

    def take(self, path: Path) -> None:
        """Merge another results file into this one, in one commit: results and hand-ins.

        A result with a fault of the grader replaces no other.
        """
        with StoredResults(path) as other, self._transaction():
            columns = "digest, module, module_digest, broken, result"
            for row in other.rows_of(f"SELECT {columns} FROM results"):
                way = "IGNORE" if row[3] else "REPLACE"
                self._db.execute(f"INSERT OR {way} INTO results VALUES (?, ?, ?, ?, ?)", row)
            for row in other.rows_of("SELECT digest, inspector, findings FROM findings"):
                self._db.execute("INSERT OR REPLACE INTO findings VALUES (?, ?, ?)", row)
            for row in other.rows_of("SELECT digest, files FROM data"):
                self._db.execute("INSERT OR REPLACE INTO data VALUES (?, ?)", row)
            columns = "student, digest, modules, notes, problem, sources"
            for row in other.rows_of(f"SELECT {columns} FROM handins"):
                self._put_row(row[:-1], row[-1])

    def put_findings(
        self, inspector: str, findings: Iterable[tuple[str, Iterable[Finding]]]
    ) -> None:
        """Store what the inspector with this digest found in the hand-ins with these digests."""
        with self._transaction():
            for digest, found in findings:
                data = json.dumps(list(map(asdict, found)))
                row = (digest, inspector, data)
                self._db.execute("INSERT OR REPLACE INTO findings VALUES (?, ?, ?)", row)

    def keep_only(self, students: Iterable[str], keys: Mapping[str, str]) -> None:
        """Forget hand-ins of other students, and those graded with other keys.

        So no report ever mixes different checks or boxes. Results stay, for the same hand-in and
        key.
        """
        with self._transaction(), self._present(students):
            self._forget("student NOT IN (SELECT * FROM present)")
            # A hand-in that can't be opened has no modules.
            own = (json.dumps([]), json.dumps(list(keys.items())))
            other = "student FROM handins WHERE modules NOT IN (?, ?)"
            self._db.execute(f"INSERT OR IGNORE INTO unfinished SELECT {other}", own)
            self._db.execute("DELETE FROM unfinished WHERE student NOT IN (SELECT * FROM present)")
            self._forget("modules NOT IN (?, ?)", own)

    def _forget(self, which: str, values: tuple[str, ...] = ()) -> None:
        """Remove hand-ins; their state in the last report can still be restored."""
        for action in ("INSERT OR IGNORE INTO published SELECT *", "DELETE"):
            self._db.execute(f"{action} FROM handins WHERE {which}", values)

    def restore(self, students: Iterable[str]) -> None:
        """Restore a report's hand-ins to their state when it was written; remove all others."""
        with self._transaction(), self._present(students):
            self._db.execute("INSERT OR REPLACE INTO handins SELECT * FROM published")
            self._db.execute("DELETE FROM handins WHERE student NOT IN (SELECT * FROM present)")
            self._settle()

    @contextmanager
    def _present(self, students: Iterable[str]) -> Iterator[None]:
        """Provide these in a table `present`: they may be more than a query's parameters allow."""
        self._db.execute("CREATE TEMP TABLE present (student TEXT PRIMARY KEY)")
        rows = [(student,) for student in students]
        self._db.executemany("INSERT OR IGNORE INTO present VALUES (?)", rows)
        yield
        self._db.execute("DROP TABLE present")

    def bring_back(self, students: Iterable[str]) -> None:
        """Restore missing hand-ins to their state when a report was written."""
        with self._transaction():
            for student in students:
                self._db.execute(
                    "INSERT OR REPLACE INTO handins SELECT * FROM published WHERE student = ?"
                    " AND student NOT IN (SELECT student FROM handins WHERE problem != ?)",
                    (student, NOTHING),
                )

    def settle(self) -> None:
        """Make what is stored the published state; nothing is left to restore."""
        with clear_errors(self._path):
            some = self._db.execute("SELECT 1 FROM published LIMIT 1").fetchone()
        if some:  # otherwise don't wait for the disk
            with self._transaction():
                self._settle()

    def _settle(self) -> None:
        self._db.execute("DELETE FROM published")
        self._db.execute("DELETE FROM unfinished")

    def _put_results(self, submission: GradedHandin) -> None:
        digest, keys = submission.result.digest, submission.module_digests
        for new in submission.new:
            row = (digest, new.module, keys[new.module], new.broken, new.text)
            self._db.execute("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?)", row)

    def _put_handin(self, result: HandinResult, module_digests: Mapping[str, str]) -> None:
        modules = list(module_digests.items())
        sources = None if result.sources is None else dict(result.sources)
        row = (
            *(result.student, result.digest, json.dumps(modules), json.dumps(result.notes)),
            result.problem,
        )
        self._put_row(row, json.dumps(sources))
        if result.data:
            data = (result.digest, json.dumps(dict(result.data)))
            self._db.execute("INSERT OR IGNORE INTO data VALUES (?, ?)", data)

    def _put_row(self, row: tuple[str, ...], sources: str) -> None:
        # Skip commits without changes, which wait for the disk; equal digests mean equal files.
        query = "SELECT student, digest, modules, notes, problem FROM handins WHERE student = ?"
        if self._db.execute(query, row[:1]).fetchone() != row:
            self._forget("student = ?", row[:1])
            self._db.execute("DELETE FROM unfinished WHERE student = ?", row[:1])
            whole = (*row, sources)
            self._db.execute("INSERT OR REPLACE INTO handins VALUES (?, ?, ?, ?, ?, ?)", whole)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with clear_errors(self._path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
                refuse_vanished(self._path, self._opened)
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    # -- what is known -----------------------------------------------------------------------

    def known(self, digest: str, keys: Mapping[str, str]) -> list[ModuleResult]:
        """The results of a hand-in for these keys, as far as they are stored and free of faults of
        the grader.
        """
        found = [self._result(digest, *key, "AND NOT broken") for key in keys.items()]
        return [self._module(text) for text in found if text is not None]

    def missing(self, digest: str, keys: Mapping[str, str]) -> tuple[str, ...]:
        """The modules of a hand-in for which `known` would find nothing."""
        query = "SELECT module, module_digest FROM results WHERE digest = ? AND NOT broken"
        with clear_errors(self._path):
            graded = set(self._db.execute(query, (digest,)))
        return tuple([module for module, key in keys.items() if (module, key) not in graded])

    def uninspected(self, inspector: str) -> list[str]:
        """The digests of hand-ins that this inspector hasn't inspected yet, each once."""
        query = (
            "SELECT DISTINCT digest FROM handins WHERE problem = '' AND digest NOT IN"
            " (SELECT digest FROM findings WHERE inspector = ?)"
        )
        with clear_errors(self._path):
            return [digest for (digest,) in self._db.execute(query, (inspector,))]

    def sources(self, digest: str) -> dict[str, str]:
        """The files of a hand-in with this digest."""
        query = "SELECT sources FROM handins WHERE digest = ? LIMIT 1"
        with clear_errors(self._path):
            [text] = self._db.execute(query, (digest,)).fetchone()
        return self._files(text) or {}
