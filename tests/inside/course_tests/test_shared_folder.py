"""What one folder gets the other one has, and nothing comes that may not."""

from pathlib import Path
from typing import Any

import pytest

from grader.inside.course_tests.shared_folder import (
    MENTIONS,
    MOST_BYTES,
    SharedFiles,
    SharedFolder,
)
from grader.inside.sources import put_down_data
from grader.inside.wire import Violation, dump


class Pair:
    """Two folders that are told of each other's changes."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here, self.there = tmp_path / "here", tmp_path / "there"
        found = []
        for place in (self.here, self.there):
            (place / "kept").mkdir(parents=True)
            (place / "own.txt").write_text(place.name)
            monkeypatch.chdir(place)
            found.append(SharedFolder(str(place), ["own.txt", "kept/own.csv"]))
        self.ours, self.theirs = found

    def tell(self) -> str:
        changes = self.ours.changes()
        self.theirs.take(changes)
        return changes

    def names(self) -> list[str]:
        found = (path.relative_to(self.there).as_posix() for path in self.there.rglob("*"))
        return sorted(name for name in found if name not in ("own.txt", "kept"))


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """Two folders that hold a file of their own."""
    return Pair(tmp_path, monkeypatch)


def test_what_comes_changes_and_goes_does_so_there(pair: Pair) -> None:
    assert pair.tell() == ""
    (pair.here / "deep/er").mkdir(parents=True)
    (pair.here / "deep/er/a.bin").write_bytes(b"\xff\x00")
    pair.tell()
    assert pair.names() == ["deep", "deep/er", "deep/er/a.bin"]
    assert (pair.there / "deep/er/a.bin").read_bytes() == b"\xff\x00"
    (pair.here / "deep/er/a.bin").write_bytes(b"\xff\x01")
    pair.tell()
    assert (pair.there / "deep/er/a.bin").read_bytes() == b"\xff\x01"
    (pair.here / "deep/er/a.bin").unlink()
    (pair.here / "deep/er").rmdir()
    pair.tell()
    assert pair.names() == ["deep"]
    assert pair.tell() == pair.theirs.changes() == ""


def test_an_own_folder_may_get_other_files(pair: Pair) -> None:
    (pair.there / "kept").rmdir()
    (pair.here / "kept/new.txt").touch()
    pair.tell()
    assert (pair.there / "kept/new.txt").exists()


def test_an_exchange_gives_what_is_asked_for_without_anything(pair: Pair) -> None:
    (pair.here / "ours").touch()
    (pair.there / "theirs").touch()
    assert pair.theirs.exchange(pair.ours.changes()) == ""
    assert (pair.there / "ours").exists()
    pair.ours.take(pair.theirs.exchange(""))
    assert (pair.here / "theirs").exists()


def test_what_was_taken_is_not_told_again(pair: Pair) -> None:
    (pair.here / "a").touch()
    pair.tell()
    assert pair.theirs.changes() == ""


def test_what_was_there_and_not_told_is_not_forgotten(pair: Pair) -> None:
    (pair.there / "theirs").touch()
    (pair.here / "ours").touch()
    pair.tell()
    pair.ours.take(pair.theirs.changes())
    assert (pair.here / "theirs").exists()
    assert pair.theirs.changes() == pair.ours.changes() == ""


@pytest.mark.parametrize("name", ["link", "folder/x"])
def test_nothing_is_written_behind_a_link(pair: Pair, tmp_path: Path, name: str) -> None:
    (pair.there / "link").symlink_to(pair.there / "own.txt")
    (pair.there / "folder").symlink_to(tmp_path)
    with pytest.raises(Violation):
        pair.theirs.take(dump([[], [[name, "00"]]]).decode())
    assert (pair.there / "own.txt").read_text() == "there"
    assert not (tmp_path / "x").exists()


def test_what_is_each_ones_own_or_can_be_imported_stays(pair: Pair) -> None:
    (pair.here / "own.txt").write_text("changed")
    (pair.here / "later.py").touch()
    (pair.here / "link").symlink_to("/etc/passwd")
    (pair.here / "large").write_bytes(bytes(MOST_BYTES + 1))
    assert pair.tell() == ""
    assert (pair.there / "own.txt").read_text() == "there"


@pytest.mark.parametrize(
    "name",
    [
        *(
            "own.txt",
            "kept",
            "../out",
            "..",
            "/tmp/out",
            "a/../../out",
            "a//b",
            "./a",
            "",
            ".",
            7,
            None,
        ),
        *("x.py", "deep/x.so", "x.pth", "conftest.py", "__pycache__/x", "a\0b"),
    ],
)
def test_what_may_not_be_there_is_refused(pair: Pair, name: Any) -> None:
    with pytest.raises((Violation, ValueError)):
        pair.theirs.take(dump([[], [[name, "00"]]]).decode())
    with pytest.raises((Violation, ValueError)):
        pair.theirs.take(dump([[name], []]).decode())
    assert pair.names() == []
    assert (pair.there / "own.txt").read_text() == "there"


def test_a_folder_that_holds_more_stays(pair: Pair) -> None:
    (pair.here / "deep").mkdir()
    pair.tell()
    (pair.there / "deep/x.py").touch()
    (pair.here / "deep").rmdir()
    pair.tell()
    assert pair.names() == ["deep", "deep/x.py"]


def test_paths_are_those_of_the_other_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Any, ...]] = []

    def ask(*what: Any) -> str:
        asked.append(what)
        return "/there" if what == ("root",) else ""

    here = tmp_path / "here"
    (here / "sub").mkdir(parents=True)
    monkeypatch.chdir(here)
    files = SharedFiles(ask)
    monkeypatch.chdir(here / "sub")
    files.give()
    assert asked == [("root",), ("chdir", "/there/sub")]
    files.give()
    monkeypatch.chdir(tmp_path)
    files.give()
    assert len(asked) == 2
    (here / "new").touch()
    files.give()
    assert [what[0] for what in asked[2:]] == ["files"]
    given = (here / "a", f"{here}/b", f"{here}-not/b", str(here), 7, [str(here)])
    assert files.to_there(given) == (
        *(Path("/there/a"), "/there/b", f"{here}-not/b", "/there", 7, [str(here)]),
    )
    assert files.to_here("/there/b") == f"{here}/b"


def test_what_is_fetched_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    come = dump([[], [["theirs", "00"]]]).decode()
    SharedFiles(lambda *what: come if what == ("files", "") else None).fetch()
    assert (tmp_path / "theirs").read_bytes() == b"\0"


@pytest.mark.parametrize("changes", [None, 7, ["x"]])
def test_changes_that_are_no_text_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Violation):
        SharedFiles(lambda *_: changes).fetch()


@pytest.mark.parametrize("text", ["def test(tmp_path): ...", "open('x')", "os.path", "Path('a')"])
def test_tests_that_speak_of_files_share_them(text: str) -> None:
    assert MENTIONS.search(text)


def test_others_do_not() -> None:
    assert not MENTIONS.search("from work import reopen, close, Pathway")


def test_data_files_that_were_handed_in_are_told_of_once_they_are_written(
    tmp_path: Path,
) -> None:
    data = {"tables.json": b"[]", "log.txt": b"1"}
    put_down_data(data, str(tmp_path))
    folder = SharedFolder(str(tmp_path), (), data)
    assert folder.changes() == ""
    (tmp_path / "log.txt").write_bytes(b"1")
    assert "log.txt" in (told := folder.changes())
    assert "tables.json" not in told
