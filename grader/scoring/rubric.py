"""Points and comments by hand: for what no check can judge.

They are beside the hand-ins, never in them, where a student could write them: `rubric.yaml` has the
items for the class and, optionally, marks and comments on any hand-in; `ID.rubric.yaml` has those
on one. They are read whenever a report is made and stored nowhere else, so regrading can't lose
them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from grader.assignment.yaml_records import RecordReader, between
from grader.course.cells import alike, clean_id
from grader.course.roster import Roster, read_roster
from grader.course.table import ByStudent
from grader.errors import ConfigError, did_you_mean, why_unread
from grader.scoring.lateness import Adjustment

FILE = "rubric.yaml"
OWN = ".rubric.yaml"

Sheet = TypeVar("Sheet")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something that staff judge; `points` is the most that it adds or, below 0, takes off."""

    id: str
    title: str
    points: float

    @property
    def limits(self) -> tuple[float, float]:
        return min(0.0, self.points), max(0.0, self.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The points that a hand-in gets for an item."""

    item: str
    points: float
    comment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A remark on a line of a file, on a file, or on the whole hand-in."""

    text: str
    file: str = ""
    line: int | None = field(default=None, metadata=between(1))


@dataclass(frozen=True, slots=True, kw_only=True)
class RubricEntry:
    """What staff say about one hand-in in the file for the class."""

    student: str
    marks: tuple[Mark, ...] = ()
    comments: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassSheet:
    """A `rubric.yaml`."""

    items: tuple[Item, ...] = ()
    handins: tuple[RubricEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSheet:
    """An `ID.rubric.yaml`."""

    marks: tuple[Mark, ...] = ()
    comments: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class ItemMark:
    """A mark with its item."""

    item: Item
    points: float
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that staff say about one hand-in."""

    marks: tuple[ItemMark, ...] = ()
    comments: tuple[Remark, ...] = ()

    def adjustments(self) -> Iterator[Adjustment]:
        """What the marks add to the score or take off."""
        for mark in self.marks:
            most = f"{mark.item.points:g}"
            yield Adjustment(f"{mark.item.title} (of {most}, by staff)", mark.points)


NO_WORDS = Words()


@dataclass(frozen=True, slots=True)
class Rubric:
    """The words on all hand-ins of a folder, and the file and line where each begins.

    `items` are what marks are for. `unread` says what is wrong with files that may be a student's.
    """

    words: ByStudent[Words] = field(default_factory=ByStudent)
    places: Mapping[str, str] = field(default_factory=ByStudent)
    items: tuple[Item, ...] = ()
    unread: tuple[str, ...] = ()

    def of(self, student: str) -> Words:
        """The words on one hand-in; there may be none."""
        return self.words.get(student, NO_WORDS)

    def strangers(self, students: Iterable[str]) -> Iterator[str]:
        """A line for each hand-in with words that doesn't exist, and for each unreadable file."""
        yield from self.unread
        known = ByStudent(dict.fromkeys(students))
        for student in sorted(self.words.keys() - known.keys()):
            meant = did_you_mean(student, known)
            yield f"{self.places[student]}: there is no hand-in of {student}{meant}"


def sheets_of_staff(folder: Path, roster: Roster) -> Callable[[str], bool]:
    """Whether a file of marks is staff's, by its name: a student may use such a name, too.

    It is if it is named after somebody in the roster, or after an entry beside it.
    """
    entries = [path.name for path in folder.glob("*") if ".rubric." not in path.name.lower()]

    def is_staffs(name: str) -> bool:
        student = name.removesuffix(OWN)
        is_there = any(one == student or one.startswith(f"{student}.") for one in entries)
        return not name.endswith(OWN) or is_there or roster.knows(student)

    return is_staffs


def read_rubric(folder: Path, is_staffs: Callable[[str], bool] | None = None) -> Rubric:
    """The words beside the hand-ins of a folder; empty if there are none.

    Raises `ConfigError` with all faults of all files, one per line; except faults of files on a
    single hand-in whose names don't show that they are staff's.
    """
    is_staffs = is_staffs or sheets_of_staff(folder, read_roster(folder))
    reading = _Reading()
    path = folder / FILE
    if path.is_file():
        reading.read_class(path)
    unread = list[str]()
    for own in sorted(folder.glob(f"*{OWN}")):
        before = len(reading.faults)
        reading.read_own(own)
        if not is_staffs(own.name):
            unread += reading.faults[before:]
            del reading.faults[before:]
    if reading.faults:
        raise ConfigError("\n".join(reading.faults))
    words, places = ByStudent(reading.words), ByStudent(reading.places)
    return Rubric(words, places, tuple(reading.items.values()), tuple(unread))


class _Reading:
    """Reads file after file, and collects their faults."""

    def __init__(self) -> None:
        self.words: dict[str, Words] = {}
        self.places: dict[str, str] = {}
        self._written: dict[str, str] = {}
        self.faults: list[str] = []
        self.items: dict[str, Item] = {}

    def read_class(self, path: Path) -> None:
        reader = RecordReader(str(path))
        sheet = self._sheet(ClassSheet, reader, path)
        if sheet is None:
            return
        for item in sheet.items:
            if item.id in self.items:
                reader.fault(reader.path(item, "id"), f"the item '{item.id}' is there already")
            self.items.setdefault(item.id, item)
        for entry in sheet.handins:
            where = reader.path(entry)
            self._add(clean_id(entry.student), entry, reader, where)
        self._close(reader)

    def read_own(self, path: Path) -> None:
        reader = RecordReader(str(path))
        sheet = self._sheet(OwnSheet, reader, path)
        if sheet is not None:
            self._add(clean_id(path.name.removesuffix(OWN)), sheet, reader, "")
            self._close(reader)

    def _sheet(self, kind: type[Sheet], reader: RecordReader, path: Path) -> Sheet | None:
        try:
            sheet = reader.read(kind, path.read_text("utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            reader.fault("", f"can't be read: {why_unread(error)}")
            sheet = None
        if sheet is None:
            self._close(reader)
        return sheet

    def _close(self, reader: RecordReader) -> None:
        if reader.faults:
            self.faults.append(str(reader.error()))

    def _add(
        self, student: str, sheet: RubricEntry | OwnSheet, reader: RecordReader, where: str
    ) -> None:
        if (other := self._written.setdefault(alike(student), student)) in self.words:
            reader.fault(
                where, f"{student} is marked in {self.places[other]} too; keep both in one file"
            )
            return
        self.places[student] = f"{reader.file}:{reader.lines.get(where, 1)}"
        marks = tuple(self._marks(sheet.marks, reader))
        for comment in sheet.comments:
            if comment.line is not None and not comment.file:
                reader.fault(reader.path(comment), "a comment with a line needs the key 'file'")
        self.words[student] = Words(marks, sheet.comments)

    def _marks(self, marks: Sequence[Mark], reader: RecordReader) -> Iterator[ItemMark]:
        given: set[str] = set()
        for mark in marks:
            item = self.items.get(mark.item)
            if item is None:
                reader.fault(reader.path(mark, "item"), self._unknown(mark.item))
                continue
            least, most = item.limits
            if not least <= mark.points <= most:
                text = f"'{item.id}' gives from {least:g} to {most:g}, not {mark.points:g}"
                reader.fault(reader.path(mark, "points"), text)
            if mark.item in given:
                reader.fault(reader.path(mark, "item"), f"'{item.id}' is marked already")
            given.add(mark.item)
            yield ItemMark(item, mark.points, mark.comment)

    def _unknown(self, name: str) -> str:
        others = f"; the items of {FILE} are: {', '.join(self.items) or 'none'}"
        return f"there is no item '{name}'{did_you_mean(name, self.items, others)}"
