"""Reads what a hand-in holds, from a folder, an archive or a single file, into memory.

Everything is counted while it is read: sizes in headers are claims. Only regular files are opened,
links are never followed, and names in archives are labels, never paths. An archive in a hand-in is
read too, in memory and by the same counts. `grader.handins.intake` has the theory of operation.
"""

import gzip
import io
import lzma
import os
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, BinaryIO
from unicodedata import normalize

from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.inside.notebook import ENDING

ARCHIVES = (".tar.gz", ".tgz", ".zip")
SOURCES = (".py", ENDING)
ENDINGS = (*ARCHIVES, *SOURCES)
# Ours, beside the files of hand-ins.
_BESIDE = ("expected.toml", "submissions.csv", "roster.csv", "extensions.csv", "late_days.csv")
_STRAY = ("thumbs.db", "desktop.ini", "__macosx", "__pycache__")
_MOST_OF_NAME = 200
_NAME = re.compile(rf"[A-Za-z0-9_./-]{{1,{_MOST_OF_NAME}}}")
_PART = re.compile(r"[A-Za-z0-9_.-]+")
_IN_UTF_8 = 0x800
_MOST_CHARACTERS = 1000
_MB = 1 << 20
_PIECE = 1 << 16
_DEPTH = 12
_NESTED = 2  # archives in archives
_MOST_ARCHIVES = 10
_READ_ONLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
# What the standard library raises for archives that are damaged or odd.
_UNREADABLE = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, OSError, ValueError, OverflowError, RuntimeError),
)
_TOO_BIG = "the hand-in holds more than {} MB when unpacked"
_NOT_REGULAR = "it is a link or a device, not a file; hand in the file itself"


def is_stray(name: str) -> bool:
    """Whether a file or folder is silently left out: hidden, of a system, or ours."""
    return name.startswith(".") or name.lower() in (*_STRAY, *_BESIDE)


def is_plain(name: str) -> bool:
    """Whether a name is one of a module, perhaps in folders, that students may import.

    Beside what is plain in every system, that is any name that Python reads in an import.
    """
    if _NAME.fullmatch(name):
        return True
    *folders, file = name.split("/")
    stem, ending = os.path.splitext(file)
    return (
        len(name) <= _MOST_OF_NAME and ending in SOURCES and all(map(_is_plain, (*folders, stem)))
    )


def _is_plain(part: str) -> bool:
    # Python looks for what it reads in another form than it is written.
    return bool(_PART.fullmatch(part)) or (part.isidentifier() and normalize("NFKC", part) == part)


def plain(text: str) -> str:
    """A text from outside as it can be put into a line; escaped if it would not show."""
    return (text if text.isprintable() else ascii(text)[1:-1])[:200]


class TooMuch(HandinError):
    """A hand-in that holds more than it may."""


