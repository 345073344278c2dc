"""Hand-ins of people outside the roster, and people who handed in nothing: perhaps the same."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from unicodedata import combining, normalize

from grader.course.cells import alike
from grader.course.roster import Person, Roster

# At most this many are compared with everybody who handed in nothing.
_MOST = 50
_AS_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})


def strangers(
    students: Iterable[str], people: Mapping[str, Person], roster: Roster, absent: Sequence[str]
) -> dict[str, str]:
    """Students who aren't in the roster, each with an absent person of similar name, or "".

    Without a roster there are none. A roster that a download made is completed by the next one: of
    its newcomers, only those who may be somebody absent. `people` is what a download knows about
    them.
    """
    if not roster.people:
        return {}
    unknown = [student for student in students if not roster.has(student)]
    named = {text: student for student in absent for text in _texts(roster.of(student))}
    compared = {s: _close(people.get(s, roster.of(s)), named) for s in unknown[:_MOST]}
    found = {student: compared.get(student, "") for student in unknown}
    return {s: other for s, other in found.items() if other or not roster.made}


def _close(person: Person, named: Mapping[str, str]) -> str:
    """The named person whom this may be; numbers are never close to each other."""
    texts = sorted(_texts(person))
    words = [text for text in named if not text.isdecimal()]
    same = [text for text in texts if text in named]
    close = [
        found
        for text in ([] if same else texts)
        if not text.isdecimal()
        for found in get_close_matches(text, words, n=1, cutoff=0.75)
    ]
    return next((named[text] for text in (*same, *close)), "")


def _texts(person: Person) -> set[str]:
    """What somebody may be called, in all spellings."""
    short = [text.partition("@")[0] for text in (person.student, person.email)]
    parts = person.student.split(" - ")  # an id and a name, as some folders are called
    texts = {person.student, person.name, *short, *parts, *person.ids.values()}
    return {spelt for text in texts if text for spelt in _spellings(text)}


def _spellings(text: str) -> Iterator[str]:
    """The parts of a name in any order; umlauts as two letters or plain; no leading zeros."""
    plain = " ".join(sorted(alike(text).replace(",", " ").split()))
    yield plain.lstrip("0") if plain.isdecimal() else plain
    yield plain.translate(_AS_TWO_LETTERS)
    yield "".join([letter for letter in normalize("NFKD", plain) if not combining(letter)])
