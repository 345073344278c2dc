"""Archives: what kind one is its bytes say, and names and sizes are only claims."""

import errno
import gzip
import io
import os
import stat
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grader.errors import HandinError
from grader.handins.reading import counts as counting
from grader.handins.reading.archives import (
    DAMAGED,
    PositionedFile,
    UnusableArchive,
    begins_as_packed,
    ending_of,
    members,
    name_of,
    words_of,
)
from tests.handins.test_intake import LAS, MB, NIM, opened, refusal, tgz, zipped


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9])
def test_half_an_archive_is_refused(tmp_path: Path, kept: float) -> None:
    path = tgz(tmp_path / "a.tgz", [("las.py", os.urandom(20_000).hex().encode())])
    path.write_bytes(path.read_bytes()[: int(kept * path.stat().st_size)])
    assert refusal(path) == f"the hand-in can't be opened: {DAMAGED}"


@pytest.mark.parametrize("kept", [0.0, 0.1, 0.5, 0.99])
def test_half_a_zip_is_refused_in_plain_words(tmp_path: Path, kept: float) -> None:
    path = zipped(tmp_path / "a.zip", [("las.py", LAS)])
    path.write_bytes(path.read_bytes()[: int(kept * path.stat().st_size)] or b"PK")
    assert refusal(path) == f"the hand-in can't be opened: {DAMAGED}"


def test_another_kind_of_archive_is_refused_with_the_kinds_that_are_opened(tmp_path: Path) -> None:
    for content, why in (
        (b"Rar!\x1a\x07\x01\x00", "it is a RAR archive; pack it as .zip or .tgz"),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", "it is a 7z archive; pack it as .zip or .tgz"),
        (b"an essay", "it is a text, no archive; pack it as .zip or .tgz"),
    ):
        for name in ("a.rar", "a.tgz", "a.docx", "a"):
            (tmp_path / name).write_bytes(content)
            assert refusal(tmp_path / name) == f"the hand-in can't be opened: {why}"


def test_a_name_in_utf_8_is_read_where_the_zip_does_not_say_so(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", [("las.py", LAS), ("hilfs_xx.py", NIM)])
    path.write_bytes(path.read_bytes().replace(b"hilfs_xx", "hilfs_ä".encode()))
    assert list(opened(path).files) == ["hilfs_ä.py", "las.py"]


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE]
)
def test_links_and_devices_in_a_tar_cost_only_their_own_module(tmp_path: Path, kind: bytes) -> None:
    link = special("nim.py", kind, "/etc/passwd")
    members: list[tuple[tarfile.TarInfo | str, bytes]] = [("las.py", LAS), (link, b"")]
    handin = opened(tgz(tmp_path / "a.tgz", members))
    assert handin.files == {"las.py": "x = 1\n"}
    assert handin.problems == {
        "nim.py": "it is a link or a device, not a file; hand in the file itself"
    }


def test_a_link_in_a_zip_costs_only_its_own_module(tmp_path: Path) -> None:
    link = zipfile.ZipInfo("nim.py")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    handin = opened(zipped(tmp_path / "a.zip", [("las.py", LAS), (link, b"/etc/passwd")]))
    assert list(handin.files) == ["las.py"]
    assert list(handin.problems) == ["nim.py"]


@pytest.mark.parametrize("packing", ["gz", "bz2", "xz"])
def test_a_packed_tar_is_not_unpacked_for_ever_on_the_way_to_a_file(
    tmp_path: Path, packing: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "_MOST_UNPACKED", 8)
    with tarfile.open(tmp_path / "a.tgz", f"w:{packing}") as archive:
        for name in ("hw/las.py", "hw/data/film.mp4", "hw/nim.py"):
            info = tarfile.TarInfo(name)
            info.size = 9 * MB if name.endswith(".mp4") else 4
            archive.addfile(info, io.BytesIO(b"#" * info.size))
    assert (tmp_path / "a.tgz").stat().st_size < 20_000
    assert refusal(tmp_path / "a.tgz") == (
        "the hand-in holds more than 8 MB when unpacked, most of it in hw/data/film.mp4; "
        "leave out what isn't asked for"
    )


