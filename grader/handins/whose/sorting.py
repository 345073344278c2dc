"""Assigns what was handed in to students, and counts what became of each entry."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from grader.course.cells import alike
from grader.course.roster import FLEETING, Person, Roster
from grader.course.submissions import Arrival
from grader.handins.identity import (
    AnonymousSender,
    UnknownSender,
    changed,
    person_of,
    persons_in,
)
from grader.handins.parcels import Parcel
from grader.handins.reading.names import plain
from grader.handins.systems.readings import (
    Delivery,
    Reading,
    UngradableHandin,
    UnusedEntry,
    has_offset,
)
from grader.handins.whose.owners import Owners
from grader.handins.whose.tries import Try, Versions, tries_of, uncertain, unordered
from grader.student.plural import numbered


@dataclass(frozen=True, slots=True)
class AttemptChoice:
    """What staff's files say about attempts: which version counts, and when one was made.

    Without them the last version counts, and only the download says when.
    """

    wanted: Callable[[str, Iterable[int]], int] = lambda _student, versions: max(versions)
    time_of: Callable[[str, int], str] = lambda _student, _version: ""


LAST = AttemptChoice()


def without_shared_ids(readings: Sequence[Reading]) -> list[Reading]:
    """The readings without ids that a download gives to different persons, such as `N/A`.

    Who they are is told by their e-mails, or their names. Ids that are of one assignment only may
    be a group's, too, and are left to `Owners`.
    """
    whose: dict[tuple[str, str], set[str]] = {}
    for one in readings:
        for person in () if isinstance(one, UnusedEntry) else persons_in(one.whose):
            for system, id in person.ids.items():
                who = person.email or person.name or person.student
                whose.setdefault((system, alike(id)), set()).add(alike(who))

    def own(person: Person) -> Person:
        ids = {
            system: id
            for system, id in person.ids.items()
            if system in FLEETING or len(whose[system, alike(id)]) == 1
        }
        is_label = person.student in person.ids.values() and person.student not in ids.values()
        return replace(person, ids=ids, student=(is_label and person.name) or person.student)

    if all(len(some) == 1 for some in whose.values()):
        return [*readings]
    return [
        one if isinstance(one, UnusedEntry) else replace(one, whose=changed(one.whose, own))
        for one in readings
    ]


class Sorting:
    """What became of all readings of a download; made once, then read."""

    def __init__(
        self,
        readings: Sequence[Reading],
        roster: Roster,
        known: Sequence[str],
        choice: AttemptChoice,
    ) -> None:
        self._known, self._choice = known, choice
        readings = without_shared_ids(readings)
        delivered = [one for one in readings if isinstance(one, Delivery)]
        self.unused = [one for one in readings if isinstance(one, UnusedEntry)]
        lost = [one for one in readings if isinstance(one, UngradableHandin)]
        whose = [*[one.whose for one in delivered], *[one.whose for one in lost]]
        self.names_hidden = all(isinstance(one, AnonymousSender) for one in whose)
        self.owners = Owners(roster, whose)
        self.parcels: dict[str, Parcel] = {}
        self.problems: dict[str, str] = {}
        self.arrivals: dict[str, Arrival] = {}
        self.attempts: dict[str, Versions] = {}
        self.notes: list[str] = []
        self.unresolved = self.used = self.earlier = self.refused = 0
        self.doubtful = sum(one.doubtful for one in self.unused)
        self._graded: set[str] = set()
        self._offered: set[str] = set()
        # In this order: what is lost costs a score only where nothing else was put.
        self._put(delivered)
        self._count(delivered)
        self._put_lost(lost)
        if any(one.at and not has_offset(one.at) for one in delivered):
            self.notes.append(
                "the times in the download have no time zone: attempts are in their order, but no "
                "rule about time uses them; for that, give times in submissions.csv"
            )

    def _put(self, delivered: Sequence[Delivery]) -> None:
        theirs: dict[str, list[Delivery]] = {}
        for one in delivered:
            owners = self.owners.of(one.whose)
            if isinstance(owners, UnknownSender):
                self.unused.append(UnusedEntry(one.content, owners.why))
                self.unresolved += 1
                continue
            for student in owners:
                theirs.setdefault(student, []).append(one)
        for student, some in theirs.items():
            self._sort(student, some)
        for student, name in self.owners.undecided.items():
            if student not in theirs:
                self.problems[student] = (
                    f"a hand-in under the name {name} may be this student's or another's: it has "
                    "no score until staff say whose it is"
                )

    def _put_lost(self, lost: Sequence[UngradableHandin]) -> None:
        """A student with nothing else has no score; others, and nobody's, are noted and counted."""
        for one in lost:
            owners = self.owners.of(one.whose)
            students = (owners.why,) if isinstance(owners, UnknownSender) else owners
            for student in students:
                if student in self.parcels or isinstance(owners, UnknownSender):
                    self.notes.append(f"{plain(student)}: {one.why}")
                    self.doubtful += 1
                else:
                    self.problems.setdefault(student, one.why)

    def _sort(self, student: str, some: Sequence[Delivery]) -> None:
        tries = tries_of(some, self._time_of, self._known)
        why = self._fault(student, tries)
        if why:
            self.problems[student] = why
            return
        versions = {
            number: (one.parcel(student, self._known), one.arrival(number)) for number, one in tries
        }
        graded = self._choice.wanted(student, versions)
        self.parcels[student], self.arrivals[student] = versions[graded]
        if len(versions) > 1:
            self.attempts[student] = versions
        self._remember(tries, graded)
        self._say(student, tries, graded)

    def _fault(self, student: str, tries: Sequence[tuple[int, Try]]) -> str:
        """Why what a student handed in can't be graded; empty if it can."""
        contents = [one.content for _, each in tries for one in each.deliveries]
        names = " and ".join([plain(content.name) for content in contents[:4]])
        senders = {one.sender: one.deliveries[0].whose for _, one in tries}
        own = [who for who in senders.values() if self.owners.student_of(who) == student]
        if len(own) > 1 or any(_several_wholes(one) for _, one in tries):
            return f"there are two hand-ins of one student, {names}; keep one of them"
        if same := unordered(tries):
            names = " or ".join([plain(one.deliveries[0].content.name) for one in same[:4]])
            return f"nothing says which was handed in last, {names}; keep only that one"
        if any(content.link for content in contents):
            return f"{names} is a link; put the hand-in itself there"
        return ""

    def _time_of(self, one: Delivery) -> str:
        if one.at:
            return one.at
        sender = self.owners.student_of(one.whose)
        return self._choice.time_of(sender, one.number or 1) if sender else ""

    def _remember(self, tries: Sequence[tuple[int, Try]], graded: int) -> None:
        for number, one in tries:
            names = self._graded if number == graded else self._offered
            names.update([delivery.content.name for delivery in one.deliveries])

    def _count(self, delivered: Sequence[Delivery]) -> None:
        names = [one.content.name for one in delivered]
        resolved = len(names) - self.unresolved
        self.used = sum(name in self._graded for name in names)
        self.earlier = sum(name in self._offered - self._graded for name in names)
        self.refused = resolved - self.used - self.earlier

    def _say(self, student: str, tries: Sequence[tuple[int, Try]], graded: int) -> None:
        rest = ", ".join([str(number) for number, _ in tries if number != graded])
        chosen = dict(tries)[graded]
        if rest:
            self.notes.append(f"{student}: version {graded} is graded, not {rest}")
        if uncertain(tries):
            self.notes.append(
                f"{plain(chosen.deliveries[0].content.name)} is graded, of what a group handed in "
                "more than once: nothing says which was the last; give the times in submissions.csv"
            )
        failed = max(one.failed for one in chosen.deliveries)
        if failed:
            self.notes.append(
                f"{student}: not counted: {numbered(failed, 'run')} that failed on the host"
            )


def _several_wholes(one: Try) -> bool:
    """Whether it is more than one hand-in, each complete in itself."""
    plain_ones = [d for d in one.deliveries if not d.file and _is_plain(d)]
    return len(plain_ones) > 1 or bool(plain_ones and len(one.deliveries) > len(plain_ones))


def _is_plain(one: Delivery) -> bool:
    person = person_of(one.whose)
    return person is not None and not person.ids and not one.at
