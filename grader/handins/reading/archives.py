"""Archives, read forward as a stream of members; the first bytes tell the kind of archive.

Names of members are labels and sizes in headers are claims; a member that isn't a regular file is
never opened. All that comes out of a packed stream is reported to `spend`, even what is only on the
way to a member, so that no archive is unpacked for ever. Nothing here knows what a hand-in is.
"""

import bz2
import errno
import gzip
import io
import lzma
import os
import stat
import struct
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol, TypeGuard


class ByteSource(Protocol):
    """What bytes are read from, forward."""

    def read(self, size: int = -1, /) -> bytes:
        """At most this many bytes; none at the end."""

    def close(self) -> None:
        """Stop reading."""


# How names of archives end; the kind is decided by the bytes.
TARS = (".tar.gz", ".tgz", ".tar.xz", ".txz", ".tar.bz2", ".tbz2", ".tbz", ".tar")
PACKED = (".gz", ".xz", ".bz2")
OPENED = (*TARS, ".zip", *PACKED)
FOREIGN = (".rar", ".7z", ".tar.zst", ".zst", ".cab")
# Flags of a member of a zip archive: it is encrypted; its name is UTF-8.
_LOCKED, _IN_UTF_8 = 0x1, 0x800
# What the standard library raises for archives that are damaged or odd.
UNREADABLE = (
    *(tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, OSError, ValueError, OverflowError, RuntimeError),
)
NOT_REGULAR = "it is a link or a device, not a file; hand in the file itself"
LOST = "it can't be unpacked: "
PACK = "pack it as .zip or .tgz"
LOCKED = "it has a password; pack it without one"
DAMAGED = "it is cut off or damaged; download it again, or have it packed and handed in again"
# How Windows encodes names in a zip, in America and in Europe.
_OF_WINDOWS = ("cp437", "cp850")
# Those that every supported Python reads; only the newest reads zstd.
_ZIP_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
_UNPACKERS: tuple[tuple[bytes, Callable[[BinaryIO], ByteSource]], ...] = (
    (b"\x1f\x8b", lambda stream: gzip.GzipFile(fileobj=stream)),
    (b"BZh", bz2.BZ2File),
    (b"\xfd7zXZ\0", lzma.LZMAFile),
)
_OTHERS = (
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"MSCF", "a CAB archive"),
    (b"\x1f\x9d", "an archive of the old program compress"),
)
_NAMED = 0x08  # in the fourth byte of a gzip file: its header holds a name
_GZIP_HEADER = 10


Spend = Callable[[int], None]


class UnusableArchive(ValueError):
    """An archive that isn't opened; says what is wrong and what to do."""


def words_of(error: Exception) -> str:
    """What is wrong with a file or an archive, and what to do, if one of `UNREADABLE` is raised.

    What the standard library says about bytes helps nobody who sees an archive.
    """
    if isinstance(error, UnusableArchive):
        return str(error)
    return str(error.strerror) if is_of_machine(error) else DAMAGED


def is_of_machine(error: Exception) -> TypeGuard[OSError]:
    """Whether a file can't be read because of the machine, and not because of what is in it.

    Unpackers raise errors without a number, or EINVAL if damage makes them seek before the start.
    """
    return isinstance(error, OSError) and error.errno not in (None, errno.EINVAL)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive: its name there, and how to open it before the next one is asked for.

    `fault` says why it can't be opened. If it is `apart`, it can be damaged without the others. If
    it is `locked`, the archive has a password.
    """

    name: str
    open: Callable[[], ByteSource]
    fault: str = ""
    apart: bool = False
    locked: bool = False


def ending_of(name: str) -> str:
    """The ending of an archive's name; empty for any other name."""
    low = name.lower()
    return next((ending for ending in (*OPENED, *FOREIGN) if low.endswith(ending)), "")


def members(name: str, stream: BinaryIO, spend: Spend) -> Iterator[Member]:
    """The files in an archive of this name; raises one of `UNREADABLE`, or what `spend` raises.

    `spend` is called with the number of bytes that were unpacked, before they are passed on.
    """
    head = _head(stream)
    unpack = next((unpack for magic, unpack in _UNPACKERS if head.startswith(magic)), None)
    other = next((words for magic, words in _OTHERS if head.startswith(magic)), "")
    if other:
        raise UnusableArchive(f"it is {other}; {PACK}")
    if unpack is not None:
        yield from _unpacked(name, head, lambda: unpack(_rewound(stream)), spend)
    elif _is_tar(head):
        yield from _tar_members(_CountedStream(stream, spend))
    elif head.startswith(b"PK") or zipfile.is_zipfile(stream):  # self-extracting
        yield from _zip_members(stream)
    else:
        kind = "a text, no archive" if _is_text(head) else "no archive of a known kind"
        raise UnusableArchive(f"it is {kind}; {PACK}")


