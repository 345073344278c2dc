"""Reads what a hand-in holds, from a folder, an archive or a single file, into memory.

Only what is used counts against the limits of the assignment, and it is counted while it is read:
sizes in headers are claims. Everything else costs only a look, and looks have limits of their own.
Only regular files are opened, links are never followed, and names in archives are labels, never
paths. An archive in a hand-in is read, too, in memory and with the same counts.
`grader.handins.intake` has the theory of operation.
"""

import io
import os
import stat
import zipfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from posixpath import basename, dirname, join, normpath
from typing import BinaryIO
from unicodedata import normalize

from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.handins.reading.archives import (
    LOST,
    NOT_REGULAR,
    OPENED,
    UNREADABLE,
    ByteSource,
    Member,
    UnusableArchive,
    begins_as_packed,
    ending_of,
    is_of_machine,
    members,
    words_of,
    zip_member,
)
from grader.handins.reading.counts import Counts, HandinTooLarge, counts
from grader.handins.reading.names import SOURCES, is_plain, plain
from grader.handins.reading.unwanted import unwanted
from grader.inside.notebook.layout import ENDING
from grader.inside.notebook.reading import files_written, without_outputs
from grader.results import UNREAD
from grader.student.handing_in.data_files import MOST_BYTES, may_be_data

