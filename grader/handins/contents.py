"""What a folder or a download holds: its files and folders, by name, on the disk or in a `.zip`.

Nothing is opened here but the list of an archive, and texts that a system writes beside hand-ins.
What archives among the hand-ins hold is listed by name, before any of them is opened. They are
strangers' work, so a forked child looks at them. If that fails, nothing is known of an archive
here; the reason is reported when it is opened.
"""

import os
import re
import tarfile
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from grader.errors import UsageError
from grader.handins.parcels import HandinPiece, class_archive
from grader.handins.reading.archives import (
    FOREIGN,
    OPENED,
    UNREADABLE,
    begins_as_packed,
    members,
    name_of,
    words_of,
)
from grader.handins.reading.unwanted import is_junk, is_staffs, is_stray
from grader.handins.unpack import ENDINGS, MOST_CHARACTERS, open_regular
from grader.sandbox.kernel.forked import ChildFailed, each_apart
from grader.sandbox.kernel.own_limits import bound_cpu, bound_memory

Stranger = TypeVar("Stranger")
_MOST_TEXT = 64 << 20
_Member = tuple[str, int]
_ITSELF = "/"  # the path of an empty folder below itself
_CPU_SECONDS, _MEMORY = 10, 512 << 20
_MOST_NAMES = 20_000
_MOST_FILES = 1_000  # a stranger's folder may hold any number


@dataclass(frozen=True, slots=True)
class Content:
    """A file or folder of a download, by its path in there.

    `members` if it is in an archive: paths below it (empty for a file) with the members' places in
    its list. A path that ends in a slash is an empty folder's.
    """

    name: str
    path: Path
    folder: bool = False
    link: bool = False
    members: tuple[_Member, ...] = ()

    @property
    def base(self) -> str:
        """Its own name, without the folders above."""
        return self.name.rpartition("/")[2]

    @property
    def may_be_handin(self) -> bool:
        """Whether it is a folder, an archive or a Python file."""
        return self.folder or self.name.lower().endswith((*ENDINGS, *FOREIGN))

    def within(self, folder: str) -> "Content":
        """The same, by its path in a folder that it is in."""
        return replace(self, name=self.name.removeprefix(f"{folder}/"))

    def entries(self) -> list["Content"]:
        """What is in a folder of a class; each may be a hand-in."""
        return [one for one in self._all_inside() if not is_junk(one.base)]

    def inside(self) -> list["Content"]:
        """What is in a hand-in's folder, without what is hidden."""
        return [one for one in self._all_inside() if not is_stray(one.base)]

    def _all_inside(self) -> list["Content"]:
        """What is in a folder; nothing in a file, or if it can't be read."""
        if not self.folder or self.link:
            return []
        if self.members:
            return list(_grouped(self.path, self.members, f"{self.name}/"))
        try:
            return list(_scanned(self.path, f"{self.name}/"))
        except OSError:  # the reason is reported when the hand-in is opened
            return []

    def holds(self, name: str) -> bool:
        """Whether something of that name is in a folder, hidden or not."""
        if self.members:
            return any(below.partition("/")[0] == name for below, _ in self.members)
        return self.folder and not self.link and os.path.exists(self.path / name)

    @contextmanager
    def opened(self) -> Iterator[BinaryIO]:
        """A file, open for reading; raises one of `UNREADABLE`."""
        if self.members:
            archive = class_archive(self.path)
            with archive.open(archive.infolist()[self.members[0][1]]) as stream:
                yield cast(BinaryIO, stream)
        else:
            with open_regular(self.path) as stream:
                yield stream

    def text(self) -> str:
        """What is in a file that a system wrote; empty if it can't be read."""
        try:
            with self.opened() as stream:
                return stream.read(_MOST_TEXT).decode("utf-8", "replace")
        except UNREADABLE:
            return ""

    def pieces(self, name: str) -> Iterator[HandinPiece]:
        """The pieces of this as a hand-in; a folder's files keep their own names."""
        if not self.members:
            yield HandinPiece(self.path, name)
        for below, member in self.members:
            yield HandinPiece(self.path, below or name, member)


def contents_of(place: Path) -> list[Content]:
    """What is in a folder, or in a download that is one `.zip`; raises `UsageError`."""
    try:
        found = _zipped(place) if _is_zip(place) else _beside_staffs(place)
        return [one for one in found if not is_junk(one.base)]
    except NotADirectoryError:
        raise UsageError(
            f"{place}: a class is a folder, or a download as .zip; unpack it, and name its folder"
        ) from None
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise UsageError(f"{place}: can't be opened: {words_of(error)}") from None


def _is_zip(place: Path) -> bool:
    """Whether it is a `.zip`, perhaps a damaged one, and no archive of another kind."""
    if place.suffix.lower() != ".zip" or not os.path.isfile(place):
        return False
    with place.open("rb") as stream:
        head = stream.read(tarfile.BLOCKSIZE)
    return head.startswith(b"PK") or not begins_as_packed(head)


