"""`roster.csv` beside the hand-ins: who is in the course, and under which names other systems know
them.

Columns are `student` (our id), and, if wanted, `name`, `email`, `section`, `group`, `excused`
(`yes` for a student who need not hand in), ids in other systems (`SYSTEMS`), and Moodle's
`username` and `id number`. Other columns are kept as they are. Texts that differ only by case or
spaces mean the same. A recognized download of another system adds people who aren't there yet, and
marks them under `listed`: `no` in staff's own roster, where they are strangers, known only by their
ids; `download` if a download made the roster, and they belong to it. Nothing else in the file is
ever changed, except ids that a system assigns anew in each assignment. The file may be a list that
another system has exported (`exported_rosters`); with ours added, it has our headings.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.course.cells import alike, clean_id
from grader.course.exported_rosters import EMAIL, FOREIGN, full_name, translated
from grader.course.gradebook import Gradebook, gradebook_of
from grader.course.hidden_names import is_hidden
from grader.course.table import Row, Table, flag, read_table, records_of, text_of, write_rows
from grader.errors import ConfigError

FILE = "roster.csv"
SYSTEMS = (
    *("canvas", "moodle", "gradescope", "github", "blackboard", "brightspace", "sakai", "ilias"),
)
# Moodle's permanent ids, besides the e-mail, under the headings of its own lists.
USERNAME, ID_NUMBER = "username", "id number"
_KNOWN_BY = {USERNAME: (USERNAME,), ID_NUMBER: (ID_NUMBER, "idnumber")}
# Systems that give a person another id in each assignment.
FLEETING = ("moodle",)
_HEADINGS = "rename them as in 'student,name,email', with the login under student"
_OWN = ("student", "name", "email", "section", "group")
_MAY_HAVE = (*_OWN[1:], "excused", "listed", *SYSTEMS, USERNAME, ID_NUMBER)
_AND = " and "  # as Canvas lists sections
_LISTED, _STRANGER, _OF_DOWNLOAD = "listed", "no", "download"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the course; those who hand in together share a `group`.

    A person who is `excused` needs no score for the assignment. A `stranger` handed in, but is in
    no row of staff's.
    """

    student: str
    name: str = ""
    email: str = ""
    section: str = ""
    group: str = ""
    ids: Mapping[str, str] = field(default_factory=dict)
    excused: bool = False
    stranger: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "student", clean_id(self.student))

    @property
    def hidden(self) -> bool:
        """Whether a system hides the person's name."""
        return is_hidden(self.student, self.ids.values())

    @property
    def expected(self) -> bool:
        """Whether a hand-in of this person is expected: staff know that they are in the course."""
        return not self.hidden and not self.stranger


NO_PERSON = Person("")
_Key = tuple[str, str]
_Line = tuple[int, Row]


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody in the course, and strangers, in the order of the file; empty if there is none.

    `gradebook` is what Canvas's gradebook says about assignments, if that is the file. If a
    download `made` it, people added by the next one belong to it.
    """

    people: tuple[Person, ...] = ()
    gradebook: Gradebook = field(default_factory=dict)
    made: bool = False
    _by_id: dict[str, Person] = field(init=False, repr=False, compare=False)
    _by_group: dict[str, set[str]] = field(init=False, repr=False, compare=False)
    _known: dict[_Key, list[Person]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Indexed: each hand-in of a large class looks up its person and group.
        by_group: dict[str, set[str]] = {}
        known: dict[_Key, list[Person]] = {}
        for person in self.people:
            if person.group:
                by_group.setdefault(alike(person.group), set()).add(person.student)
            for key in _keys(person):
                known.setdefault(key, []).append(person)
        by_id = {person.student: person for person in reversed(self.people)}
        object.__setattr__(self, "_by_id", by_id)
        object.__setattr__(self, "_by_group", by_group)
        object.__setattr__(self, "_known", known)

    def of(self, student: str) -> Person:
        """The person with that id; a nameless one if there is none."""
        return self._by_id.get(student) or Person(student)

    def has(self, student: str) -> bool:
        """Whether somebody in the course has that id."""
        return student in self._by_id and not self._by_id[student].stranger

    def find(self, meant: Person) -> tuple[Person, ...]:
        """Whom a system may mean: nobody, one person, or several if nothing decides between them.

        An id in that system and the e-mail come first; then our id, an e-mail in its place, and the
        name, unless something else known about that person contradicts it. Hidden people and
        strangers are meant only if nobody else is: in the course they have a name.
        """
        ids = [(system, alike(id)) for system, id in meant.ids.items()]
        sure = [*ids, *([("email", alike(meant.email))] if meant.email else [])]
        own = [
            ("student", alike(text)) for text in (meant.student, meant.email, *meant.ids.values())
        ]
        own.append(("email", alike(meant.student)))
        others: tuple[Person, ...] = ()
        for keys in (sure, own, [("name", alike(meant.name))]):
            found = {p.student: p for key in keys if key[1] for p in self._known.get(key, ())}
            if keys is not sure:
                found = {s: p for s, p in found.items() if not _contradicts(p, meant)}
            if expected := tuple([person for person in found.values() if person.expected]):
                return expected
            others = others or tuple(found.values())
        return others

    def by_column(self, system: str, id: str) -> tuple[Person, ...]:
        """Who has that id in the column of a system: what staff or a download wrote there."""
        return tuple(self._known.get((system, alike(id)), ())) if id else ()

    def named_group(self, name: str) -> tuple[str, ...]:
        """The members of the group of that name, comparing only letters and digits."""
        wanted = _letters(name)
        groups = [group for group in self._by_group if wanted and _letters(group) == wanted]
        return tuple(sorted(self._by_group[groups[0]])) if len(groups) == 1 else ()

    def knows(self, name: str) -> bool:
        """Whether an entry's name is a person's, or a group's, by id, e-mail or name."""
        return bool(self.all_called(name))

    def all_called(self, name: str) -> tuple[str, ...]:
        """The students whom an entry's name may mean, or the members of a group."""
        found = self.find(self.called(name)) or self.find(Person("", name))
        return tuple([one.student for one in found]) or self.named_group(name)

    def called(self, label: str) -> Person:
        """Whom an entry means if only its name is known, which is our id or an e-mail."""
        meant, by_email = Person(label), Person(label, email=label)
        return by_email if not self.find(meant) and self.find(by_email) else meant

    def members(self, student: str) -> tuple[str, ...]:
        """The students who hand in together with this one, including this one, sorted."""
        together = self._by_group.get(alike(self.of(student).group), set())
        return tuple(sorted(together | {student}))


