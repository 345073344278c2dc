"""Whose a hand-in is, according to the system that it comes from.

A name in a download is a person's, a group's, one of either, an anonymous one, or one that can't be
resolved. Each is a type of its own, so that none is mistaken for another because two texts match.
`grader.handins.whose.owners` finds out which of our students they are.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from grader.course.hidden_names import hidden_label, hides
from grader.course.roster import Person

# What names of groups look like, in systems that write names of persons in the same place.
_GROUP = re.compile(
    r"(?:.*[\W_])?(?:group|team|gruppe|groupe|équipe|equipo|grupo)[\W_]*(?:\d+|[A-Z])"
    r"|(?:default group|group|team) .+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Group:
    """Several people who hand in together; `members` are those that the system itself names.

    With an `uploader`, it is that person's attempt for all; others may have made theirs.
    """

    name: str
    members: tuple[Person, ...] = ()
    uploader: Person | None = None


@dataclass(frozen=True, slots=True)
class PersonOrGroup:
    """A name where persons and groups are written alike: the `person` that it is, if it is one.

    `like_group` if it looks like a group's name, `by_member` if groups have the id of a member.
    """

    person: Person
    like_group: bool = False
    by_member: bool = False


@dataclass(frozen=True, slots=True)
class AnonymousSender:
    """Somebody whose name the system hides; `ids` are those that it gives instead."""

    label: str
    ids: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class UnknownSender:
    """Somebody who can't be identified, and why; under `name`, it may be one of the `students`."""

    why: str
    name: str = ""
    students: tuple[str, ...] = ()


Identity = Person | PersonOrGroup | Group | AnonymousSender | UnknownSender


def person_of(whose: Identity) -> Person | None:
    """The one person that it is, or may be."""
    if isinstance(whose, PersonOrGroup):
        return whose.person
    return whose if isinstance(whose, Person) else None


def persons_in(whose: Identity) -> tuple[Person, ...]:
    """All persons that it names, with the members of a group."""
    if isinstance(whose, Group):
        return (*whose.members, *([whose.uploader] if whose.uploader else []))
    return (person,) if (person := person_of(whose)) else ()


def changed(whose: Identity, change: Callable[[Person], Person]) -> Identity:
    """The same with each person changed."""
    if isinstance(whose, Group):
        uploader = change(whose.uploader) if whose.uploader else None
        return replace(whose, members=tuple(map(change, whose.members)), uploader=uploader)
    if isinstance(whose, PersonOrGroup):
        return replace(whose, person=change(whose.person))
    return change(whose) if isinstance(whose, Person) else whose


def named(person: Person, *, by_member: bool = False) -> Identity:
    """Whose a name is, in a system that writes persons, groups and anonymous ones alike."""
    name = person.name or person.student
    if hides(name):
        return AnonymousSender(hidden_label(name, "".join(person.ids.values())), person.ids)
    return PersonOrGroup(person, bool(_GROUP.fullmatch(name)), by_member)
