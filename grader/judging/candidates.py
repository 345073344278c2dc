"""Examples that may be confused with each other: neighbours of those that a property draws.

They are drawn again with one choice changed (`redrawing.py`); the pairs of them that careless code
may confuse are found without running any (`collisions.py`).
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from random import Random
from typing import Any

from grader.asking.questions import Writer
from grader.inside.library import Library
from grader.judging.collisions import differing, keys_of
from grader.judging.drawing.redrawing import (
    SIMPLEST,
    Choices,
    DrawFailed,
    Origin,
    RedrawnExample,
    neighbours,
    redraw,
)
from grader.judging.properties import Property, Relation
from grader.student.python_text import python_text
from grader.student.question import watched_in

BASES, MOST_KINDS = 4, 8
# How many numbers generators may give for all neighbours of a property, and for one of them.
MOST_CHANCES, MORE_CHANCES = 8000, 400
# Of the candidates with the same key, this many of the smallest are paired with each other.
ALIKE = 8


@dataclass(frozen=True, eq=False)
class Candidate:
    """An example that may be asked besides others: its question, the data of that, and its size.

    With a `relation`, it is what that makes of the example drawn from `redrawn.origin`.
    """

    redrawn: RedrawnExample
    question: object
    data: object
    size: int
    relation: Relation | None = None

    @cached_property
    def keys(self) -> dict[str, object]:
        """Its careless keys."""
        return keys_of(self.data)

    def example(self, prop: Property) -> object:
        """The example, made again from new objects."""
        again = redraw(prop.examples, self.redrawn.origin).example
        return self.relation.of(again) if self.relation else again


class _Candidates:
    """The candidates of a property; equal questions have the same one."""

    def __init__(self, prop: Property, library: Library) -> None:
        self._prop = prop
        self._library = library
        self._found: dict[bytes, Candidate] = {}
        self._bases: dict[int, Candidate | None] = {}

    def every(self) -> Iterable[Candidate]:
        """All that have been made."""
        return self._found.values()

    def of_base(self, base: RedrawnExample) -> Candidate | None:
        """The candidate of an example with many neighbours, made once for all of them."""
        if id(base) not in self._bases:
            self._bases[id(base)] = self.of(base)
        return self._bases[id(base)]

    def of(self, redrawn: RedrawnExample, relation: Relation | None = None) -> Candidate | None:
        """The candidate of an example.

        `None` if visits are watched: code that has kept an answer need not visit again.
        """
        try:
            question = self._prop.question(redrawn.example)
            if watched_in(question):
                return None
            data = Writer(self._library).write(question)
            text = python_text(question)
        except Exception:  # an example that is hardly ever drawn may be impossible to ask
            return None
        key = text.encode("utf-8", "replace")
        candidate = Candidate(redrawn, question, data, len(text), relation)
        return self._found.setdefault(key, candidate)

    def related(self, base: RedrawnExample, relation: Relation) -> Candidate | None:
        """The candidate that a relation leads to from an example, if it leads to one."""
        other = relation.of(base.example)
        return None if other is None else self.of(replace(base, example=other), relation)


Pair = tuple[Candidate, Candidate]


def confusing(
    prop: Property, drawn: Sequence[Choices], rng: Random, library: Library
) -> dict[Any, list[Pair]]:
    """Pairs of candidates by the ways in which they may be confused, in order of importance.

    Those of a relation come first, each example before the one that the relation leads to.
    """
    found = _Candidates(prop, library)
    redrawn = list(_redrawn(prop, drawn, rng))
    beside = [
        (one, other)
        for base, neighbour in redrawn
        if (one := found.of_base(base)) and (other := found.of(neighbour)) and one is not other
    ]
    bases = {id(base): base for base, _ in redrawn}.values()
    related = [
        (RELATED, relation, (one, other))
        for relation in prop.relations
        for base in bases
        if (one := found.of_base(base)) and (other := found.related(base, relation))
        if one is not other
    ]
    ways: dict[Any, list[Pair]] = {}
    for rank, way, pair in (*related, *_by_places(beside), *_by_keys(found.every())):
        ways.setdefault((rank, way), []).append(pair)
    return {way: sorted(ways[way], key=_size) for way in sorted(ways, key=lambda way: way[0])}


def _size(pair: Pair) -> int:
    return pair[0].size + pair[1].size


def _redrawn(
    prop: Property, drawn: Sequence[Choices], rng: Random
) -> Iterator[tuple[RedrawnExample, RedrawnExample]]:
    """Examples and their neighbours, as many as the numbers of generators suffice for."""
    left = MOST_CHANCES
    for base in _bases(prop, drawn, rng):
        left -= len(base.chances)
        for origin in neighbours(base, rng):
            if left < 0:
                return
            try:
                redrawn = redraw(prop.examples, origin, MORE_CHANCES + 2 * len(base.chances))
            except DrawFailed as missing:
                left -= missing.chances
            else:
                left -= len(redrawn.chances)
                yield base, redrawn


def _bases(prop: Property, drawn: Sequence[Choices], rng: Random) -> Iterator[RedrawnExample]:
    """The simplest examples, and a small and a middling one of each kind that was drawn."""
    origins = [Origin(SIMPLEST, least=True), Origin(SIMPLEST)]
    kinds: dict[object, list[Choices]] = {}
    # Fewer choices make a smaller example; `repr` makes the order the same in every run.
    for choices in sorted(drawn, key=lambda choices: (len(choices), repr(choices))):
        kinds.setdefault(choices[:1], []).append(choices)
    # The first choice of a union is its member; of other strategies it may be anything.
    groups = list(kinds.values()) if len(kinds) <= MOST_KINDS else [[*chain(*kinds.values())]]
    for group in groups:
        for part in range(BASES if len(groups) == 1 else 2):
            among = group[part * len(group) // BASES :][: 1 + len(group) // BASES]
            origins.append(Origin(rng.choice(among)))
    for origin in origins:
        with suppress(DrawFailed):
            yield redraw(prop.examples, origin, MOST_CHANCES)


# -- ways to be confused -----------------------------------------------------------------------

RELATED, ONE_ARGUMENT, ANY_KEY, ONE_PART, SEVERAL = range(5)
Way = tuple[int, object, Pair]


def _by_places(pairs: Iterable[Pair]) -> Iterator[Way]:
    """Neighbours by the arguments in which they differ; if it is one, also by its part."""
    for pair in pairs:
        places = list(differing(pair[0].data, pair[1].data))
        arguments = tuple(dict.fromkeys(path for path, _ in places))
        yield ONE_ARGUMENT if len(arguments) == 1 else SEVERAL, arguments, pair
        if len(arguments) == 1:
            yield ONE_PART, tuple(places), pair


def _by_keys(found: Iterable[Candidate]) -> Iterator[Way]:
    """Pairs of candidates with the same careless key."""
    groups: dict[tuple[str, object], list[Candidate]] = {}
    for one in sorted(found, key=lambda each: each.size):
        for name, key in one.keys.items():
            groups.setdefault((name, key), []).append(one)
    for (name, _), alike in groups.items():
        for one, other in combinations(alike[:ALIKE], 2):
            if one.data != other.data:
                yield ANY_KEY, name, (one, other)
