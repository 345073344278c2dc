"""Reads `results.sqlite`: hand-ins with their results, decoded or as stored text.

A reader takes no lock and has its own connection, so each of the processes that write pages can
have one. Results are told apart by their digests, without decoding.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from grader.results import Finding, HandinResult, ModuleResult, module_from_json
from grader.store.schema import clear_errors, connect, damage_found, id_of, loads, text_of


@dataclass(frozen=True, slots=True)
class Row:
    """A hand-in as it is stored, in text; a missing result is `None`."""

    student: str
    handin: tuple[str, str, str, str, str | None, str | None, str | None]
    results: tuple[str | None, ...]

    @property
    def digest(self) -> bytes:
        """A hash of everything that is known about the hand-in."""
        total = sha256()
        for text in (self.student, *self.handin, *self.results):
            # With the length before each text, different texts never look the same when joined.
            data = (text or "").encode()
            total.update(b"%d:" % (-1 if text is None else len(data)))
            total.update(data)
        return total.digest()


class StoredResults:
    """The results in an output folder, open for reading; a context manager.

    All methods raise `OutputError` if the file can't be used: damaged, not ours, disk full.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db = connect(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def students(self) -> list[str]:
        """The students who have handed in, sorted."""
        return self._ids("SELECT student FROM handins ORDER BY student")

    def rows_of(self, query: str) -> list[tuple[Any, ...]]:
        """All rows that an SQL query finds."""
        with clear_errors(self._path):
            return self._db.execute(query).fetchall()

    def _ids(self, query: str) -> list[str]:
        with clear_errors(self._path), damage_found(self._path):
            return [id_of(student) for (student,) in self._db.execute(query)]

    def with_files(self) -> list[str]:
        """The students whose hand-ins have files, sorted."""
        have = "sources NOT IN ('null', '{}')"
        return self._ids(f"SELECT student FROM handins WHERE {have} ORDER BY student")

    def files_of(self, student: str) -> dict[str, str]:
        """The files of a student's hand-in."""
        query = "SELECT sources FROM handins WHERE student = ?"
        with clear_errors(self._path):
            row = self._db.execute(query, (student,)).fetchone()
        return self._files(row[0] if row else "null") or {}

    def _files(self, text: str) -> dict[str, str] | None:
        with damage_found(self._path):
            files = loads(self._path, text)
            return files and {text_of(name): text_of(text) for name, text in files.items()}

    def digests_of_handins(self) -> dict[str, str]:
        """The digest of each student's hand-in; empty for one that can't be opened."""
        with clear_errors(self._path):
            return dict(self._db.execute("SELECT student, digest FROM handins ORDER BY student"))

    def keys(self) -> list[dict[str, str]]:
        """The different keys, by module, that hand-ins were graded with; one if all are alike."""
        query = "SELECT DISTINCT modules FROM handins WHERE modules != '[]' ORDER BY modules"
        with clear_errors(self._path), damage_found(self._path):
            return [dict(loads(self._path, text)) for (text,) in self._db.execute(query)]

    def unfinished(self) -> list[str]:
        """The students graded with other checks or boxes before, and not yet with these, sorted."""
        return self._ids("SELECT student FROM unfinished ORDER BY student")

    def submissions(self) -> Iterator[HandinResult]:
        """All hand-ins, sorted by student; only one at a time is in memory."""
        return map(self.decoded, self.rows(self.students()))

    def rows(self, students: Iterable[str]) -> Iterator[Row]:
        """The hand-ins of those of these students who have one."""
        query = (
            "SELECT digest, modules, notes, problem, sources, files, findings FROM handins"
            " LEFT JOIN data USING (digest) LEFT JOIN findings USING (digest) WHERE student = ?"
        )
        for student in students:
            with clear_errors(self._path):
                row = self._db.execute(query, (student,)).fetchone()
            if row is not None:
                with damage_found(self._path):
                    graded = [(module, by) for module, by in loads(self._path, row[1])]
                results = [self._result(row[0], module, by) for module, by in graded]
                yield Row(student, row, tuple(results))

    def digests(self) -> Iterator[bytes]:
        """A hash of each hand-in, sorted by student, that changes with anything known about it.

        A hand-in's files are represented by their digest, and a result by what it depends on, since
        it never changes unless the grader was at fault: so none of them has to be read.
        """
        handins = (
            "SELECT student, digest, modules, notes, problem, inspector, findings"
            " FROM handins LEFT JOIN findings USING (digest) ORDER BY student"
        )
        results = (
            "SELECT module, module_digest, CASE WHEN broken THEN result END"
            " FROM results WHERE digest = ?"
        )
        with clear_errors(self._path):
            for row in self._db.execute(handins):
                graded = self._db.execute(results, (row[1],)).fetchall()
                yield sha256(repr((row, graded)).encode()).digest()

    def decoded(self, row: Row) -> HandinResult:
        """The hand-in in a row."""
        digest, _, notes, problem, sources, data, findings = row.handin
        with damage_found(self._path):
            return HandinResult(
                student=id_of(row.student),
                digest=text_of(digest),
                modules=tuple([self._module(text) for text in row.results if text is not None]),
                notes=tuple([text_of(note) for note in loads(self._path, notes)]),
                problem=text_of(problem),
                sources=self._files(sources or "null"),
                data=self._files(data or "null") or {},
                findings=tuple([Finding(**one) for one in loads(self._path, findings or "[]")]),
            )

    def _result(
        self, digest: str, module: str, module_digest: str, condition: str = ""
    ) -> str | None:
        query = (
            "SELECT result FROM results"
            f" WHERE digest = ? AND module = ? AND module_digest = ? {condition}"
        )
        with clear_errors(self._path):
            row = self._db.execute(query, (digest, module, module_digest)).fetchone()
        return None if row is None else str(row[0])

    def _module(self, text: str) -> ModuleResult:
        with damage_found(self._path):
            return module_from_json(loads(self._path, text))