def _scanned(folder: Path, above: str) -> Iterator[Content]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        yield Content(above + entry.name, Path(entry.path), *_folder_and_link(entry))


def _folder_and_link(entry: "os.DirEntry[str]") -> tuple[bool, bool]:
    """Whether it is a folder, or a link to one, and whether it is a link."""
    try:
        return entry.is_dir(), entry.is_symlink()
    except OSError:  # such as a link to itself; what opens it says why it can't
        return False, os.path.islink(entry.path)


def _beside_staffs(folder: Path) -> Iterator[Content]:
    return (one for one in _scanned(folder, "") if one.folder or not is_staffs(one.name))


def _zipped(place: Path) -> Iterator[Content]:
    infos = class_archive(place).infolist()
    names = [(_below_top(name_of(info)), number) for number, info in enumerate(infos)]
    yield from _grouped(place, [one for one in names if one[0]], "")


def _below_top(name: str) -> str:
    """A path in an archive as every program unpacks it: below the top, whatever leads out."""
    *folders, last = name.replace("\\", "/").split("/")
    inside = [part for part in folders if part not in ("", ".", "..")]
    return "/".join([*inside, last]) if last not in (".", "..") else ""


def _grouped(place: Path, members: Iterable[_Member], above: str) -> Iterator[Content]:
    below: dict[str, list[_Member]] = {}
    for name, member in members:
        if name != _ITSELF:
            first, slash, rest = name.partition("/")
            below.setdefault(first, []).append((rest or slash, member))
    for first, found in sorted(below.items()):
        folder = any(path for path, _ in found)
        inside = [one for one in found if one[0] != _ITSELF]
        yield Content(above + first, place, folder, members=tuple(inside or found))


def files_below(contents: Iterable[Content]) -> Iterator[Content]:
    """All files, at any depth; not recursive, since a stranger may nest thousands of folders."""
    rest = [*contents][::-1]
    while rest:
        one = rest.pop()
        if not one.folder:
            yield one
        elif one.members:
            yield from _members_below(one)
        else:
            rest += one.entries()[::-1]  # reversed, since the last one is taken next


def _members_below(folder: Content) -> Iterator[Content]:
    """The same for a folder in an archive, in time that is linear in its names."""
    parts = {part for name, _ in folder.members for part in name.split("/")}
    junk = set(filter(is_junk, parts))
    below: dict[str, list[_Member]] = {}
    for name, member in folder.members:
        if not name.endswith("/") and junk.isdisjoint(name.split("/")):
            below.setdefault(name, []).append(("", member))
    for name, found in sorted(below.items()):
        yield Content(f"{folder.name}/{name}", folder.path, members=tuple(found))


# -- archives, looked at in a child --------------------------------------------------------------


def is_archive(content: Content) -> bool:
    """Whether its name is that of an archive that can be opened."""
    return not content.folder and content.name.lower().endswith(OPENED)


def entries_of(content: Content) -> list[Content]:
    """What is in a folder or an archive; nothing if it is neither, or can't be looked at."""
    if not is_archive(content) or content.link:
        return content.entries()
    return _named_in(content, seen_apart(_names, content))


def holds_any(names: Collection[str], folder: Content) -> bool:
    """Whether a file with one of these names is in a folder, at any depth, or in an archive there.

    A child looks, with no more time for all archives than for one.
    """
    return bool(seen_apart(partial(_held, names), folder))


def seen_apart(names_in: Callable[[Stranger], Sequence[str]], thing: Stranger) -> list[str]:
    """The names in a stranger's file or folder, as a child finds them; none if that fails."""

    def bounded(things: Sequence[Stranger]) -> list[Sequence[str]]:
        bound_memory(_MEMORY)
        bound_cpu(_CPU_SECONDS)
        return [names_in(one) for one in things]

    [(_, names)] = each_apart(bounded, [thing])
    return [] if isinstance(names, ChildFailed) else list(names)


def _held(names: Collection[str], folder: Content) -> list[str]:
    for file in islice(files_below([folder]), _MOST_FILES):
        packed = is_archive(file) and not file.link
        inside = files_below(_named_in(file, _names(file))) if packed else [file]
        if found := [one.base for one in inside if one.base in names]:
            return found[:1]
    return []


def _named_in(archive: Content, names: Iterable[str]) -> list[Content]:
    """What files of these names make up in an archive."""
    path = archive.path / archive.base  # no such path is on the disk
    parts = [[part for part in re.split(r"[/\\]", name) if part not in ("", ".")] for name in names]
    held = [("/".join(some), place) for place, some in enumerate(parts) if some]
    return [one for one in _grouped(path, held, f"{archive.name}/") if not is_junk(one.base)]


def _names(archive: Content) -> list[str]:
    try:
        with archive.opened() as stream:
            found = islice(members(archive.base, stream, lambda _size: None), _MOST_NAMES)
            # Longer ones aren't read when a hand-in is opened, either.
            return [one.name for one in found if len(one.name) <= MOST_CHARACTERS]
    except UNREADABLE:
        return []