def begins_as_packed(head: bytes) -> bool:
    """Whether a file begins like an archive or packed data, as no Python source does."""
    magics = [magic for magic, _ in (*_UNPACKERS, *_OTHERS)]
    return head.startswith((*magics, b"PK\x03\x04")) and not _is_text(head[: tarfile.BLOCKSIZE])


def _rewound(stream: BinaryIO) -> BinaryIO:
    stream.seek(0)
    return stream


def _head(stream: BinaryIO) -> bytes:
    head = stream.read(tarfile.BLOCKSIZE)
    stream.seek(0)
    return head


def _is_text(head: bytes) -> bool:
    return bool(head) and min(head) >= ord("\t")


def _is_tar(head: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(head, "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return len(head) == tarfile.BLOCKSIZE and not any(head)  # zeros: an empty tar
    return True


def _unpacked(
    name: str, packed: bytes, unpacked: Callable[[], ByteSource], spend: Spend
) -> Iterator[Member]:
    """The members of a packed tar, or the one file that is packed."""
    # Opened twice rather than read back: some streams can't be read back.
    if _is_tar(unpacked().read(tarfile.BLOCKSIZE)):
        yield from _tar_members(_CountedStream(unpacked(), spend))
    else:
        yield Member(_name_within(name, packed), lambda: _CountedStream(unpacked(), spend))


def _name_within(name: str, packed: bytes) -> str:
    """The name of the one file in a packed one: what gzip keeps, if Python's, or all but `.gz`.

    >>> _name_within("top/work.py.xz", b"")
    'top/work.py'
    """
    if packed.startswith(b"\x1f\x8b") and packed[3:4] == bytes([_NAMED]):
        kept = packed[_GZIP_HEADER:].partition(b"\0")[0].decode("latin-1")
        if kept.endswith((".py", ".ipynb")):
            return kept
    return name[: -len(ending_of(name)) or None]


class _CountedStream(io.RawIOBase):
    """A stream that reports how many bytes come out of it."""

    def __init__(self, stream: ByteSource, spend: Spend) -> None:
        self._stream = stream
        self._spend = spend

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(size)
        self._spend(len(data))
        return data


def _tar_members(stream: _CountedStream) -> Iterator[Member]:
    # As a stream, forward only, so that no header can send the reader round in circles.
    with tarfile.open(fileobj=stream, mode="r|", errorlevel=2) as archive:
        for info in archive:
            if info.size < 0:  # `tarfile` believes it and reads a header again
                raise EOFError("a file has a negative size")
            if not info.isdir():
                yield _tar_member(archive, info)


def _tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Member:
    def opened() -> ByteSource:
        content = archive.extractfile(info)
        assert content is not None  # it is a regular file
        return content

    return Member(info.name, opened, "" if info.isreg() else NOT_REGULAR)


def _zip_members(stream: BinaryIO) -> Iterator[Member]:
    with zipfile.ZipFile(stream) as archive:
        for info in archive.infolist():
            if not info.filename.endswith(("/", "\\")):
                yield zip_member(archive, info)


def zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member:
    """A file in an open zip archive."""
    locked = bool(info.flag_bits & _LOCKED)
    fault = LOCKED if locked else _zip_fault(info)
    return Member(name_of(info), lambda: archive.open(info), fault, apart=True, locked=locked)


def name_of(info: zipfile.ZipInfo) -> str:
    """The name of a member; macOS writes UTF-8 and doesn't say so, Windows its own code page."""
    # Without the flag, zipfile has decoded it as cp437.
    if not info.flag_bits & _IN_UTF_8:
        with suppress(UnicodeError):
            return info.filename.encode("cp437").decode()
        for encoding in _OF_WINDOWS:
            with suppress(UnicodeError):
                name = info.filename.encode("cp437").decode(encoding)
                if all(map(_is_latin, name)):
                    return name
    return info.filename


def _is_latin(sign: str) -> bool:
    return sign.isascii() or unicodedata.name(sign, "").startswith("LATIN")


def _zip_fault(info: zipfile.ZipInfo) -> str:
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG):
        return NOT_REGULAR
    # The memory that a bomb takes is limited where hand-ins are opened.
    if info.compress_type not in _ZIP_METHODS:
        return f"{LOST}it is packed by an unusual method; pack it with 'deflate'"
    return ""


class PositionedFile(io.RawIOBase):
    """A file whose position isn't shared: forked processes can read it at the same time."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb")
        self._size = os.fstat(self._file.fileno()).st_size
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._size}[whence]
        self._at = max(0, start + offset)
        return self._at

    def tell(self) -> int:
        return self._at

    def read(self, size: int = -1) -> bytes:
        most = max(0, self._size - self._at)
        data = os.pread(self._file.fileno(), most if size < 0 else size, self._at)
        self._at += len(data)
        return data

    def close(self) -> None:
        self._file.close()
        super().close()
