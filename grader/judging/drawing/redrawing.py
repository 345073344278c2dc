"""Draw an example again, as it was or with some of its choices changed.

What a strategy draws follows from its choices: those of hypothesis, and the numbers of the `random`
generators that it seeds. The same choices give an equal example, made of new objects. With one
changed, they give another legal example, since all filters run again; it often differs in only one
part. So nothing has to be known about how a strategy is built.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from types import MappingProxyType
from typing import Any, TypeVar, cast

from hypothesis.control import BuildContext
from hypothesis.errors import StopTest, UnsatisfiedAssumption
from hypothesis.internal.conjecture.choice import ChoiceNode, ChoiceT, ChoiceTemplate, ValueHole
from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.strategies import SearchStrategy

# Most neighbours of each kind; those of generators take longest.
MOST_PARTS, MOST_OTHER_CHOICES, MOST_OTHER_CHANCES = 12, 40, 14
# Longer sequences have too many pairs of elements.
LONGEST_PART = 12
# A changed example may need some more choices than it had.
MORE_CHOICES = 12
# All options of a choice are tried if they are so few.
FEW = 12
Choices = Sequence[ChoiceT | ChoiceTemplate | ValueHole]
SIMPLEST: Choices = (ChoiceTemplate("simplest", count=None),)
Item = TypeVar("Item")


class DrawFailed(Exception):
    """No example has these choices; generators gave this many `chances` in vain."""

    def __init__(self, chances: int) -> None:
        super().__init__()
        self.chances = chances


@dataclass(frozen=True, slots=True)
class Origin:
    """What an example is made of: choices, and what generators give instead, numbered from 0.

    With `least`, they otherwise give their least number.
    """

    choices: Choices
    chances: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    least: bool = False


@dataclass(frozen=True, slots=True)
class RedrawnExample:
    """An example with its origin, and the choices that were made for it.

    `chances` are the numbers that generators gave, each with how many it was chosen from. `parts`
    are the sequences that strategies gave on the way, each with the range of its choices.
    """

    example: object
    origin: Origin
    nodes: tuple[ChoiceNode, ...]
    chances: tuple[tuple[int, int], ...]
    parts: tuple[tuple[int, int, Sequence[object]], ...]


def redraw(
    strategy: SearchStrategy[object], origin: Origin, most_chances: int = 1 << 30
) -> RedrawnExample:
    """The example of an origin; raises `DrawFailed` if it has none.

    Generators give no more than `most_chances` numbers.
    """
    room = len(origin.choices) + MORE_CHOICES if origin.choices != SIMPLEST else None
    # Choices beyond the given ones come from this generator, so they are always the same.
    data = _NotingData(random=Random(0), prefix=tuple(origin.choices), max_choices=room)
    chances: list[tuple[int, int]] = []
    try:
        with BuildContext(data, wrapped_test=redraw), _steered(origin, chances, most_chances):
            example = data.draw(strategy)
    except (StopTest, UnsatisfiedAssumption, _TooManyChances):
        raise DrawFailed(len(chances)) from None
    except Exception as error:  # a strategy may stumble over what it would hardly ever draw
        raise DrawFailed(len(chances)) from error
    return RedrawnExample(example, origin, tuple(data.nodes), tuple(chances), tuple(data.parts))


class _NotingData(ConjectureData):
    """Records which sequences are drawn, and where their choices begin and end."""

    def __init__(self, **usual: Any) -> None:
        super().__init__(**usual)
        self.parts: list[tuple[int, int, Sequence[object]]] = []

    def draw(self, strategy: SearchStrategy[Any], *usual: Any, **named: Any) -> Any:
        begin = len(self.nodes)
        value = super().draw(strategy, *usual, **named)
        if type(value) in (tuple, list) and 1 < len(value) <= LONGEST_PART:
            self.parts.append((begin, len(self.nodes), value))
        return value


def neighbours(base: RedrawnExample, rng: Random) -> list[Origin]:
    """Origins that differ from an example's in a choice of its strategy or of its generators."""
    return [
        *_some(_other_parts(base), rng, MOST_PARTS),
        *_some(_other_choices(base), rng, MOST_OTHER_CHOICES),
        *_some(_other_chances(base), rng, MOST_OTHER_CHANCES),
    ]


def _some(origins: Iterator[Origin], rng: Random, most: int) -> list[Origin]:
    every = list(origins)
    return every if len(every) <= most else rng.sample(every, most)