def test_a_header_that_claims_another_size_is_refused(tmp_path: Path) -> None:
    for claimed in (8 << 30, -512):
        header = tarfile.TarInfo("las.py")
        header.size = claimed
        block = header.tobuf(format=tarfile.GNU_FORMAT)
        (tmp_path / "a.tgz").write_bytes(gzip.compress(block + b"\0" * 2048))
        assert refusal(tmp_path / "a.tgz").startswith("the hand-in can't be opened: ")


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_may_be_packed_by_any_method_that_python_reads(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", method) as archive:
        archive.writestr("las.py", LAS)
    handin = opened(tmp_path / "a.zip")
    assert (dict(handin.files), handin.problems) == ({"las.py": LAS.decode()}, {})


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_bomb_of_any_method_ends_at_a_limit(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w", method) as archive:
        archive.writestr("las.py", b"#" * (40 << 20))
    with pytest.raises(HandinError, match=r"more than 8 MB|too much memory"):
        opened(tmp_path / "a.zip")


def test_a_zip_packed_by_a_method_that_python_does_not_read_says_what_to_do(tmp_path: Path) -> None:
    path = zipped(tmp_path / "a.zip", [("las.py", LAS)])
    packed = bytearray(path.read_bytes())
    for header, place in ((b"PK\x01\x02", 10), (b"PK\x03\x04", 8)):
        packed[packed.index(header) + place] = 9  # "deflate64", Windows's own for big files
    path.write_bytes(packed)
    why = "it is packed by an unusual method; pack it with 'deflate'"
    assert refusal(path) == f"las.py, which is in the hand-in, can't be unpacked: {why}"


def found(name: str, content: bytes) -> list[tuple[str, bytes]]:
    return [(one.name, one.open().read()) for one in members(name, io.BytesIO(content), id)]


@pytest.mark.parametrize(
    ("name", "inside"),
    [("hw/las.py.gz", "hw/las.py"), ("las.gz", "las"), ("odd", "odd")],
)
def test_one_packed_file_has_the_name_without_the_ending(name: str, inside: str) -> None:
    assert found(name, gzip.compress(LAS)) == [(inside, LAS)]


@pytest.mark.parametrize(("kept", "inside"), [("las.py", "las.py"), ("../x.txt", "work")])
def test_a_name_that_gzip_kept_is_used_of_a_python_file_alone(kept: str, inside: str) -> None:
    packed = io.BytesIO()
    with gzip.GzipFile(kept, "wb", fileobj=packed) as file:
        file.write(LAS)
    assert found("work.gz", packed.getvalue()) == [(inside, LAS)]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"\x28\xb5\x2f\xfd\0", "it is a zstd archive; pack it as .zip or .tgz"),
        (b"MSCF\0", "it is a CAB archive; pack it as .zip or .tgz"),
        (b"\x1f\x9d\0", "it is an archive of the old program compress; pack it as .zip or .tgz"),
        (b"\0\1\2", "it is no archive of a known kind; pack it as .zip or .tgz"),
        (b"x = 1\n", "it is a text, no archive; pack it as .zip or .tgz"),
    ],
)
def test_what_is_not_opened_says_what_it_is(content: bytes, why: str) -> None:
    with pytest.raises(UnusableArchive) as caught:
        found("a.zip", content)
    assert words_of(caught.value) == why


def test_what_the_machine_cannot_read_is_not_called_damaged() -> None:
    assert words_of(OSError(errno.EIO, "Input/output error")) == "Input/output error"
    assert words_of(OSError(errno.EINVAL, "Invalid argument")) == DAMAGED
    assert words_of(OSError("not a gzip file")) == DAMAGED
    assert words_of(EOFError()) == DAMAGED


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("hilfs_\u00e4.py".encode(), "hilfs_\u00e4.py"),
        ("hilfs_\u00e4.py".encode("cp437"), "hilfs_\u00e4.py"),
        ("\u00f8.py".encode("cp850"), "\u00f8.py"),
    ],
)
def test_a_name_in_the_code_page_of_windows_is_read(written: bytes, name: str) -> None:
    assert name_of(zipfile.ZipInfo(written.decode("cp437"))) == name


def test_a_python_text_never_begins_as_packed() -> None:
    heads = [gzip.compress(b""), b"PK\3\4", b"BZh91AY", b"MSCF = 1\n", b"PK = 1\n", b""]
    assert [begins_as_packed(head) for head in heads] == [True, True, False, False, False, False]


def test_readers_of_one_file_share_no_position(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abcdef")
    with PositionedFile(tmp_path / "a") as one, PositionedFile(tmp_path / "a") as two:
        assert (one.read(2), two.read(), one.read(2), one.tell()) == (b"ab", b"abcdef", b"cd", 4)
        assert (one.seek(-2, os.SEEK_END), one.read(9), one.read()) == (4, b"ef", b"")
        assert (one.seek(-9, os.SEEK_CUR), one.seek(99), one.read()) == (0, 99, b"")


def test_an_ending_is_one_of_archives_in_any_case() -> None:
    names = ["a.TAR.GZ", "a.gz", "a.7z", "a.py", "zip"]
    assert [ending_of(name) for name in names] == [".tar.gz", ".gz", ".7z", "", ""]
