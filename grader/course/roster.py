"""`roster.csv` beside the hand-ins: who is in the course, and under which names other systems know
them.

Columns are `student` (our id), and, if wanted, `name`, `email`, `section`, `group`, and ids in
other systems: `canvas`, `moodle`, `gradescope`, `github`, `blackboard`. Other columns are kept as
they are. A download of a system that was recognised adds who isn't there yet; nothing that
is in the file is ever changed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from unicodedata import normalize

from grader.course.table import Row, read_table, records, write_rows

FILE = "roster.csv"
SYSTEMS = ("canvas", "moodle", "gradescope", "github", "blackboard")
_OWN = ("student", "name", "email", "section", "group")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the course; `group` is shared by those who hand in together."""

    student: str
    name: str = ""
    email: str = ""
    section: str = ""
    group: str = ""
    ids: Mapping[str, str] = field(default_factory=dict)


NOBODY = Person("")


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody in the course, in the order of the file; empty if there is none."""

    people: tuple[Person, ...] = ()
    _by_id: dict[str, Person] = field(init=False, repr=False, compare=False)
    _by_group: dict[str, set[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Each hand-in of a large class asks for its person and group.
        by_group: dict[str, set[str]] = {}
        for person in self.people:
            if person.group:
                by_group.setdefault(person.group, set()).add(person.student)
        by_id = {person.student: person for person in reversed(self.people)}
        object.__setattr__(self, "_by_id", by_id)
        object.__setattr__(self, "_by_group", by_group)

    def of(self, student: str) -> Person:
        """The person with that id; one without a name if there is none."""
        return self._by_id.get(student) or Person(student)

    def find(self, system: str, id: str, name: str, email: str) -> Person | None:
        """The person whom a system means: by its id, the e-mail, our id, or a name of one alone."""
        for fits in (
            lambda p: id and p.ids.get(system) == id,
            lambda p: email and p.email.casefold() == email.casefold(),
            lambda p: p.student in (id, email) or (not name and p.student == name),
        ):
            for person in self.people:
                if fits(person):
                    return person
        same = [p for p in self.people if name and p.name.casefold() == name.casefold()]
        return same[0] if len(same) == 1 and not same[0].ids.get(system) else None

    def members(self, student: str) -> tuple[str, ...]:
        """Who hands in together with a student, the student included, sorted."""
        together = self._by_group.get(self.of(student).group, set())
        return tuple(sorted(together | {student}))


NO_ROSTER = Roster()


def read_roster(folder: Path) -> Roster:
    """What `roster.csv` in a folder says; raises `ConfigError` with all of its faults."""
    found = records(folder / FILE, ("student",), _person)
    return Roster(tuple([person for people in found.values() for person in people]))


def _person(row: Row) -> Person:
    student = normalize("NFC", row["student"])
    if not student or not student.isprintable():
        raise ValueError("student: must be an id, but is empty or can't be printed")
    ids = {system: row[system] for system in SYSTEMS if row.get(system)}
    name, email, section, group = [row.get(column, "") for column in _OWN[1:]]
    return Person(student, name, email, section, group, ids)


def complete_roster(folder: Path, people: Iterable[Person]) -> int:
    """Add people who aren't in the file yet, and write it; returns how many.

    What is there stays; of somebody who is there, only empty cells are filled. Raises
    `OutputError` if the file can't be written.
    """
    path = folder / FILE
    table = read_table(path, ("student",))
    old = [dict(row) for _, row in table.rows]
    before = [dict(row) for row in old]
    by_student = {normalize("NFC", row["student"]): row for row in old}
    for person in people:
        said = _row(person)
        row = by_student.get(person.student)
        if row is None:
            old.append(said)
        else:
            row |= {key: value for key, value in said.items() if value and not row.get(key)}
    if old != before:
        ids = sorted({key for row in old for key in row}.intersection(SYSTEMS))
        write_rows(path, table.with_columns([*_OWN, *ids]), old, table.delimiter)
    return len(old) - len(before)


def _row(person: Person) -> dict[str, str]:
    own = dict(zip(_OWN, (person.student, person.name, person.email), strict=False))
    return own | {system: id for system, id in person.ids.items() if system in SYSTEMS}