def _other_choices(base: RedrawnExample) -> Iterator[Origin]:
    values = [node.value for node in base.nodes]
    for at, node in enumerate(base.nodes):
        for value in dict.fromkeys(_others(node)):
            if type(value) is type(node.value) and value != node.value and not node.was_forced:
                yield _with_choices(base, [*values[:at], value, *values[at + 1 :]])
    for one, other in _alike([(node.type, repr(node.constraints)) for node in base.nodes], values):
        yield _with_choices(base, _exchanged(values, one, other))


def _other_parts(base: RedrawnExample) -> Iterator[Origin]:
    """Sequences with two elements exchanged, where their strategy can give them."""
    values = [node.value for node in base.nodes]
    for begin, end, part in base.parts:
        for one, other in combinations(range(len(part)), 2):
            if begin < end and part[one] != part[other]:
                elements = _exchanged(part, one, other)
                turned = tuple(elements) if isinstance(part, tuple) else elements
                yield _with_choices(base, [*values[:begin], ValueHole(turned), *values[end:]])


def _with_choices(base: RedrawnExample, values: Choices) -> Origin:
    return Origin(values, base.origin.chances, base.origin.least)


def _others(node: ChoiceNode) -> Iterator[ChoiceT]:
    """Other values of a choice that are worth a try; hypothesis replaces one that isn't legal."""
    value, limits = node.value, cast(dict[str, Any], node.constraints)
    match value:
        case bool():
            yield not value
        case int() | float():
            low, high = limits["min_value"], limits["max_value"]
            if type(value) is int and None not in (low, high) and high - low < FEW:
                yield from range(low, high + 1)
            near = (value - 1, value + 1, -value, low, high)
            yield from (x for x in near if x is not None and _within(x, low, high))
        case str() | bytes():
            yield from _shorter_and_turned(value, limits["min_size"])


def _within(value: object, low: Any, high: Any) -> bool:
    return bool((low is None or low <= value) and (high is None or value <= high))


def _shorter_and_turned(value: str | bytes, least: int) -> Iterator[str | bytes]:
    yield value[::-1]
    if len(value) > least:
        yield from (value[:-1], value[1:])


def _other_chances(base: RedrawnExample) -> Iterator[Origin]:
    """Each chance changed to the next, the one before and a far one; pairs of them exchanged."""
    for at, (given, among) in enumerate(base.chances):
        for step in (1, -1, among // 2):
            if (value := (given + step) % among) != given:
                yield _with_chances(base, {at: value})
    every = [value for value, _ in base.chances]
    for one, other in _alike([among for _, among in base.chances], every):
        yield _with_chances(base, {one: every[other], other: every[one]})


def _with_chances(base: RedrawnExample, changed: Mapping[int, int]) -> Origin:
    values = [node.value for node in base.nodes]
    return Origin(values, {**base.origin.chances, **changed}, base.origin.least)


def _alike(kinds: Sequence[object], values: Sequence[object]) -> Iterator[tuple[int, int]]:
    """The places of each value and of the next one of its kind, if these differ."""
    last: dict[object, int] = {}
    for at, kind in enumerate(kinds):
        if kind in last and values[last[kind]] != values[at]:
            yield last[kind], at
        last[kind] = at


def _exchanged(values: Sequence[Item], one: int, other: int) -> list[Item]:
    found = list(values)
    found[one], found[other] = found[other], found[one]
    return found


# -- what generators give ----------------------------------------------------------------------


class _TooManyChances(BaseException):
    """A strategy draws without end; a `BaseException`, so that none of its code catches it."""


# How many values `random` counts as having, where one of them is changed.
GRAINS = 1 << 20


@contextmanager
def _steered(origin: Origin, given: list[tuple[int, int]], most: int) -> Iterator[None]:
    """Make all generators of `random` give what an origin says, and record what is `given`.

    All of their methods that choose among things are built on the two that are replaced here.
    """
    below, fraction = Random._randbelow, Random.random  # type: ignore[attr-defined]

    def note(among: int, usual: Callable[[], int]) -> int:
        if len(given) >= most:
            raise _TooManyChances
        # The usual number is drawn in any case, so that all later ones are as before.
        value = usual()
        value = origin.chances.get(len(given), 0 if origin.least else value) % among
        given.append((value, among))
        return value

    def steered_below(self: Random, among: int) -> int:
        return note(among, lambda: below(self, among))

    def steered_fraction(self: Random) -> float:
        exact = fraction(self)
        grain = int(exact * GRAINS)
        value = note(GRAINS, lambda: grain)
        return exact if value == grain else value / GRAINS

    Random._randbelow, Random.random = steered_below, steered_fraction  # type: ignore[attr-defined, method-assign, assignment]
    try:
        yield
    finally:
        Random._randbelow = below  # type: ignore[attr-defined]
        del Random.random  # the original is inherited
