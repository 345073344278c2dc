"""The file itself: whose it is, who may write, and what is said when it can't be used."""

import os
import sqlite3
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import DiskFull, OutputError
from grader.store.schema import clear_errors, connect, id_of, lock, refuse_vanished
from grader.store.writer import FILE, Store
from tests.store.test_writer import AWAY, stored, submission


def test_only_one_run_writes_into_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grader.store.schema.PATIENCE_SECONDS", 0.1)
    with Store(tmp_path / FILE):
        with pytest.raises(OutputError) as caught:
            Store(tmp_path / FILE)
        assert str(caught.value) == (
            f"{tmp_path}: another grading run is writing into it; "
            "wait, or choose another folder with --out"
        )
    assert stored(tmp_path) == []


def test_what_a_killed_run_has_left_is_waited_for(tmp_path: Path) -> None:
    held = lock(tmp_path)
    # A process of it that still has to end.
    left = subprocess.Popen(["sleep", "0.5"], pass_fds=[held])
    os.close(held)
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
    assert left.wait() == 0
    assert [result.student for result in stored(tmp_path)] == ["ada"]


def _other_database(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE mine (x)")
    db.close()


def _other_version(path: Path) -> None:
    Store(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version=99")
    db.close()


def _no_database(path: Path) -> None:
    path.write_bytes(b"grades\n" * 1000)


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_no_database, f"it is damaged, or not a results file; {AWAY}"),
        (_other_database, f"it is not a results file; {AWAY}"),
        (_other_version, f"another version of the grader made it; {AWAY}"),
    ],
)
def test_a_foreign_file_is_refused_and_left_alone(
    tmp_path: Path, make: Callable[[Path], None], why: str
) -> None:
    path = tmp_path / FILE
    make(path)
    before = path.read_bytes()
    with pytest.raises(OutputError) as caught:
        Store(path)
    assert str(caught.value) == f"{path}: {why}"
    assert path.read_bytes() == before


def test_results_are_not_for_everybody_on_the_machine(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
        assert {path.stat().st_mode & 0o007 for path in tmp_path.iterdir()} == {0}


def test_nobody_else_may_replace_results(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        Store(tmp_path / "out" / FILE).close()
    finally:
        os.umask(before)
    assert not (tmp_path / "out").stat().st_mode & 0o002


def test_a_place_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match=r"file: can't be made or opened: File exists"):
        Store(tmp_path / "file" / FILE)


def fault(error: sqlite3.Error) -> str:
    with pytest.raises(OutputError) as caught, clear_errors(Path("r")):
        raise error
    return str(caught.value)


def of_kind(name: str) -> sqlite3.Error:
    error = sqlite3.OperationalError("words of SQLite")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SQLITE_CORRUPT", f"it is damaged, or not a results file; {AWAY}"),
        ("SQLITE_NOTADB", f"it is damaged, or not a results file; {AWAY}"),
        ("SQLITE_READONLY", "it can't be written; check the permissions of its folder"),
        ("SQLITE_CANTOPEN", "it can't be written; check the permissions of its folder"),
        (
            "SQLITE_IOERR",
            "it can't be used (words of SQLite); is the disk full or unmounted? go on with "
            "--resume",
        ),
    ],
)
def test_each_error_of_sqlite_says_what_to_do(name: str, words: str) -> None:
    assert fault(of_kind(name)) == f"r: {words}"


def test_only_a_full_disk_may_have_room_again() -> None:
    with pytest.raises(DiskFull, match="make room and go on"), clear_errors(Path("r")):
        raise of_kind("SQLITE_FULL")
    with pytest.raises(OutputError) as caught, clear_errors(Path("r")):
        raise of_kind("SQLITE_IOERR")
    assert not isinstance(caught.value, DiskFull)


@pytest.mark.parametrize("value", ["", "a\x1b", 7, None, b"ada"])
def test_what_is_no_id_is_refused(value: object) -> None:
    with pytest.raises((TypeError, ValueError), match=r"no (id|text)"):
        id_of(value)


def test_a_file_in_the_place_of_ours_has_vanished_as_well(tmp_path: Path) -> None:
    path = tmp_path / FILE
    path.write_bytes(b"")
    opened = refuse_vanished(path)
    assert refuse_vanished(path, opened).st_ino == opened.st_ino
    path.rename(tmp_path / "old")
    path.write_bytes(b"")
    with pytest.raises(OutputError) as caught:
        refuse_vanished(path, opened)
    assert str(caught.value) == (
        f"{tmp_path}: it was deleted or moved while this run wrote into it; put it back if you "
        "can, and run it again"
    )


def test_tables_that_came_later_are_made_in_an_older_file(tmp_path: Path) -> None:
    connect(tmp_path / FILE).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.executescript("DROP TABLE published; DROP TABLE unfinished; DROP TABLE data")
    db.close()
    with Store(tmp_path / FILE) as store:
        assert (store.unfinished(), list(store.submissions())) == ([], [])


def test_results_that_can_not_be_written_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root may write everywhere but on a read-only disk, so that is only said here."""
    with Store(tmp_path / FILE) as store:
        store.put_many([submission("ada")])
    monkeypatch.setattr("grader.store.schema.os.access", lambda *_: False)
    with Store(tmp_path / FILE) as store:
        assert list(store.submissions()) == [submission("ada").result]
        assert [path.name for path in tmp_path.iterdir()] == [FILE]
        with pytest.raises(OutputError, match=r"it can't be written"):
            store.put_many([submission("bo")])
