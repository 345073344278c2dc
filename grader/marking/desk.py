"""What the marking page shows, and the changes that it makes; nothing here knows about HTTP.

A change includes what its author saw (`was`). If that isn't current any more, somebody else has
changed it meanwhile: nothing is written, and both versions are shown. So two people can mark the
same hand-in, as long as they don't change the same item or comment.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from grader.errors import GraderError
from grader.marking.pseudonyms import pseudonyms, without_names
from grader.marking.rubric_file import change_words
from grader.publishing import log
from grader.publishing.run import Run, notice, read_beside
from grader.report.content.excerpts import Excerpt, whole_file
from grader.scoring.rubric import Item, ItemMark, Remark, Rubric, Words, read_rubric
from grader.store.reader import StoredResults
from grader.store.writer import FILE
from grader.student.plural import numbered

LONGEST = 4_000
Part = tuple[int, int]
WHOLE: Part = (1, 1)


class Conflict(GraderError):
    """Somebody else has changed the same thing meanwhile."""


class MarkRefused(GraderError):
    """The request can't be written: no such item, line, or number of points."""


@dataclass(frozen=True, slots=True)
class QueuePosition:
    """A hand-in in the order of marking."""

    name: str
    marked: int
    comments: int


@dataclass(frozen=True, slots=True)
class ShownHandin:
    """One hand-in, its author only if names are shown; `state` is what staff say about it."""

    name: str
    title: str
    files: tuple[Excerpt, ...]
    items: tuple[Item, ...]
    state: Mapping[str, object]
    places: tuple[QueuePosition, ...]

    @property
    def at(self) -> int:
        """Its position in the order."""
        return [place.name for place in self.places].index(self.name)


class MarkingDesk:
    """The hand-ins of a run that can be marked, by pseudonym."""

    def __init__(
        self, run: Run, salt: str, marker: str, *, names: bool = False, part: Part = WHOLE
    ) -> None:
        """`marker` is who marks, for the log; with `names`, pages show the authors.

        Only the hand-ins of a `part` are included, such as the second of three.
        """
        self._run, self._marker, self._names = run, marker, names
        with StoredResults(run.out / FILE) as stored:
            self._student = share_of(pseudonyms(stored.with_files(), salt), part)

    @property
    def first(self) -> str:
        """The first hand-in that nobody has marked, or else the first; empty if there is none."""
        places = self.places(self._rubric())
        free = [place.name for place in places if not place.marked]
        return (free or [place.name for place in places] or [""])[0]

    def places(self, rubric: Rubric) -> tuple[QueuePosition, ...]:
        """All hand-ins in order, with how much is said about each."""
        words = {name: rubric.of(student) for name, student in self._student.items()}
        return tuple(
            [QueuePosition(name, len(w.marks), len(w.comments)) for name, w in words.items()]
        )

    def show(self, name: str) -> ShownHandin:
        """A hand-in; raises `MarkRefused` if there is none of that name."""
        student = self._of(name)
        sources = self._files(student)
        rubric = self._rubric()
        return ShownHandin(
            name=name,
            title=student if self._names else name,
            files=tuple(
                [self._file(student, file, text) for file, text in sorted(sources.items())]
            ),
            items=rubric.items,
            state=_state(rubric.of(student)),
            places=self.places(rubric),
        )

    def _file(self, student: str, file: str, text: str) -> Excerpt:
        roster = self._run.beside.roster
        people = [roster.of(member) for member in roster.members(student)]
        return whole_file(file, text if self._names else without_names(text, people))

    def change(self, name: str, asked: Mapping[str, object]) -> Mapping[str, object]:
        """Make a change; returns what staff then say about the hand-in.

        Raises `Conflict`, `MarkRefused`, or another `GraderError` if files are faulty or can't be
        written.
        """
        student = self._of(name)
        folder = self._run.beside.folder
        if asked.get("do") == "mark":
            item = self._item(asked)
            words = change_words(folder, student, lambda now: _marked(now, item, asked))
        elif asked.get("do") == "comment":
            file, line = self._place(student, asked)
            words = change_words(folder, student, lambda now: _commented(now, file, line, asked))
        else:
            raise MarkRefused("there is no such change")
        notice(self._run.out, read_beside(folder, self._run.assignment), (student, self._marker))
        return _state(words)

    def state(self, name: str) -> Mapping[str, object]:
        """What staff currently say about a hand-in."""
        return _state(self._rubric().of(self._of(name)))

    def _rubric(self) -> Rubric:
        return read_rubric(self._run.beside.folder)

    def _files(self, student: str) -> Mapping[str, str]:
        with StoredResults(self._run.out / FILE) as stored:
            return stored.files_of(student)

    def _of(self, name: str) -> str:
        if name not in self._student:
            raise MarkRefused("there is no such hand-in")
        return self._student[name]

    def _item(self, asked: Mapping[str, object]) -> Item:
        for item in self._rubric().items:
            if item.id == asked.get("item"):
                return item
        raise MarkRefused("there is no such item in rubric.yaml any more")

    def _place(self, student: str, asked: Mapping[str, object]) -> tuple[str, int | None]:
        """The file and line of a comment; "" and `None` for one on the whole hand-in."""
        sources = self._files(student)
        file, line = asked.get("file"), asked.get("line")
        if file == "" and line is None:
            return "", None
        if not isinstance(file, str) or file not in sources:
            raise MarkRefused("there is no such file")
        if line is None:
            return file, None
        # Not isinstance: a bool is an int, too.
        if type(line) is not int or not 1 <= line <= sources[file].count("\n") + 1:
            raise MarkRefused("there is no such line")
        return file, line


