"""Which hand-ins there are: those of a folder, or of a download as it came from another system.

Names alone decide. A download's names also say who handed in, perhaps when and how often
(`grader.handins.downloads`); `roster.csv` says which of our ids that is. Nothing is opened here
but the list of a download that is one archive, and Gradescope's own file.
"""

import os
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

from grader.course.roster import Person, Roster
from grader.errors import UsageError
from grader.handins.downloads import (
    METADATA,
    Download,
    Sender,
    Sent,
    beginning,
    explained,
    own_names,
)
from grader.handins.parcels import Parcel, Piece, class_archive, without_ending
from grader.handins.reading.archives import FOREIGN
from grader.handins.reading.names import plain
from grader.handins.reading.unwanted import is_stray
from grader.handins.unpack import ENDINGS

MOST_METADATA = 64 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder of a download; `members` if it is in an archive: names in it, and whole."""

    name: str
    path: Path
    folder: bool = False
    link: bool = False
    members: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Came:
    """How a hand-in came, as far as the download says: version, an ISO time or "", late or not."""

    version: int = 1
    at: str = ""
    late: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """The hand-ins of a folder, sorted by student.

    `problems` maps the ids that can't be graded to why; `ignored` names what is no hand-in. Of a
    download, `system` says from where, `people` who handed in, `came` how, and `notes` what else;
    `attempts` are all versions of those who have several.
    """

    handins: tuple[Parcel, ...]
    problems: Mapping[str, str]
    ignored: tuple[str, ...] = ()
    system: str = ""
    people: Mapping[str, Person] = field(default_factory=dict)
    came: Mapping[str, Came] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    attempts: Mapping[str, Mapping[int, tuple[Parcel, Came]]] = field(default_factory=dict)


def find_handins(
    place: Path,
    known_files: Sequence[str] = (),
    roster: Roster | None = None,
    names: re.Pattern[str] | None = None,
    wanted: Callable[[str, Iterable[int]], int] = lambda _student, versions: max(versions),
) -> Found:
    """The hand-ins of a folder, or of a download that is one `.zip`; raises `UsageError`.

    Of several versions of one student, the `wanted` one is taken. Two hand-ins of one id are both
    left out, and named.
    """
    entries = [entry for entry in _entries(place) if not is_stray(entry.name)]
    listed = [entry.name for entry in entries]
    repositories = [e.name for e in entries if e.folder and (e.path / ".git").exists()]
    download = explained(listed, names, _metadata(place, entries), repositories)
    known = {e.name for e in entries if e.name in known_files}
    if download is None and len(known) > 1:
        which = " and ".join(sorted(known)[:2])
        raise UsageError(
            f"{place}: it holds {which}, so it is one hand-in: name it to `grader grade`, "
            "or put it into a folder of its own"
        )
    return _Sorting(known_files, roster or Roster(), wanted).found(entries, download)


# -- what is there ---------------------------------------------------------------------------


def _entries(place: Path) -> list[Entry]:
    if place.suffix.lower() == ".zip" and place.is_file():
        return list(_zipped(place))
    return list(_scanned(_inner(place)))


def _inner(folder: Path) -> Path:
    """The folder in which Gradescope's file is, which may be the only one in what was unpacked."""
    below = [path for path in _scan(folder) if not is_stray(path.name)]
    if len(below) == 1 and (Path(below[0].path) / METADATA).is_file():
        return Path(below[0].path)
    return folder


def _scan(folder: Path) -> list["os.DirEntry[str]"]:
    try:
        return sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError as error:
        raise UsageError(f"{folder}: can't be opened: {error.strerror}") from None


def _scanned(folder: Path) -> Iterator[Entry]:
    for entry in _scan(folder):
        yield Entry(entry.name, Path(entry.path), entry.is_dir(), entry.is_symlink())


def _zipped(place: Path) -> Iterator[Entry]:
    try:
        infos = class_archive(place).infolist()
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        raise UsageError(f"{place}: can't be opened: {error}") from None
    names = [(info.filename.replace("\\", "/"), info.filename) for info in infos]
    files = [(name, member) for name, member in names if not name.endswith("/")]
    top = beginning([name for name, _ in files], "/")
    if not any(name == top + METADATA for name, _ in files):
        top = ""
    below: dict[str, list[tuple[str, str]]] = {}
    for name, member in files:
        first, slash, rest = name.removeprefix(top).partition("/")
        below.setdefault(first, []).append((rest if slash else "", member))
    for first, members in sorted(below.items()):
        folder = any(rest for rest, _ in members)
        yield Entry(first, place, folder, members=tuple(members))


def _metadata(place: Path, entries: Iterable[Entry]) -> str | None:
    for entry in entries:
        if entry.name == METADATA and not entry.folder:
            try:
                if entry.members:
                    with class_archive(place).open(entry.members[0][1]) as stream:
                        return stream.read(MOST_METADATA).decode("utf-8", "replace")
                return entry.path.read_text("utf-8", "replace")
            except (OSError, zipfile.BadZipFile) as error:
                raise UsageError(f"{entry.path}: {METADATA} can't be read: {error}") from None
    return None


# -- whose it is -----------------------------------------------------------------------------