NO_ROSTER = Roster()


def _letters(text: str) -> str:
    return "".join([letter for letter in alike(text) if letter.isalnum()])


def _keys(person: Person) -> list[_Key]:
    known = {**person.ids, "student": person.student, "name": person.name, "email": person.email}
    return [(kind, alike(text)) for kind, text in known.items() if text]


def _contradicts(known: Person, meant: Person) -> bool:
    """Whether it must be somebody else: another e-mail, or another id in that system."""
    if known.email and meant.email and alike(known.email) != alike(meant.email):
        return True
    ids = [(s, id) for s, id in meant.ids.items() if s not in FLEETING and known.ids.get(s)]
    return any(alike(known.ids[system]) != alike(id) for system, id in ids)


def read_roster(folder: Path) -> Roster:
    """The `roster.csv` in a folder; raises `ConfigError` with all of its faults."""
    return _roster(folder / FILE, _table(folder / FILE))


def _table(path: Path) -> Table:
    return read_table(path, ("student",), translated, _HEADINGS, optional=_MAY_HAVE, also=FOREIGN)


def other_rosters(folder: Path) -> Iterator[tuple[Path, Roster]]:
    """Lists in a folder that another system exported and that nothing reads, since each has its own
    name; those that can't be understood are left out.
    """
    for path in sorted(folder.glob("*.csv")):
        with suppress(ConfigError):
            table = read_table(path, ())
            people = translated(table)
            if path.name != FILE and people is not table:
                yield path, _roster(path, people)


def _roster(path: Path, table: Table) -> Roster:
    claimed = _claimed(row for _, row in table.rows)
    rows = tuple([(line, row) for line, row in table.rows if not _is_revealed(row, claimed)])
    found = records_of(path, replace(table, rows=_once(rows)), _person, one_of=_own_ids)
    people = tuple([person for people in found.values() for person in people])
    made = bool(rows) and _mark([row for _, row in rows]) == _OF_DOWNLOAD
    return Roster(people, gradebook_of(table), made)


def _once(lines: Iterable[_Line]) -> tuple[_Line, ...]:
    """One row per person: somebody listed once per section is in all of those sections."""
    found: list[_Line] = []
    places: dict[tuple[str, ...], int] = {}
    for line, row in lines:
        key = (row["student"], alike(row.get("name", "")), _email(row))
        at = places.setdefault(key, len(found))
        both = _in_both(found[at][1], row) if at < len(found) else None
        if both is None:
            found.append((line, row))
        else:
            found[at] = (found[at][0], both)
    return tuple(found)


def _in_both(one: Row, other: Row) -> Row | None:
    """One row for two of different sections; None if they contradict each other."""
    sections = one.get("section", "").split(_AND)
    more = other.get("section", "")
    decided = (
        "group",
        "excused",
        _LISTED,
        *SYSTEMS,
        *[h for each in _KNOWN_BY.values() for h in each],
    )
    pairs = [(alike(one.get(column, "")), alike(other.get(column, ""))) for column in decided]
    if more in sections or any(a != b for a, b in pairs if a and b):
        return None
    filled = {column: text for column, text in one.items() if text}
    return {**other, **filled, "section": _AND.join(filter(None, (*sections, more)))}


