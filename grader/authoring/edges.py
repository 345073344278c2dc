"""What a strategy could draw and never does: ends of ranges, members, what filters refuse.

Everything that strategies draw on the way to an example is looked at, so that text and check can be
made to agree. Choices of `random` generators are not.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hypothesis.internal.conjecture.data import ConjectureData
from hypothesis.strategies import SearchStrategy
from hypothesis.strategies._internal.collections import ListStrategy
from hypothesis.strategies._internal.numbers import IntegersStrategy
from hypothesis.strategies._internal.strategies import FilteredStrategy, SampledFromStrategy

from grader.judging.answer_key import draw
from grader.judging.properties import Property
from grader.student.compare import short

# Not every member of a longer list need be drawn; a range this wide is one of seeds.
MOST_MEMBERS, WIDEST = 40, 1 << 31
MOST_NAMED = 4
# A strategy that is drawn less often, such as one made for a single example, says nothing.
ENOUGH = 10


def lines_of_edges(props: Mapping[str, Property], seeds: Mapping[str, str]) -> Iterator[str]:
    """A line for each edge of each property that is never drawn, with the check's name."""
    for name, prop in props.items():
        for line in never_drawn(prop, seeds[name]):
            yield f"never drawn: {name}: {line}"


def never_drawn(prop: Property, seed_text: str) -> list[str]:
    """In words, what a property's strategy could draw and never does."""
    strategies: dict[str, SearchStrategy[object]] = {}
    given: dict[str, list[object]] = {}
    usual = ConjectureData.draw

    def noting(self: ConjectureData, strategy: Any, *more: Any, **named: Any) -> Any:
        value = usual(self, strategy, *more, **named)
        one = getattr(strategy, "wrapped_strategy", strategy)
        strategies[repr(one)] = one
        given.setdefault(repr(one), []).append(value)
        return value

    # Hypothesis has no hook for what strategies draw.
    ConjectureData.draw = noting  # type: ignore[method-assign]
    try:
        draw(prop, seed_text)
    finally:
        ConjectureData.draw = usual  # type: ignore[method-assign]
    found = (line for name, one in strategies.items() for line in _missing(one, given[name]))
    return list(dict.fromkeys(found))


def _missing(strategy: object, given: Sequence[Any]) -> Iterator[str]:
    if len(given) < ENOUGH:
        return
    match strategy:
        case IntegersStrategy(start=int(low), end=int(high)) if high - low < WIDEST:
            ends = [end for end in (low, high) if end not in given]
            if ends:
                yield f"from {low} to {high}: never {_listed(ends)}"
        case FilteredStrategy():
            yield from _missing(strategy.filtered_strategy, given)
            if strategy.flat_conditions:
                yield f"a filter: {_in_words(strategy)}"
        case SampledFromStrategy() if len(strategy.elements) <= min(MOST_MEMBERS, len(given)):
            left = [x for x in strategy.elements if not any(x is y or x == y for y in given)]
            if left and not isinstance(left[0], SearchStrategy):
                yield f"of {len(strategy.elements)} members: never {_listed(left)}"
        case ListStrategy(min_size=least, max_size=most):
            sizes = {len(value) for value in given}
            left = [end for end in (least, most) if end != float("inf") and end not in sizes]
            if left:
                yield f"lists of {least} to {most}: never of {_listed(left)}"


def _in_words(strategy: Any) -> str:
    names = [getattr(one, "__name__", str(one)) for one in strategy.flat_conditions]
    return f"{', '.join(names)} on {short(strategy.filtered_strategy, 60)}"


def _listed(values: Sequence[object]) -> str:
    more = f" and {len(values) - MOST_NAMED} others" if len(values) > MOST_NAMED else ""
    return ", ".join(short(value, 40) for value in values[:MOST_NAMED]) + more
