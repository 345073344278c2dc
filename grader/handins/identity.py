"""Whose a hand-in is, as the system says that it comes from.

A name in a download is a person's, a group's, one of either, an anonymous one, or one that can't be
resolved. Each is a type of its own, so that none is ever taken for another because two texts match.
`grader.handins.whose.owners` finds out which of our students they are.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.course.hidden_names import hidden_label, hides
from grader.course.roster import Person

# Words that groups are named by, where systems write the names of persons in the same place.
_GROUP = re.compile(
    r"(?:.*[\W_])?(?:group|team|gruppe|groupe|équipe|equipo|grupo)[\W_]*(?:\d+|[A-Z])"
    r"|(?:default group|group|team) .+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Group:
    """Several who hand in together; `members` are those that the system itself names.

    With an `uploader`, it is an attempt of that one's for all, as others may have made theirs.
    """

    name: str
    members: tuple[Person, ...] = ()
    uploader: Person | None = None


@dataclass(frozen=True, slots=True)
class PersonOrGroup:
    """A name where persons and groups are written alike: the `person` that it is, if it is one.

    `like_group` if groups are named so. `by_member` if a group has the id of one of its members.
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
    """No one who can be found, and why."""

    why: str


Identity = Person | PersonOrGroup | Group | AnonymousSender | UnknownSender


def person_of(whose: Identity) -> Person | None:
    """The one person that it is, or may be."""
    if isinstance(whose, PersonOrGroup):
        return whose.person
    return whose if isinstance(whose, Person) else None


def named(person: Person, *, by_member: bool = False) -> Identity:
    """What a name is of, in a system that writes persons, groups and anonymous ones alike."""
    name = person.name or person.student
    if hides(name):
        return AnonymousSender(hidden_label(name, "".join(person.ids.values())), person.ids)
    return PersonOrGroup(person, bool(_GROUP.fullmatch(name)), by_member)