def _state(words: Words) -> Mapping[str, object]:
    return {
        "marks": {m.item.id: {"points": m.points, "comment": m.comment} for m in words.marks},
        "comments": [{"file": c.file, "line": c.line, "text": c.text} for c in words.comments],
    }


def _text(asked: Mapping[str, object], key: str) -> str:
    text = asked.get(key, "")
    if not isinstance(text, str) or len(text) > LONGEST:
        raise MarkRefused(f"a text may have {LONGEST} characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise MarkRefused("the text has a character that can't be written") from None
    return text.strip()


def _marked(now: Words, item: Item, asked: Mapping[str, object]) -> Words:
    """The words with another mark for an item, or without it if `points` is None."""
    there = {mark.item.id: mark for mark in now.marks}
    old = there.get(item.id)
    seen = {"points": old.points, "comment": old.comment} if old else None
    if seen != asked.get("was"):
        raise Conflict(f"{item.title}: somebody else has just changed it")
    points = asked.get("points")
    if points is None:
        there.pop(item.id, None)
    else:
        there[item.id] = ItemMark(item, _points(item, points), _text(asked, "comment"))
    return replace(now, marks=tuple(there.values()))


def _points(item: Item, value: object) -> float:
    least, most = item.limits
    if type(value) not in (int, float) or not least <= float(str(value)) <= most:
        raise MarkRefused(f"{item.title} gives from {least:g} to {most:g} points")
    return float(str(value))


def _commented(now: Words, file: str, line: int | None, asked: Mapping[str, object]) -> Words:
    """The words with a comment that replaces `was`, or a new one if that is empty."""
    was, text = asked.get("was"), _text(asked, "text")
    comments = list(now.comments)
    remark = Remark(text=text, file=file, line=line)
    if not was:
        return replace(now, comments=(*comments, remark)) if text else now
    old = Remark(text=str(was), file=file, line=line)
    if old not in comments:
        raise Conflict("somebody else has just changed this comment")
    at = comments.index(old)
    comments[at : at + 1] = [remark] if text else []
    return replace(now, comments=tuple(comments))


# -- several people -------------------------------------------------------------------------------


def share_of(students: Mapping[str, str], part: Part) -> dict[str, str]:
    """The `part`, such as the second of three, of pseudonyms with their students: equal shares.

    The order reveals nothing about anybody, and is the same for all markers.
    """
    number, parts = part
    names = list(students)[number - 1 :: parts]
    return {name: students[name] for name in names}


def left_words(run: Run) -> str:
    """How many hand-ins are marked, by whom, and how many aren't yet."""
    with StoredResults(run.out / FILE) as stored:
        there = stored.with_files()
    marked = {student for student in there if run.beside.rubric.of(student).marks}
    last = {
        entry.said["student"]: entry.who for entry in log.entries(run.out) if entry.what == "marks"
    }
    by_whom = Counter(last.get(student, "somebody") for student in marked)
    names = ", ".join([f"{who} {count}" for who, count in sorted(by_whom.items())])
    left = len(there) - len(marked)
    by = f" ({names})" if names else ""
    return f"{len(marked)} of {numbered(len(there), 'hand-in')} marked{by}, {left} left"
