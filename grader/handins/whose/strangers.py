"""Hand-ins of nobody in the roster beside people who handed in nothing: perhaps the same ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from grader.course.roster import Person, Roster, alike
from grader.inside.shortening import listed

# Each is compared with everybody who handed in nothing.
_MOST = 50
_NAMED = 5


def pairs(
    students: Iterable[str], people: Mapping[str, Person], roster: Roster, absent: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Students whom the roster doesn't have, each with somebody absent whose name is alike.

    `people` says what a download knows of them.
    """
    known = {person.student for person in roster.people}
    strangers = [student for student in students if student not in known] if known else []
    named = {text: student for student in absent for text in _texts(roster.of(student))}
    for student in strangers[:_MOST]:
        for text in _texts(people.get(student, Person(student))):
            if close := get_close_matches(text, named, n=1, cutoff=0.75):
                yield student, named[close[0]]
                break


def _texts(person: Person) -> set[str]:
    """What somebody may go by, the parts of a name in any order."""
    texts = {person.student, person.name, person.email.partition("@")[0]}
    return {" ".join(sorted(alike(text).replace(",", " ").split())) for text in texts if text}


def line_of(student: str, other: str, roster: Roster) -> str:
    """The two side by side, for staff."""
    name = roster.of(other).name
    whom = f"{other} ({name})" if name and name != other else other
    return (
        f"{student} is not in roster.csv, and {whom} handed in nothing: if they are the same, "
        "correct roster.csv or the name"
    )


def line_of_hidden(students: Sequence[str]) -> str:
    """Of hand-ins without a name in a class that has names: whose they may be, for staff."""
    return (
        f"{listed(students, _NAMED)}: the name is hidden, so it may be somebody who is listed "
        "under nothing handed in; if you know who, write the number into that row of roster.csv"
    )
