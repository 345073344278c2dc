"""What the machine, or damage on the way, keeps from the grader is no 0, and first bytes decide."""

import errno
import gzip
import io
import os
import stat
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from grader.handins import unpack
from grader.handins.reading.archives import DAMAGED
from grader.results import UNREAD
from tests.handins.rights import bound_by_modes
from tests.handins.test_finding import packed
from tests.handins.test_intake import LAS, NIM, folder, opened, refusal, tgz, zipped


@pytest.mark.parametrize("shut", ["nim.py", "old.zip", "data"])
def test_what_may_not_be_read_is_no_fault_of_the_hand_in(tmp_path: Path, shut: str) -> None:
    path = folder(tmp_path / "a", {"las.py": LAS, "nim.py": NIM, "data/x.txt": b""})
    if shut == "data":
        (path / "nim.py").unlink()
    zipped(path / "old.zip", [("las.py", LAS)])
    (path / shut).chmod(0)
    with bound_by_modes():
        said = refusal(path)
    (path / shut).chmod(0o755)
    assert said.startswith(f"{UNREAD}{shut}")
    assert said.endswith(": Permission denied")


@pytest.mark.parametrize("ending", [".zip", ".tgz"])
def test_a_mode_in_an_archive_shuts_nothing(tmp_path: Path, ending: str) -> None:
    name: Any = "las.py"
    if ending == ".zip":
        name = zipfile.ZipInfo(name)
        name.external_attr = stat.S_IFREG << 16
        path = zipped(tmp_path / "a.zip", [(name, LAS)])
    else:
        name = tarfile.TarInfo(name)
        name.mode = 0
        path = tgz(tmp_path / "a.tgz", [(name, LAS)])
    with bound_by_modes():
        assert list(opened(path).files) == ["las.py"]


class FailingFile(io.FileIO):
    """A file on a disk that fails."""

    def readinto(self, _buffer: object) -> int:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


@pytest.mark.parametrize("name", ["las.py", "in.zip"])
def test_a_disk_that_fails_is_no_fault_of_the_hand_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    @contextmanager
    def failing(path: Path) -> Iterator[io.BufferedReader]:
        yield io.BufferedReader(FailingFile(path))

    path = folder(tmp_path / "a", {name: packed({"las.py": LAS}, ".zip")})
    monkeypatch.setattr(unpack, "open_regular", failing)
    assert refusal(path) == f"{UNREAD}{name}: Input/output error"


def test_an_archive_that_names_places_before_its_begin_is_damaged(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", [("las.py", LAS)])
    whole = path.read_bytes()
    place = whole.index(b"PK\x05\x06") + 16  # of the directory
    path.write_bytes(whole[:place] + b"\xff\xff\xff\x7f" + whole[place + 4 :])
    assert refusal(path) == f"las.py, which is in the hand-in, can't be unpacked: {DAMAGED}"


def damaged(path: Path, name: str) -> Path:
    """A zip of `las.py` and another file, of which the archive has other bytes than it says."""
    zipped(path, [("las.py", LAS)])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as archive:
        archive.writestr(name, b"y = 12345\n")
    path.write_bytes(path.read_bytes().replace(b"y = 12345", b"y = 54321"))
    return path


@pytest.mark.parametrize("name", ["nim.py", "nim.ipynb"])
def test_a_graded_file_that_is_damaged_in_its_archive_is_no_0(tmp_path: Path, name: str) -> None:
    path = damaged(tmp_path / "a.zip", name)
    said = f"{name}, which is in the hand-in, can't be unpacked: {DAMAGED}"
    assert refusal(path) == said


def test_a_damaged_file_beside_good_ones_takes_no_score_away(tmp_path: Path) -> None:
    handin = opened(damaged(tmp_path / "a.zip", "notes.py"))
    assert list(handin.files) == ["las.py"]
    assert handin.notes == (f"notes.py can't be opened: {DAMAGED}",)
    for name in ("old.zip", "nim.py"):
        beside = folder(tmp_path / name[:3], {"las.py": LAS, "nim.py": NIM})
        damaged(beside / "old.zip", name)
        assert list(opened(beside).files) == ["las.py", "nim.py"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("ending", [".zip", ".tgz"])
def test_the_same_file_twice_in_an_archive_is_one(tmp_path: Path, ending: str) -> None:
    pack = {".zip": zipped, ".tgz": tgz}[ending]
    path = pack(tmp_path / f"a{ending}", [("las.py", LAS), ("las.py", LAS)])
    handin = opened(path)
    assert (dict(handin.files), handin.problems) == ({"las.py": LAS.decode()}, {})


@pytest.mark.parametrize("pack", ["zip", "tgz", "gz"])
@pytest.mark.parametrize("name", ["las.py", "las.ipynb", "ada.py"])
def test_first_bytes_say_what_an_archive_is_and_not_its_name(
    tmp_path: Path, pack: str, name: str
) -> None:
    made = {
        "zip": packed({"las.py": LAS}, ".zip"),
        "tgz": packed({"las.py": LAS}),
        "gz": gzip.compress(LAS),
    }
    if pack == "gz" and name != "las.py":
        return
    place = folder(tmp_path / "a", {name: made[pack]})
    for path in (place, place / name, zipped(tmp_path / "a.zip", [(name, made[pack])])):
        assert dict(opened(path).files) == {"las.py": LAS.decode()}


def test_an_archive_that_is_called_as_python_and_can_not_be_opened_is_no_0(tmp_path: Path) -> None:
    path = zipped(tmp_path / "whole.zip", [("las.py", LAS)])
    cut = folder(tmp_path / "a", {"las.py": path.read_bytes()[:60]})
    said = f"las.py, which is in the hand-in, can't be opened: {DAMAGED}"
    assert refusal(cut) == said
    other = folder(tmp_path / "b", {"las.py": b"7z\xbc\xaf\x27\x1c\0\4"})
    assert "it is a 7z archive; pack it as" in refusal(other)


def test_a_document_that_is_called_as_python_is_said_to_be_one(tmp_path: Path) -> None:
    document = packed({"word/document.xml": b"<x/>"}, ".zip")
    path = folder(tmp_path / "a", {"las.py": document, "nim.py": NIM})
    handin = opened(path)
    assert list(handin.files) == ["nim.py"]
    assert handin.problems["las.py"].startswith("it is a zip archive or an office document")


def test_a_whole_copy_makes_up_for_a_damaged_one(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.mkdir()
    damaged(path / "one.zip", "nim.py")
    zipped(path / "two.zip", [("nim.py", NIM)])
    handin = opened(path)
    assert (sorted(handin.files), handin.problems) == (["las.py", "nim.py"], {})


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_one_name_twice_in_an_archive_the_whole_one_counts(tmp_path: Path) -> None:
    path = damaged(tmp_path / "a.zip", "nim.py")
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("nim.py", NIM)
    assert opened(path).files["nim.py"] == NIM.decode()


def test_a_shut_folder_that_nothing_needs_takes_no_score_away(tmp_path: Path) -> None:
    path = folder(tmp_path / "a", {"las.py": LAS, "nim.py": NIM, "data/x.txt": b""})
    (path / "data").chmod(0)
    with bound_by_modes():
        handin = opened(path)
    (path / "data").chmod(0o755)
    assert sorted(handin.files) == ["las.py", "nim.py"]
    assert handin.notes == ("data/ can't be opened: Permission denied",)