def _claimed(rows: Iterable[Row]) -> frozenset[_Key]:
    """All ids of people who are neither hidden nor strangers."""
    return frozenset([key for row in rows if not _gives_way(row) for key in _known_by(row)])


def _gives_way(row: Row) -> bool:
    """Whether a row is dropped as soon as another one says who it is."""
    return _is_stranger(row) or is_hidden(row["student"], _ids(row).values())


def _is_revealed(row: Row, claimed: frozenset[_Key]) -> bool:
    """Whether a row is of a hidden person or a stranger whom another row identifies."""
    return _gives_way(row) and not claimed.isdisjoint(_known_by(row))


def _known_by(row: Row) -> list[_Key]:
    texts = {**_ids(row), "student": row["student"], "email": _email(row)}
    return [(kind, alike(text)) for kind, text in texts.items() if text]


def _email(row: Row) -> str:
    return alike(_first(row, EMAIL))


def _is_stranger(row: Row) -> bool:
    return row.get(_LISTED, "").lower() == _STRANGER


def _ids(row: Row) -> dict[str, str]:
    return {system: id for system in SYSTEMS if (id := text_of(row.get(system, "")))}


def _person(row: Row) -> Person:
    if not (student := row["student"]):
        raise ValueError("student: must be an id, but is empty")
    if (text := row.get(_LISTED, "")).lower() not in ("", "yes", _STRANGER, _OF_DOWNLOAD):
        raise ValueError(
            f"{_LISTED}: must be {_STRANGER}, {_OF_DOWNLOAD} or empty, but is '{text}'"
        )
    known_by = {kind: _first(row, headings) for kind, headings in _KNOWN_BY.items()}
    ids = _ids(row) | {kind: text for kind, text in known_by.items() if text}
    name, _, section, group = [row.get(column, "") for column in _OWN[1:]]
    name = name or full_name(row)
    email = _first(row, EMAIL)
    excused, stranger = flag(row, "excused"), _is_stranger(row)
    return Person(student, name, email, section, group, ids, excused, stranger)


def _own_ids(person: Person) -> Iterator[_Key]:
    """What nobody else may have: ids in other systems, and the e-mail."""
    known = {"email": person.email, **person.ids}
    yield from [(column, alike(text)) for column, text in known.items() if text]


def _first(row: Row, headings: Iterable[str]) -> str:
    """The first cell under one of these headings that isn't empty."""
    return next(filter(None, [text_of(row.get(heading, "")) for heading in headings]), "")


def complete_roster(folder: Path, people: Iterable[Person]) -> int:
    """Add people who aren't in the file yet, and write it; returns how many.

    Existing entries stay; only empty cells are filled. But an id that changes with each assignment
    is updated, and the row of a hidden person or stranger is dropped once it is known who that is.
    An id that only one student can have stays with the first: two would make the file unreadable.
    Raises `OutputError` if the file can't be written.
    """
    path = folder / FILE
    table = _table(path)
    old = [dict(row) for _, row in table.rows]
    before = [dict(row) for row in old]
    rows: dict[str, list[dict[str, str]]] = {}
    for row in old:
        rows.setdefault(row["student"], []).append(row)
    mark = _mark(old)
    known = {key: row["student"] for row in old if not _gives_way(row) for key in _lasting(row)}
    for person in people:
        said = _row(person)
        for kind, text in said.items() if not person.hidden else ():
            of_one = text and kind in (*SYSTEMS, "email")
            if of_one and known.setdefault((kind, alike(text)), person.student) != person.student:
                said[kind] = ""
        if person.student not in rows:
            old.append(said if person.hidden else said | {_LISTED: mark})
        for row in rows.get(person.student, ()):
            row |= {
                key: value
                for key, value in said.items()
                if value and (not text_of(row.get(key, "")) or key in FLEETING)
            }
    claimed = _claimed(old)
    kept = [row for row in old if not _is_revealed(row, claimed)]
    if kept != before:
        more = sorted({key for row in kept for key in row}.intersection((*SYSTEMS, _LISTED)))
        write_rows(path, table.with_columns([*_OWN, *more]), kept, table.delimiter)
    return len(old) - len(before)


def _lasting(row: Row) -> list[_Key]:
    """The ids of a person, except those that change with each assignment."""
    return [key for key in _known_by(row) if key[0] not in FLEETING]


def _mark(rows: Sequence[Row]) -> str:
    """The mark under `listed` for people whom a download adds to these."""
    named = [row for row in rows if not is_hidden(row["student"], _ids(row).values())]
    made = any(row.get(_LISTED, "").lower() == _OF_DOWNLOAD for row in named)
    return _OF_DOWNLOAD if made or not named else _STRANGER


def _row(person: Person) -> dict[str, str]:
    own = dict(zip(_OWN, (person.student, person.name, person.email), strict=False))
    known = own | {system: id for system, id in person.ids.items() if system in SYSTEMS}
    return {heading: " ".join(text.split()) for heading, text in known.items()}  # on one line