ENDINGS = (*OPENED, *SOURCES)
CANT = "the hand-in can't be opened: "
MOST_CHARACTERS = 1000  # of a name
_MB = 1 << 20
_PIECE = 1 << 16
_NESTED = 2  # archives in archives
_MOST_ARCHIVES = 10
_MOST_HELD = 64 * _MB  # of an archive in an archive, which is in memory
_READ_ONLY = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(slots=True)
class Entries:
    """What is found in a hand-in, or in an archive in it.

    `archives` are the archives in it by name, each with what it holds; `unopened` are those that
    can't be opened, each with the reason; `passed` is what no course wants, each with what it is.
    `written` are the files that cells of notebooks write, each with its notebook; `shut` are
    folders that the grader may not look into. `data` are small files of other kinds, which code
    may read, or what is raised if one is needed.
    """

    contents: list[tuple[str, bytes]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    archives: list[tuple[str, "Entries"]] = field(default_factory=list)
    unopened: list[tuple[str, str]] = field(default_factory=list)
    passed: dict[str, str] = field(default_factory=dict)
    written: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    shut: dict[str, "UnreadHandin"] = field(default_factory=dict)
    data: list[tuple[str, "bytes | UnreadHandin"]] = field(default_factory=list)

    @property
    def is_used(self) -> bool:
        """Whether there is anything that could be graded."""
        here = self.contents or self.refused or self.unopened
        return bool(here) or any(inner.is_used for _, inner in self.archives)


@dataclass(slots=True)
class HandinReader:
    """Puts what is read into `found`; a reader of an archive in a hand-in shares its `counts`.

    `place` is the name of that archive, with a slash, and `depth` how many it is in. Files that
    are neither Python nor notebooks are modules if their names are in `texts`, else at most data.
    """

    counts: Counts
    found: Entries = field(default_factory=Entries)
    place: str = ""
    depth: int = 0
    texts: Collection[str] = ()

    def label(self, raw: str) -> str | None:
        """The clean name of a file that is read; `None` for any other.

        The folder that holds the hand-in may have any name, so names of folders are not checked.
        """
        # Some programs on Windows write their own separator.
        written = raw.replace("\\", "/")
        parts = [part for part in written.split("/") if part not in ("", ".")]
        if not parts:
            return None
        # Some systems write an accent as a character of its own.
        name = normalize("NFC", "/".join(parts))
        self.counts.seen.add(self.place + name)
        if self.passes_over(parts):
            return None
        usable = self._is_graded(name) or (ending_of(name) and self._has_room())
        is_data = self.is_data(name) and self.counts.data > 0
        is_nowhere = written.startswith("/") or ".." in parts or len(name) > MOST_CHARACTERS
        if is_nowhere or not (usable or is_data):
            self.found.others.append(plain(written))
            return None
        if usable:
            self.counts.files.add(self.place + name)
        return name

    def _is_graded(self, name: str) -> bool:
        last = name.rpartition("/")[2]
        return (name.endswith(SOURCES) and is_plain(last)) or last in self.texts

    def is_data(self, name: str) -> bool:
        """Whether a file is no module, but may be data, by its name."""
        return may_be_data(name.rpartition("/")[2]) and not self._is_graded(name)

    def passes_over(self, parts: Sequence[str]) -> bool:
        """Whether a path is of something that no course wants; records it if so."""
        if (found := unwanted(parts)) is None:
            return False
        part, kind = found
        self.found.passed.setdefault(plain(part), kind)
        return True

    def _has_room(self) -> bool:
        return self.depth < _NESTED and self.counts.archives < _MOST_ARCHIVES

    def add(self, name: str, stream: ByteSource) -> None:
        """Read a file, or an archive; raises `HandinTooLarge`."""
        if ending_of(name):
            self._open(name, stream)
            return
        if self.is_data(name):
            self._add_data(name, stream)
            return
        is_notebook = name.endswith(ENDING)
        count = self.counts.notebooks if is_notebook else self.counts.bytes
        pieces = bytearray()
        while piece := stream.read(_PIECE):
            count.add(self.place + name, len(piece))
            pieces += piece
        content = bytes(pieces)
        if begins_as_packed(content) and self._has_room() and self._opens(name, content):
            return
        if is_notebook:
            content = without_outputs(content)
            self.counts.bytes.add(self.place + name, len(content))
            self._add_written(name, content)
        self.found.contents.append((name, content))

    def _add_data(self, name: str, stream: ByteSource) -> None:
        content, most = bytearray(), min(MOST_BYTES, self.counts.data)
        while len(content) <= most and (piece := stream.read(most + 1 - len(content))):
            content += piece
        if len(content) > most:
            self.found.others.append(plain(name))
            return
        self.counts.data -= len(content)
        self.found.data.append((name, bytes(content)))

    def _opens(self, name: str, content: bytes) -> bool:
        """Read a file as the archive that it is, unless nothing in it could be graded."""
        archives = self.found.archives
        count = len(archives)
        self._open(name, io.BytesIO(content))
        if archives[count:] and not archives[-1][1].is_used:
            archives.pop()
            return False
        return True

    def _add_written(self, notebook: str, content: bytes) -> None:
        """Add what a notebook's cells write, as if it had been handed in beside it."""
        for name, text in files_written(content).items():
            path = normpath(join(dirname(notebook), name))
            is_used = path.endswith(".py") or basename(path) in self.texts
            if is_used and (label := self.label(path)) is not None:
                data = text.encode()
                self.counts.bytes.add(self.place + label, len(data))
                self.found.written[label] = notebook, data

    def refuse(self, name: str, why: str) -> None:
        """Record a file, or an archive, that can't be read."""
        if self.is_data(name):
            self.found.others.append(plain(name))
            return
        (self.found.unopened if ending_of(name) else self.found.refused).append((name, why))

    def _open(self, name: str, stream: ByteSource) -> None:
        """Read an archive in this one; if that fails, it is recorded, and costs no other file."""
        self.counts.archives += 1
        inner = replace(self, found=Entries(), place=f"{self.place}{name}/", depth=self.depth + 1)
        try:
            with _clear_errors(self.place + name):
                inner.read_archive(name, _held(stream))
        except (HandinTooLarge, UnreadHandin):
            raise
        except HandinError as error:
            self.found.unopened.append((name, str(error).removeprefix(CANT)))
        else:
            self.found.archives.append((name, inner.found))

    def read_archive(self, name: str, stream: BinaryIO) -> None:
        """Add what an archive holds; raises one of `UNREADABLE` if it can't be read."""
        member = ""

        def spend(size: int) -> None:
            self.counts.unpacked.add(self.place + member, size)

        for one in members(name, stream, spend):
            member = one.name
            self.add_member(one.name, one)

    def add_member(self, raw: str, member: Member) -> None:
        """Add a file in an archive, by this name in the hand-in, if it is one that is read.

        Raises `HandinError` if it needs a password.
        """
        name = self.label(raw)
        if name is None:
            return
        if member.locked and not self.is_data(name):
            raise HandinError(f"{CANT}{member.fault}")
        if member.fault:
            self.refuse(name, member.fault)
            return
        try:
            with closing(member.open()) as stream:
                self.add(name, stream)
        except UNREADABLE as error:
            if not member.apart or is_of_machine(error):
                raise
            self.refuse(name, f"{LOST}{plain(words_of(error))}")


def _held(stream: ByteSource) -> BinaryIO:
    """An archive in a hand-in as a stream that can be read again: in memory, or its file."""
    if type(stream) is io.BufferedReader:  # not tarfile's subclass of it, which only goes forward
        return stream
    held = io.BytesIO()
    while piece := stream.read(_PIECE):
        held.write(piece)
        if held.tell() > _MOST_HELD:
            raise UnusableArchive(f"it is bigger than {_MOST_HELD // _MB} MB")
    held.seek(0)
    return held


# -- folders and files -------------------------------------------------------------------------


def read(path: Path, limits: Intake, name: str = "", texts: Collection[str] = ()) -> Entries:
    """What a folder, an archive or a single file holds; raises `HandinError`.

    A file goes by `name` in the hand-in, or by its own; `HandinReader` explains `texts`.
    """
    reader = HandinReader(counts(limits), texts=texts)
    if os.path.isdir(path):
        read_folder(path, reader)
    else:
        _read_single(path, name or path.name, reader)
    return reader.found


def read_file(path: Path, name: str, reader: HandinReader) -> None:
    """Add a file on the disk that goes by `name` in the hand-in."""
    if (label := reader.label(name)) is not None:
        _read_entry(path, label, reader)


def read_member(
    archive: zipfile.ZipFile, name: str, member: zipfile.ZipInfo, reader: HandinReader
) -> None:
    """Add a file in an archive that holds a whole class, by its name in the hand-in."""
    with _clear_errors():
        reader.add_member(name, zip_member(archive, member))


def read_member_archive(
    archive: zipfile.ZipFile, name: str, member: zipfile.ZipInfo, reader: HandinReader
) -> None:
    """Add what an archive within the archive of a class holds; raises `HandinError`."""
    one = zip_member(archive, member)
    with _clear_errors():
        if one.fault:
            raise UnusableArchive(one.fault)
        with closing(one.open()) as stream:
            reader.read_archive(name, _held(stream))


def _read_single(path: Path, name: str, reader: HandinReader) -> None:
    with _clear_errors(), open_regular(path) as stream:
        if name.lower().endswith(SOURCES) or name in reader.texts:
            reader.add(plain(name), stream)
        else:
            reader.read_archive(name, stream)


def read_folder(folder: Path, reader: HandinReader) -> None:
    """Add what a folder on the disk holds; raises `HandinError` if it can't be read."""
    # Not recursive: a stranger may nest thousands of folders.
    rest = [(folder, "")]
    while rest:
        place, prefix = rest.pop()
        try:
            with _clear_errors(prefix):
                # Sorted, so that nothing depends on the file system's order.
                found = sorted(os.scandir(place), key=lambda entry: entry.name)
                below = {entry.name for entry in found if entry.is_dir(follow_symlinks=False)}
        except UnreadHandin as error:
            if not prefix:
                raise
            reader.found.shut[prefix] = error
            continue
        for entry in found:
            if entry.name not in below:
                read_file(Path(entry.path), prefix + entry.name, reader)
            elif _goes_on(reader, prefix, entry):
                rest.append((Path(entry.path), f"{prefix}{entry.name}/"))


def _goes_on(reader: HandinReader, prefix: str, entry: "os.DirEntry[str]") -> bool:
    """Whether a folder in a hand-in is looked into."""
    name = prefix + entry.name
    if len(name) > MOST_CHARACTERS:
        reader.found.others.append(plain(name))
        return False
    return not reader.passes_over(name.split("/"))


def _read_entry(path: Path, name: str, reader: HandinReader) -> None:
    try:
        with open_regular(path) as stream:
            reader.add(name, stream)
    except NotRegularFile:
        reader.refuse(name, NOT_REGULAR)
    except OSError as error:
        unread = _unread(name, error)
        if not reader.is_data(name):
            raise unread from None
        reader.found.data.append((name, unread))


class NotRegularFile(OSError):
    """A path that is not a regular file."""


class UnreadHandin(HandinError):
    """A hand-in that can't be read here: permissions or a failing disk, no student's fault."""


@contextmanager
def open_regular(path: Path) -> Iterator[BinaryIO]:
    """A stranger's file on the disk, open; raises `NotRegularFile`, or another `OSError`."""
    # Checked before opening, since opening a device may do something, and after, since the path may
    # have changed. O_NONBLOCK: opening a named pipe must not wait for somebody to write to it.
    if not stat.S_ISREG(path.lstat().st_mode):
        raise NotRegularFile
    descriptor = os.open(path, _READ_ONLY)
    with open(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotRegularFile
        yield stream


@contextmanager
def _clear_errors(name: str = "") -> Iterator[None]:
    """Raise `HandinError` instead; `name` is that of what is being read in the hand-in."""
    try:
        yield
    except NotRegularFile:
        raise HandinError("the hand-in is a link or a device, not a file") from None
    except UNREADABLE as error:
        if is_of_machine(error):
            raise _unread(name, error) from None
        raise HandinError(f"{CANT}{plain(words_of(error))}") from None


def _unread(name: str, error: Exception) -> UnreadHandin:
    return UnreadHandin(f"{UNREAD}{f'{plain(name)}: ' if name else ''}{words_of(error)}")
