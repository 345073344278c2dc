"""Which of our students a hand-in belongs to: the roster decides; if nothing does, staff are told.

A hand-in belongs to whom the system says. Somebody whom the roster doesn't have gets an id from the
name in the download, the same whatever else is in it. A group is as many students as it has
members.

Students choose the name that a system shows, and often that of their group. So if a name may be a
person's or a group's, an id decides that isn't the name itself; the name alone decides only if
nobody else has it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from grader.course.cells import alike, clean_id
from grader.course.roster import FLEETING, SYSTEMS, Person, Roster
from grader.handins.identity import (
    AnonymousSender,
    Group,
    Identity,
    PersonOrGroup,
    UnknownSender,
    person_of,
)
from grader.inside.shortening import listed

_NAMED = 5
_RENAME = ": it is an id and a group there; give the group another name, there and in the download"
_AND_OTHERS = ", or of somebody else who is called so"


def sender_of(whose: Identity) -> tuple[str, str]:
    """What distinguishes a sender from all others of its kind."""
    if isinstance(whose, Group):
        members = sorted(sender_of(member)[1] for member in whose.members)
        by = f" by {sender_of(whose.uploader)[1]}" if whose.uploader else ""
        return "group", (",".join(members) or alike(whose.name)) + by
    if isinstance(whose, AnonymousSender | UnknownSender):
        return "", whose.label if isinstance(whose, AnonymousSender) else whose.why
    person = whose.person if isinstance(whose, PersonOrGroup) else whose
    known = "".join(person.ids.values()) or person.email or person.student
    return "person", alike(f"{known} {person.student}" if _may_be_reused(person) else known)


def _may_be_reused(person: Person) -> bool:
    """Whether a group may have the same number: Moodle counts groups and people separately."""
    return not person.ids.keys().isdisjoint(FLEETING)


class Owners:
    """Our students for all that a download says about people, collected in `people`.

    `undecided` are those who may own a hand-in that is nobody's yet, with the name on it.
    """

    def __init__(self, roster: Roster, identities: Iterable[Identity]) -> None:
        self._roster = roster
        self._students: dict[tuple[str, str], str | UnknownSender] = {}
        self._labels, self._names = _shared(identities)
        self.people: dict[str, Person] = {}
        self.anonymous: set[str] = set()
        self.undecided: dict[str, str] = {}
        self._notes: list[str] = []
        self._renumbered: dict[str, list[str]] = {}
        either = [one for one in identities if isinstance(one, PersonOrGroup)]
        # Reversed, so that of equal senders the first is kept.
        first = {sender_of(one): one for one in reversed(either)}
        self._numbered = [one.person for one in first.values() if _may_be_reused(one.person)]
        self._either = {key: self._person_or_group(one) for key, one in first.items()}
        # Two senders can't both be the same group: one may be a person who is called like it.
        self._groups = Counter([one for one in self._either.values() if isinstance(one, tuple)])

    @property
    def notes(self) -> tuple[str, ...]:
        """What staff should know about who was taken for whom."""
        renumbered = [
            f"the column {system} of roster.csv had ids of another assignment, and has those of "
            f"the download now: {listed(students, _NAMED)}"
            for system, students in self._renumbered.items()
        ]
        return (*self._notes, *renumbered)

    def of(self, whose: Identity) -> tuple[str, ...] | UnknownSender:
        """The students that it belongs to, including those who hand in together with them."""
        if isinstance(whose, UnknownSender):
            self.undecided |= dict.fromkeys(whose.students, whose.name)
            return whose
        if isinstance(whose, Group):
            return self._group(whose)
        if isinstance(whose, PersonOrGroup):
            found = self._either[sender_of(whose)]
            if isinstance(found, tuple) and self._groups[found] > 1:
                return self._unclear(whose.person, found, _AND_OTHERS + _column(whose.person))
            if not isinstance(found, Person):
                return found
            whose = found
        student = self._student(whose)
        return student if isinstance(student, UnknownSender) else self._roster.members(student)

    def student_of(self, whose: Identity) -> str:
        """The one student who sent it; empty if it is a group, or nobody."""
        if isinstance(whose, Group) and whose.uploader:
            people = self._roster.find(whose.uploader)
            return people[0].student if len(people) == 1 else ""
        found = self._students.get(sender_of(whose), "")
        return found if isinstance(found, str) else ""

    def _person_or_group(self, one: PersonOrGroup) -> Person | tuple[str, ...] | UnknownSender:
        """Which of the two it is: the person, or the members of a group."""
        person, name = one.person, one.person.name or one.person.student
        members = self._roster.named_group(name)
        if not members and not one.like_group:
            return person
        by_id = Person("" if person.ids else person.student, ids=person.ids)
        known = [found.student for found in self._roster.find(by_id)]
        if known and self._is_a_groups_number(person, known):
            person, known = replace(person, ids={}), []
        nameless = replace(person, name="")
        if set(known) & set(members):
            return nameless
        by_staff = not person.ids and not person.name  # a plain folder
        own_name = not by_staff and all(alike(id) == alike(name) for id in person.ids.values())
        if known and members and own_name:
            return self._unclear(person, (*known, *members), _RENAME)
        if known:
            self._notes.append(
                f"{name} is a hand-in of {listed(known, _NAMED)}, by an id in roster.csv; if it is "
                "a group's, correct that id, or the column group of its members"
            )
            return nameless
        if not members:
            named = self._names[alike(name)] == 1 and self._roster.find(person)
            return person if named and len(named) == 1 else _unknown_group(name)
        if one.by_member and all(
            person.ids.keys() <= self._roster.of(student).ids.keys() for student in members
        ):
            return person  # no member has that id
        one_of_name = nameless if self._names[alike(person.name)] > 1 else person
        others = {found.student for found in self._roster.find(one_of_name)} - set(members)
        if others:
            return self._unclear(person, (*others, *members))
        return members

    def _is_a_groups_number(self, person: Person, known: Iterable[str]) -> bool:
        """Whether those known by this number have another hand-in, so that this is a group's."""
        return _may_be_reused(person) and any(
            one.ids == person.ids or not students.isdisjoint(known)
            for one, students in self._under_a_number
            if alike(one.name) != alike(person.name)
        )

    @cached_property
    def _under_a_number(self) -> list[tuple[Person, set[str]]]:
        """The senders whose numbers may be reused, each with all who have that name or group."""
        found = []
        for one in self._numbered:
            called = {each.student for each in self._roster.find(Person("", one.name))}
            found.append((one, called.union(self._roster.named_group(one.name))))
        return found

    def _unclear(self, person: Person, students: Iterable[str], rest: str = "") -> UnknownSender:
        """Nobody's until staff say whose; but none of the students counts as missing."""
        name = person.name or person.student
        self.undecided |= dict.fromkeys(students, name)
        may = " or ".join(sorted({*students}))
        return UnknownSender(f"{name} may be {may} of roster.csv{rest or _column(person)}")

    def _group(self, group: Group) -> tuple[str, ...] | UnknownSender:
        if not group.members:
            members = self._roster.named_group(group.name)
            return members or _unknown_group(group.name)
        students: set[str] = set()
        for member in group.members:
            found = self._student(member)
            if isinstance(found, UnknownSender):
                return found
            students.add(found)
        return tuple(sorted(students))

    def _student(self, one: Person | AnonymousSender) -> str | UnknownSender:
        key = sender_of(one)
        if key not in self._students:
            found = self._anonymous(one) if isinstance(one, AnonymousSender) else self._find(one)
            self._students[key] = found
        return self._students[key]

    def _anonymous(self, one: AnonymousSender) -> str:
        """An id of its own, unless the roster knows the hidden sender by number."""
        label = clean_id(one.label)
        found = self._roster.find(Person("", ids=one.ids))
        student = found[0].student if len(found) == 1 else label
        if student == label:
            self.anonymous.add(label)
        if one.ids.keys() & set(SYSTEMS):  # exports need them
            self.people[student] = Person(student, ids=one.ids)
        return student

    def _find(self, person: Person) -> str | UnknownSender:
        shared = self._names[alike(person.name)] > 1
        meant = Person(person.student, "" if shared else person.name, person.email, ids=person.ids)
        found = self._roster.find(meant)
        if shared and not found:
            found = self._roster.find(Person("", person.name, person.email, ids=person.ids))
            # As if there were two, since several persons of the download have this name.
            found = (*found, *found) if found else ()
        if len(found) > 1:
            return self._unclear(person, [one.student for one in found])
        student = found[0].student if found else self._new_id(person)
        if not student:
            return UnknownSender("nothing in its name can be printed; rename it")
        self._note(person, found)
        self._note_hidden(person, student)
        self.people[student] = Person(student, person.name, person.email, ids=person.ids)
        return student

    def _note(self, person: Person, found: tuple[Person, ...]) -> None:
        for one in found:
            if one.student != person.student and alike(one.student) == alike(person.student):
                self._notes.append(f"{person.student} is {one.student} of roster.csv")
            for system, id in person.ids.items():
                old = one.ids.get(system, id)
                if alike(old) != alike(id) and system in FLEETING:
                    self._renumbered.setdefault(system, []).append(one.student)
                elif alike(old) != alike(id):
                    self._notes.append(
                        f"{one.student}: roster.csv has {old} in the column {system}, the download "
                        f"{id}: correct it before you export to {system}"
                    )

    def _note_hidden(self, person: Person, student: str) -> None:
        for one in self._roster.find(Person("", ids=person.ids)):
            if one.hidden and one.student != student:
                self._notes.append(
                    f"{one.student} is {student}, now that the download shows the name; write "
                    f"{student} for it in the files beside the hand-ins that name it, such as "
                    "marks and extensions"
                )

    def _new_id(self, person: Person) -> str:
        """The label in the download, made longer if somebody else has it, too."""
        label = person.student
        taken = self._roster.find(Person(label))
        more = "".join(person.ids.values()) or person.email
        return (
            f"{label}-{more}".lstrip("-")
            if more and (not label or taken or self._labels[alike(label)] > 1)
            else label
        )


def _unknown_group(name: str) -> UnknownSender:
    return UnknownSender(
        f"it is of the group {name}, of which roster.csv has nobody: write {name} into the "
        "column group of its members"
    )


def _column(person: Person) -> str:
    """What staff must write to say who it is."""
    for system, number in person.ids.items():
        return f": write {number} into the column {system} of the right one"
    return ": rename it to the id of the right one"


def _shared(identities: Iterable[Identity]) -> tuple[Mapping[str, int], Mapping[str, int]]:
    """How many different persons of a download have each label, and each name."""
    persons: dict[tuple[str, str], Person] = {}
    for whose in identities:
        for one in whose.members if isinstance(whose, Group) else (whose,):
            if person := person_of(one):
                persons[sender_of(one)] = person
    labels = Counter([alike(one.student) for one in persons.values()])
    return labels, Counter([alike(one.name) for one in persons.values() if one.name])
