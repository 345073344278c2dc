"""Which neighbours of a property's examples are asked beside them: those that may be confused.

Code that remembers answers goes wrong where two questions look alike to it. Examples are drawn
again with one choice changed (`redrawing.py`), and of all these pairs are taken that collide
(`collisions.py`) and whose answers differ. They are put together as series (`series.py`). Which
ones, and in which order, depends on the assignment's seed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from random import Random
from typing import Any

from grader.asking.answers import Answer, Value
from grader.asking.plain_values import writer_of
from grader.asking.questions import Writer
from grader.asking.solution import SolutionFailed
from grader.inside.library import Library
from grader.judging.collisions import differing, keys_of
from grader.judging.properties import Property
from grader.judging.redrawing import (
    SIMPLEST,
    Choices,
    NotDrawn,
    Origin,
    Redrawn,
    neighbours,
    redraw,
)
from grader.judging.series import CHANGEABLE, Series, given_to, makers_of, question_of, wrong
from grader.student.compare import same
from grader.student.python_text import python_text
from grader.student.question import CODE, Call, parts, watched_in

BASES, MOST_KINDS = 4, 8
# Generators may give so many numbers for the neighbours of a property.
MOST_CHANCES, MORE_CHANCES = 8000, 400
# All questions of a property's series hold so many calls, and their texts so many characters.
MOST_CALLS, MOST_CHARACTERS = 40, 12_000
# So many pairs of a way to be confused are tried, the smallest ones first.
TRIES = 8


@dataclass(frozen=True, slots=True)
class Share:
    """What a property may have beside its examples: pairs, in series of at most `longest`.

    The reference is `asked` so many questions to find them.
    """

    pairs: int
    longest: int
    asked: int


# An expensive property with fewer examples than that has none beside them.
FEW = 24
USUAL, EXPENSIVE = Share(6, 4, 100), Share(1, 2, 12)


@dataclass(frozen=True, eq=False)
class Candidate:
    """An example that may be asked beside others: its question, as a box gets it, and its size."""

    redrawn: Redrawn
    question: Any
    data: Any
    size: int

    @cached_property
    def keys(self) -> dict[str, Any]:
        """Its careless keys."""
        return keys_of(self.data)


Pair = tuple[Candidate, Candidate]
Ask = Callable[[Any], Answer]


def series_of(
    prop: Property, drawn: Sequence[Choices], seed_text: str, library: Library, ask: Ask
) -> list[Series]:
    """The series to be asked of a property, of which examples with these choices are drawn."""
    is_expensive = prop.cpu_seconds is not None
    if prop.alone or (is_expensive and prop.count < FEW):
        return []
    share = EXPENSIVE if is_expensive else USUAL
    rng = Random(seed_text)
    answers = _Answers(prop, ask, share.asked)
    pairs = _chosen(_confusing(prop, drawn, rng, library), answers, share.pairs, rng)
    groups = _affordable(_grouped(pairs, share.longest))
    return [one for group in groups for one in _as_series(prop, group, library, answers, rng)]


def _confusing(
    prop: Property, drawn: Sequence[Choices], rng: Random, library: Library
) -> dict[Any, list[Pair]]:
    """Pairs of candidates by the ways in which they may be confused, in order of importance."""
    found: dict[bytes, Candidate] = {}
    beside = [
        (one, other)
        for base, redrawn in _redrawn(prop, drawn, rng)
        if (one := _candidate(prop, base, library, found))
        and (other := _candidate(prop, redrawn, library, found))
        and one is not other
    ]
    ways: dict[Any, list[Pair]] = {}
    for rank, way, pair in (*_by_places(beside), *_by_keys(found.values())):
        ways.setdefault((rank, way), []).append(pair)
    return {way: sorted(ways[way], key=_size) for way in sorted(ways, key=lambda way: way[0])}


def _size(pair: Pair) -> int:
    return pair[0].size + pair[1].size


def _redrawn(
    prop: Property, drawn: Sequence[Choices], rng: Random
) -> Iterator[tuple[Redrawn, Redrawn]]:
    """Examples and neighbours of theirs, as many as generators give numbers for."""
    left = MOST_CHANCES
    for base in _bases(prop, drawn, rng):
        left -= len(base.chances)
        for origin in neighbours(base, rng):
            if left < 0:
                return
            try:
                redrawn = redraw(prop.examples, origin, MORE_CHANCES + 2 * len(base.chances))
            except NotDrawn as missing:
                left -= missing.chances
            else:
                left -= len(redrawn.chances)
                yield base, redrawn


def _bases(prop: Property, drawn: Sequence[Choices], rng: Random) -> Iterator[Redrawn]:
    """The simplest examples, and of each kind that was drawn a small one and a middling one."""
    origins = [Origin(SIMPLEST, least=True), Origin(SIMPLEST)]
    kinds: dict[Any, list[Choices]] = {}
    for choices in sorted(drawn, key=lambda choices: (len(choices), repr(choices))):
        kinds.setdefault(choices[:1], []).append(choices)
    # The first choice of a union is which of its members it is; of others it may be anything.
    groups = list(kinds.values()) if len(kinds) <= MOST_KINDS else [[*chain(*kinds.values())]]
    for group in groups:
        for part in range(BASES if len(groups) == 1 else 2):
            among = group[part * len(group) // BASES :][: 1 + len(group) // BASES]
            origins.append(Origin(rng.choice(among)))
    for origin in origins:
        with suppress(NotDrawn):
            yield redraw(prop.examples, origin, MOST_CHANCES)


def _candidate(
    prop: Property, redrawn: Redrawn, library: Library, found: dict[bytes, Candidate]
) -> Candidate | None:
    """The candidate of an example, the same one for the same question."""
    try:
        question = prop.ask(CODE, redrawn.example)
        data = Writer(library).write(question)
        text = python_text(question)
    except Exception:  # what a strategy may draw, but hardly does, need not be possible to ask
        return None
    key = text.encode("utf-8", "replace")
    return found.setdefault(key, Candidate(redrawn, question, data, len(text)))


# -- ways to be confused -----------------------------------------------------------------------

ONE_ARGUMENT, ANY_KEY, ONE_PART, SEVERAL = range(4)
Way = tuple[int, Any, Pair]


def _by_places(pairs: Iterable[Pair]) -> Iterator[Way]:
    """Neighbours by the arguments in which they differ, and by the part of one."""
    for pair in pairs:
        places = list(differing(pair[0].data, pair[1].data))
        arguments = tuple(dict.fromkeys(path for path, _ in places))
        yield ONE_ARGUMENT if len(arguments) == 1 else SEVERAL, arguments, pair
        if len(arguments) == 1:
            yield ONE_PART, tuple(places), pair


def _by_keys(found: Iterable[Candidate]) -> Iterator[Way]:
    """Those that a careless key doesn't tell apart."""
    groups: dict[tuple[str, Any], list[Candidate]] = {}
    for one in sorted(found, key=lambda each: each.size):
        for name, key in one.keys.items():
            groups.setdefault((name, key), []).append(one)
    for (name, _), alike in groups.items():
        for one, other in combinations(alike[:TRIES], 2):
            if one.data != other.data:
                yield ANY_KEY, name, (one, other)