@dataclass(slots=True)
class Entries:
    """What is found in a hand-in while its size and number are counted.

    `archives` are the archives in it by name, each with what it holds; `unopened` are those that
    can't be opened, each with the reason.
    """

    limits: Intake
    contents: list[tuple[str, bytes]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    archives: list[tuple[str, "Entries"]] = field(default_factory=list)
    unopened: list[tuple[str, str]] = field(default_factory=list)
    number: int = 0
    size: int = 0
    opened: int = 0
    depth: int = 0

    def count(self) -> None:
        self.number += 1
        if self.number > self.limits.max_files:
            raise TooMuch(f"the hand-in holds more than {self.limits.max_files:,} files")

    @property
    def room(self) -> int:
        return self.limits.max_mb * _MB - self.size

    def add(self, name: str, stream: IO[bytes]) -> None:
        """Read a file, or an archive, as far as there is room for it."""
        if is_archive(name):
            self._open(name, stream)
            return
        content = b"".join(_pieces(stream, self.room + 1))
        self.size += len(content)
        if self.room < 0:
            raise TooMuch(_TOO_BIG.format(self.limits.max_mb))
        self.contents.append((name, content))

    def refuse(self, name: str, why: str) -> None:
        """Note a file, or an archive, that can't be read."""
        (self.unopened if is_archive(name) else self.refused).append((name, why))

    def _open(self, name: str, stream: IO[bytes]) -> None:
        """Read an archive in this one; one that can't be read is noted, and costs no other file."""
        most = self.limits.max_mb * _MB
        packed = b"".join(_pieces(stream, most + 1))
        inner = Entries(
            limits=self.limits,
            number=self.number,
            size=self.size,
            opened=self.opened + 1,
            depth=self.depth + 1,
        )
        try:
            if len(packed) > most:
                raise HandinError(f"it is bigger than {self.limits.max_mb} MB")
            read_archive(name, io.BytesIO(packed), inner)
        except TooMuch:
            raise
        except HandinError as error:
            self.unopened.append((name, str(error).replace("the hand-in can't be opened: ", "")))
        else:
            self.archives.append((name, inner))
        self.number, self.size, self.opened = inner.number, inner.size, inner.opened

    def label(self, raw: str) -> str | None:
        """The clean name of a Python file, a notebook or an archive; `None` for what isn't read.

        Strays don't count.

        The folder that holds the hand-in may have any name, so those of folders are not looked at.
        """
        parts = [part for part in raw.split("/") if part not in ("", ".")]
        if not parts or any(is_stray(part) for part in parts if part != ".."):
            return None
        self.count()
        # Some systems write an accent as a character of its own.
        name = normalize("NFC", "/".join(parts))
        file = name.rpartition("/")[2]
        usable = self._may_open(name) or (name.endswith(SOURCES) and is_plain(file))
        if raw.startswith("/") or ".." in parts or not usable or len(name) > _MOST_CHARACTERS:
            self.others.append(plain(raw))
            return None
        return name

    def _may_open(self, name: str) -> bool:
        return is_archive(name) and self.depth < _NESTED and self.opened < _MOST_ARCHIVES


def is_archive(name: str) -> bool:
    """Whether a file is an archive that can be opened, by its name."""
    return name.lower().endswith(ARCHIVES)


def _pieces(stream: IO[bytes], most: int) -> Iterator[bytes]:
    """At most so many bytes; to ask for all at once makes room for them, page by page."""
    while most > 0 and (piece := stream.read(min(most, _PIECE))):
        most -= len(piece)
        yield piece


# -- folders and files -------------------------------------------------------------------------


def read(path: Path, limits: Intake, name: str = "") -> Entries:
    """What a folder, an archive or a single file holds; raises `HandinError`.

    A file goes by `name` in the hand-in, or by its own.
    """
    entries = Entries(limits)
    if path.is_dir():
        _read_folder(path, "", entries, 0)
    else:
        _read_single(path, name or path.name, entries)
    return entries


def read_file(path: Path, name: str, entries: Entries) -> None:
    """Add a file on the disk that goes by `name` in the hand-in."""
    if (label := entries.label(name)) is not None:
        _read_entry(path, label, entries)


def read_folder(path: Path, entries: Entries) -> None:
    """Add what a folder on the disk holds; raises `HandinError` if it can't be read."""
    _read_folder(path, "", entries, 0)


def read_members(
    archive: zipfile.ZipFile, members: Iterable[tuple[str, str]], entries: Entries
) -> None:
    """Add members of an archive that holds a whole class, each by its name in the hand-in."""
    for name, member in members:
        if (label := entries.label(name)) is not None:
            _read_member(archive, archive.getinfo(member), label, entries)


def _read_single(path: Path, name: str, entries: Entries) -> None:
    with _clear_errors(), _open_regular(path) as stream:
        if name.lower().endswith(SOURCES):
            entries.add(plain(name), stream)
        else:
            read_archive(name, stream, entries)


def read_archive(name: str, stream: BinaryIO, entries: Entries) -> None:
    """Add what an archive holds; raises `HandinError` if it can't be read."""
    with _clear_errors():
        if name.lower().endswith(".zip"):
            _read_zip(stream, entries)
        elif is_archive(name):
            _read_tar(stream, entries)
        else:
            raise HandinError(f"the hand-in is neither a folder nor one of {', '.join(ENDINGS)}")


def _read_folder(folder: Path, prefix: str, entries: Entries, depth: int) -> None:
    if depth > _DEPTH:
        raise HandinError(f"the hand-in's folders are more than {_DEPTH} deep")
    with _clear_errors():
        found = sorted(os.scandir(folder), key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            if not is_stray(entry.name):
                _read_folder(Path(entry.path), f"{prefix}{entry.name}/", entries, depth + 1)
        elif (name := entries.label(prefix + entry.name)) is not None:
            _read_entry(Path(entry.path), name, entries)


def _read_entry(path: Path, name: str, entries: Entries) -> None:
    try:
        with _open_regular(path) as stream:
            entries.add(name, stream)
    except OSError as error:
        entries.refuse(name, f"it can't be read: {error.strerror}")
    except _NotRegular:
        entries.refuse(name, _NOT_REGULAR)


class _NotRegular(Exception):
    """A path that is something else than a regular file."""


@contextmanager
def _open_regular(path: Path) -> Iterator[BinaryIO]:
    # O_NONBLOCK: opening a named pipe must not wait for somebody to write to it.
    if not stat.S_ISREG(path.lstat().st_mode):
        raise _NotRegular
    descriptor = os.open(path, _READ_ONLY)
    with open(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise _NotRegular
        yield stream


# -- archives --------------------------------------------------------------------------------


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except _NotRegular:
        raise HandinError("the hand-in is a link or a device, not a file") from None
    except _UNREADABLE as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise HandinError(
            f"the hand-in can't be opened: {plain(str(why) or 'it is damaged')}"
        ) from None


class _Capped(io.RawIOBase):
    """A stream that raises `HandinError` once more than `most` bytes have come out of it."""

    def __init__(self, stream: gzip.GzipFile, most: int, text: str) -> None:
        self._stream = stream
        self._left = most
        self._text = text

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise TooMuch(self._text)
        return data


def _read_tar(stream: BinaryIO, entries: Entries) -> None:
    # Read as a stream: forward only, so that no header can send the reader round in circles.
    limits = entries.limits
    most = limits.max_mb * _MB + (limits.max_files + 20) * 4 * tarfile.BLOCKSIZE
    capped = _Capped(gzip.GzipFile(fileobj=stream), most, _TOO_BIG.format(limits.max_mb))
    with tarfile.open(fileobj=capped, mode="r|", errorlevel=2) as archive:
        for member in archive:
            name = None if member.isdir() else entries.label(member.name)
            if name is None:
                continue
            if member.size < 0:  # `tarfile` believes it and reads a header again
                raise EOFError("a file has a negative size")
            content = archive.extractfile(member) if member.isreg() else None
            if content is None:
                entries.refuse(name, _NOT_REGULAR)
            else:
                entries.add(name, content)


def _read_zip(stream: BinaryIO, entries: Entries) -> None:
    most = entries.limits.max_mb * _MB
    if stream.seek(0, os.SEEK_END) > most:
        raise TooMuch(f"the hand-in is bigger than {entries.limits.max_mb} MB")
    with zipfile.ZipFile(stream) as archive:
        for info in archive.infolist():
            # Some programs of Windows write their own separator.
            raw = _name_of(info).replace("\\", "/")
            name = None if raw.endswith("/") else entries.label(raw)
            if name is not None:
                _read_member(archive, info, name, entries)


def _name_of(info: zipfile.ZipInfo) -> str:
    """The name of a member; macOS writes UTF-8 and doesn't say so."""
    if not info.flag_bits & _IN_UTF_8:
        with suppress(UnicodeError):
            return info.filename.encode("cp437").decode()
    return info.filename


def _read_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, entries: Entries
) -> None:
    try:
        _read_zipped(archive, info, name, entries)
    except _UNREADABLE as error:  # this file is damaged; the others need not be
        entries.refuse(name, f"it can't be unpacked: {plain(str(error) or 'it is damaged')}")


def _read_zipped(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, entries: Entries
) -> None:
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        entries.refuse(name, _NOT_REGULAR)
    elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        entries.refuse(name, "it is packed by an unusual method; pack it with 'deflate'")
    else:
        with archive.open(info) as content:
            entries.add(name, content)
