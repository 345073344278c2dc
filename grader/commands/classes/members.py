"""A class: whose hand-ins there are, which of them count, and who handed in nothing."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from grader.assignment.config import Assignment
from grader.course.cells import alike
from grader.course.roster import Roster
from grader.course.strangers import strangers
from grader.course.submissions import Attempted
from grader.errors import UsageError
from grader.handins.finding import HandinList, find_handins
from grader.handins.parcels import HandinPiece
from grader.handins.whose.sorting import AttemptChoice
from grader.inside.shortening import listed
from grader.scoring.lateness import version_that_counts

_MOST = 8  # names in a line
_ALL_NEW = (
    "nobody of roster.csv, which an earlier download made, handed in: if these are the same people "
    "under other names, put the list of the course in its place"
)


@dataclass(frozen=True, slots=True)
class Class:
    """The hand-ins of a class, and people in the roster who handed in nothing."""

    found: HandinList
    absent: tuple[str, ...] = ()

    @property
    def students(self) -> list[str]:
        """Everybody about whom something is known, also those who aren't graded now."""
        handed_in = [parcel.student for parcel in self.found.handins]
        return [*handed_in, *self.found.problems, *self.absent]

    @property
    def entries(self) -> dict[str, str]:
        """The name in the download of each student's graded hand-in: a file's, or a folder's."""
        arrivals = self.found.arrivals.items()
        return {student: one.entry for student, one in arrivals if one.entry}


def find_class(
    assignment: Assignment,
    folder: Path,
    roster: Roster,
    names: re.Pattern[str] | None = None,
    attempts: Attempted = MappingProxyType({}),
) -> Class:
    """The hand-ins of a folder or download; members of a group have the same one.

    The assignment's policy decides which of several attempts is graded. Raises `UsageError` if
    there are no hand-ins.
    """

    found = find_handins(
        folder, assignment.known_files, roster, names, _choice(assignment, attempts)
    )
    if not found.handins and not found.problems and not found.unresolved:
        one = "one folder or archive each is expected" if names is None else "--names matches none"
        raise UsageError(f"{folder}: no hand-ins in it: {one}")
    there = {parcel.student for parcel in found.handins} | found.problems.keys()
    if found.anonymous and found.names_hidden:  # any of these may be any student
        return Class(found)
    absent = tuple([p.student for p in roster.people if p.student not in there and p.expected])
    unknown = strangers(sorted(there - found.anonymous), found.people, roster, absent)
    lines = [strangers_line(unknown, roster)]
    if roster.made and absent and not any(map(roster.has, there)):
        lines.append(_ALL_NEW)
    if found.anonymous and absent:
        lines.append(hidden_line(sorted(found.anonymous)))
    notes = (*found.notes, *filter(None, lines))
    people = {s: p for s, p in found.people.items() if not unknown.get(s)}
    return Class(replace(found, notes=notes, people=people), absent)


def strangers_line(found: Mapping[str, str], roster: Roster) -> str:
    """A line for staff about strangers and whom they may be; empty if there are none."""
    if not found:
        return ""
    close = [
        f"{student} (is it {_named(found[student], roster)}?)"
        for student in found
        if found[student]
    ]
    others = [student for student, other in found.items() if not other]
    return (
        f"handed in, but not in roster.csv: {listed([*close, *others], _MOST)}; if it is somebody "
        "in the course, correct the id or name in roster.csv or of the hand-in, or add a row, or "
        "empty the cell listed of the row that is there"
    )


def _named(student: str, roster: Roster) -> str:
    name = roster.of(student).name
    return f"{student}, {name}" if name and name != student else student


def hidden_line(students: Sequence[str]) -> str:
    """A line for staff about anonymous hand-ins in a class with names, and whose they may be."""
    return (
        f"{listed(students, _MOST)}: the name is hidden, so it may be somebody who is listed "
        "under nothing handed in; if you know who, write the number into that row of roster.csv"
    )


def _choice(assignment: Assignment, attempts: Attempted) -> AttemptChoice:
    """What staff's files say about attempts."""

    def wanted(student: str, versions: Iterable[int]) -> int:
        return version_that_counts(assignment.policy, attempts.get(student, ()), versions)

    def time_of(student: str, version: int) -> str:
        known = {one.version: one.at for one in attempts.get(student, ())}
        at = known.get(version)
        return at.isoformat() if at else ""

    return AttemptChoice(wanted, time_of)


def people_like(text: str, students: Iterable[str], roster: Roster) -> frozenset[str]:
    """Students with this text in their id, name or e-mail, ignoring case and spaces."""
    wanted = alike(text)

    def known(student: str) -> tuple[str, ...]:
        person = roster.of(student)
        return student, person.name, person.email

    return frozenset(s for s in students if any(wanted in alike(one) for one in known(s)))


def sample_of(many: Class, count: int) -> frozenset[str]:
    """This many students of a class, the same in each run, whoever else is in it."""
    students = [parcel.student for parcel in many.found.handins]
    return frozenset(sorted(students, key=lambda one: sha256(one.encode()).digest())[:count])


def shard_of(many: Class, number: int, shards: int) -> Class:
    """The `number`-th of this many parts of a class, all of about the same size.

    Students who share a hand-in are in the same part. Students without a gradable hand-in are in no
    part: `grader merge` knows about them.
    """
    order = sorted({parcel.pieces for parcel in many.found.handins}, key=_place)
    mine = frozenset(order[number - 1 :: shards])
    handins = tuple([parcel for parcel in many.found.handins if parcel.pieces in mine])
    students = {parcel.student for parcel in handins}
    attempts = {s: versions for s, versions in many.found.attempts.items() if s in students}
    return Class(replace(many.found, handins=handins, problems={}, attempts=attempts))


def _place(pieces: Sequence[HandinPiece]) -> bytes:
    return sha256("\0".join(piece.path.name for piece in pieces).encode()).digest()