def _chosen(
    ways: Mapping[Any, Sequence[Pair]], answers: "_Answers", most: int, rng: Random
) -> list[Pair]:
    """A pair for each way to be confused, as far as there is room."""
    chosen: list[Pair] = []
    for pairs in ways.values():
        known = {frozenset(pair) for pair in pairs}
        if len(chosen) == most or any(frozenset(pair) in known for pair in chosen):
            continue
        smallest = pairs[: 3 * TRIES]
        tried = rng.sample(smallest, len(smallest))
        chosen += next(([pair] for pair in tried if answers.tell(*pair)), [])
    return chosen


class _Answers:
    """The reference's answers to candidates, as many as may be asked."""

    def __init__(self, prop: Property, ask: Ask, most: int) -> None:
        self._prop = prop
        self._ask = ask
        self._left = most
        self._known: dict[Candidate, Value | None] = {}

    def of(self, one: Candidate) -> Value | None:
        """The value that is expected, if it is one."""
        if one not in self._known:
            self._left -= 1
            self._known[one] = self.to(one.question) if self._left >= 0 else None
        return self._known[one]

    def to(self, question: Any) -> Value | None:
        """The value that the reference answers to a question, if it does."""
        try:
            answer = self._ask(question)
        except (SolutionFailed, ValueError, TypeError):  # the latter two: it can't be asked
            return None
        return answer if isinstance(answer, Value) else None

    def tell(self, one: Candidate, other: Candidate) -> bool:
        """Whether the answer to one of them is wrong for the other, so that a check can see it."""
        mine, others = self.of(one), self.of(other)
        if mine is None or others is None:
            return False
        try:
            return bool(watched_in(one.question)) or bool(
                wrong(self._prop, other.redrawn.example, mine.value, others.value)
            )
        except Exception:  # a verdict stumbles over the answer to another question
            return True


