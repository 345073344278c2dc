"""Which files make up one hand-in: a folder, an archive, or loose files that belong together.

A download of a whole class may be one `.zip`. It is never unpacked either: a piece of a hand-in is
then a member of that archive, read when its turn comes.
"""

import os
import zipfile
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from grader.assignment.config import Intake
from grader.course.cells import clean_id
from grader.handins.reading.archives import FOREIGN, PositionedFile, ending_of
from grader.handins.reading.counts import counts
from grader.handins.unpack import (
    ENDINGS,
    Entries,
    HandinReader,
    read,
    read_file,
    read_folder,
    read_member,
    read_member_archive,
)


@dataclass(frozen=True, slots=True)
class HandinPiece:
    """A file or folder at `path` that goes by `name` in the hand-in.

    With `member`, it is what has that place in the list of the archive at `path`: two files may
    have one name there. A name that ends in a slash is an empty folder's.
    """

    path: Path
    name: str
    member: int | None = None


@dataclass(frozen=True, slots=True)
class Parcel:
    """A hand-in: who handed it in, and its pieces."""

    student: str
    pieces: tuple[HandinPiece, ...]


def parcel_of(path: Path) -> Parcel:
    """A hand-in that is one folder, archive or file, and belongs to whom it is named after."""
    where = Path(os.path.abspath(path))  # `.` and `..` are no names
    return Parcel(student_of(where), (HandinPiece(path, path.name),))


def student_of(path: Path) -> str:
    """The student's id: the name without the ending."""
    return clean_id(without_ending(path.name))


def without_ending(name: str) -> str:
    """A name without the ending of an archive or a Python file."""
    for ending in (*ENDINGS, *FOREIGN):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name


def read_parcel(parcel: Parcel, limits: Intake, texts: Collection[str] = ()) -> Entries:
    """What a hand-in holds, including text files of the names in `texts`.

    Raises `HandinError` if it can't be opened.
    """
    first, *others = parcel.pieces
    if not others and first.member is None:
        return read(first.path, limits, first.name, texts)
    reader = HandinReader(counts(limits), texts=texts)
    if not others and ending_of(first.name) and first.member is not None:
        archive = class_archive(first.path)
        read_member_archive(archive, first.name, archive.infolist()[first.member], reader)
        return reader.found
    for piece in parcel.pieces:
        _read_piece(piece, reader)
    return reader.found


def _read_piece(piece: HandinPiece, reader: HandinReader) -> None:
    if piece.name.endswith("/"):
        return
    if piece.member is not None:
        archive = class_archive(piece.path)
        read_member(archive, piece.name, archive.infolist()[piece.member], reader)
    elif os.path.isdir(piece.path) and not os.path.islink(piece.path):
        read_folder(piece.path, reader)
    else:
        read_file(piece.path, piece.name, reader)


@lru_cache(maxsize=1)
def class_archive(path: Path) -> zipfile.ZipFile:
    """The archive of a class, which stays open: each hand-in reads some members of it.

    Raises `OSError` or `BadZipFile`.
    """
    return zipfile.ZipFile(PositionedFile(path))