class _Sorting:
    """Puts entries to the students that they are of."""

    def __init__(
        self,
        known_files: Sequence[str],
        roster: Roster,
        wanted: Callable[[str, Iterable[int]], int],
    ) -> None:
        self._wanted = wanted
        self._known = known_files
        self._roster = roster
        self._people: dict[str, Person] = {}
        self._ids: dict[tuple[str, str], str] = {}
        self._came: dict[str, Came] = {}
        self._attempts: dict[str, Mapping[int, tuple[Parcel, Came]]] = {}
        self._notes: list[str] = []

    def found(self, entries: Sequence[Entry], download: Download | None) -> Found:
        sent = download.sent if download else {}
        theirs: dict[str, list[tuple[Entry, Sent]]] = {}
        plains: dict[str, list[Entry]] = {}
        ignored: list[str] = []
        for entry in entries:
            if entry.name in sent:
                for sender in sent[entry.name].senders:
                    student = self._student(sender)
                    theirs.setdefault(student, []).append((entry, sent[entry.name]))
            elif _is_handin(entry) and not (download and download.system == "gradescope"):
                student = normalize("NFC", without_ending(entry.name))
                plains.setdefault(student, []).append(entry)
            elif entry.name != METADATA:
                ignored.append(plain(entry.name))
        parcels, problems = self._parcels(theirs, plains)
        return Found(
            tuple([parcels[student] for student in sorted(parcels)]),
            {plain(student): problems[student] for student in sorted(problems)},
            tuple(ignored),
            download.system if download else "",
            self._people,
            self._came,
            tuple(self._notes),
            self._attempts,
        )

    def _parcels(
        self,
        theirs: Mapping[str, Sequence[tuple[Entry, Sent]]],
        plains: Mapping[str, Sequence[Entry]],
    ) -> tuple[dict[str, Parcel], dict[str, str]]:
        parcels: dict[str, Parcel] = {}
        problems: dict[str, str] = {}
        for student in {*theirs, *plains}:
            sent, own = theirs.get(student, ()), plains.get(student, ())
            why = _fault(student, [*own, *[entry for entry, _ in sent]], len(own) + bool(sent))
            if why:
                problems[student] = why
            elif sent:
                parcels[student] = self._together(student, sent)
            else:
                parcels[student] = Parcel(student, tuple(_pieces(own[0], own[0].name)))
        return parcels, problems

    def _together(self, student: str, sent: Sequence[tuple[Entry, Sent]]) -> Parcel:
        """What one student sent, of which one version counts, and of that what came last."""
        versions = sorted({one.version for _, one in sent})
        each = {version: self._version(student, sent, version) for version in versions}
        if len(each) > 1:
            self._attempts[student] = each
        parcel, self._came[student] = each[self._wanted(student, versions)]
        graded = self._came[student].version
        rest = ", ".join([str(version) for version in versions if version != graded])
        if rest or any((one.version, one.at) < (graded, self._came[student].at) for _, one in sent):
            earlier = rest or "an earlier one"
            self._notes.append(f"{student}: version {graded} is graded, not {earlier}")
        return parcel

    def _version(
        self, student: str, sent: Sequence[tuple[Entry, Sent]], version: int
    ) -> tuple[Parcel, Came]:
        """One version of what a student sent, and of that what came last."""
        last = max((one.version, one.at) for _, one in sent if one.version == version)
        now = [(entry, one) for entry, one in sent if (one.version, one.at) == last]
        named = own_names([one.file or entry.name for entry, one in now], self._known)
        pieces = [
            piece
            for (entry, _), name in zip(now, named, strict=True)
            for piece in _pieces(entry, name)
        ]
        ordered = tuple(sorted(pieces, key=lambda piece: (piece.name, piece.member)))
        came = Came(*last, any(one.late for _, one in now))
        return Parcel(student, ordered), came

    def _student(self, sender: Sender) -> str:
        """Our id of a sender: the roster's, or the label of the download."""
        if sender.key not in self._ids:
            person = self._roster.find(sender.system, sender.id, sender.name, sender.email)
            student = person.student if person else self._new_id(sender)
            ids = {sender.system: sender.id} if sender.system and sender.id else {}
            self._people[student] = Person(student, sender.name, sender.email, ids=ids)
            self._ids[sender.key] = student
        return self._ids[sender.key]

    def _new_id(self, sender: Sender) -> str:
        label = normalize("NFC", sender.label)
        taken = {*self._ids.values(), *(p.student for p in self._roster.people if p.ids)}
        return f"{label}-{sender.id or sender.email}" if label in taken else label


def _fault(student: str, group: Sequence[Entry], handins: int) -> str:
    names = " and ".join([plain(entry.name) for entry in group[:4]])
    if handins > 1:
        return f"there are two hand-ins of one student, {names}; keep one of them"
    if not student.isprintable():
        return f"{names}: rename it; there are characters in it that can't be printed"
    if any(entry.link for entry in group):
        return f"{names} is a link; put the hand-in itself there"
    return ""


def _is_handin(entry: Entry) -> bool:
    return entry.folder or entry.name.lower().endswith((*ENDINGS, *FOREIGN))


def _pieces(entry: Entry, name: str) -> Iterator[Piece]:
    """The pieces of an entry that goes by `name`; a folder's files keep their own names."""
    if not entry.members:
        yield Piece(entry.path, name)
    for below, member in entry.members:
        yield Piece(entry.path, below or name, member)