# -- series ------------------------------------------------------------------------------------


def _grouped(pairs: Sequence[Pair], longest: int) -> list[list[Candidate]]:
    """The candidates of the pairs, together with those that they are confused with."""
    groups: list[list[Candidate]] = []
    for pair in pairs:
        group = next((g for g in groups if any(one in g for one in pair)), None)
        new = [one for one in pair if group is None or one not in group]
        if group is None or len(group) + len(new) > longest:
            groups.append([*pair])
        else:
            group += new
    return groups


def _affordable(groups: Iterable[list[Candidate]]) -> Iterator[list[Candidate]]:
    """The groups, or as many of each as leave all of them within what series may cost."""
    calls, characters = MOST_CALLS, MOST_CHARACTERS
    for group in groups:
        for some in [group[:size] for size in range(len(group), 1, -1)]:
            asked = [*some, some[0]]
            its_calls, its_characters = sum(map(_calls, asked)), sum(one.size for one in asked)
            if its_calls <= calls and its_characters <= characters:
                calls, characters = calls - its_calls, characters - its_characters
                yield some
                break


def _calls(one: Candidate) -> int:
    return sum(type(part) is Call for part in parts(one.question))


def _as_series(
    prop: Property, group: Sequence[Candidate], library: Library, answers: _Answers, rng: Random
) -> list[Series]:
    """The candidates in some order, then the first again, all made of new objects.

    None if the reference answers otherwise so.
    """
    order = rng.sample(group, len(group))
    order.append(order[0])
    examples = [redraw(prop.examples, one.redrawn.origin).example for one in order]
    expected = [answer.value for answer in map(answers.of, order) if answer]
    plain = Series(tuple(examples), (), _changed(order[0], expected[0], library))
    together = replace(plain, objects=_objects(prop, plain))
    tried = [replace(one, kept=kept) for one in (together, plain) for kept in (True, False)]
    return [one for one in tried if _holds(prop, one, expected, answers)][:1]


def _changed(one: Candidate, answer: Any, library: Library) -> str:
    """The type of an answer that its caller may change: of one that is no part of the question."""
    if type(answer) not in CHANGEABLE or type(one.question) is not Call:
        return ""
    is_given = str(writer_of(library)(answer)) in str(one.data)
    return "" if is_given else type(answer).__name__


def _objects(prop: Property, series: Series) -> tuple[tuple[int, ...], ...]:
    """The numbers of the objects that questions ask of: equal ones are one, but for watched."""
    numbers: dict[Any, int] = {}
    found = []
    for example in series.examples:
        makers = makers_of(prop.ask(CODE, example))
        keys = [id(one) if watched_in(one) else python_text(one) for one in makers]
        found.append(tuple([numbers.setdefault(key, len(numbers)) for key in keys]))
    return tuple(found) if len(numbers) < sum(map(len, found)) else ()


def _holds(prop: Property, series: Series, expected: Sequence[Any], answers: _Answers) -> bool:
    """Whether the reference answers so, whatever else is asked before, and keeps what it is given.

    Not if there is nothing to keep.
    """
    question = question_of(prop, CODE, series)
    answer = answers.to(question)
    if answer is None or not same(list(series.answers(answer.value)), list(expected)):
        return False
    before = [value for _, value in given_to(prop.ask(CODE, series.examples[0]))]
    return not series.kept or (bool(before) and same(list(answer.value[-1]), before))
