"""Examples that differ in a part from what a check draws, for `grader doubt` alone.

A part of an example becomes a part of another one, a number becomes another number, a text or a
list gets longer, shorter or another order. That needs no knowledge of how a strategy makes its
examples, and nothing says that what comes of it is legal: who looks at an answer decides.
"""

import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from grader.judging.properties import Property
from grader.sandbox.kernel.forked import bound_memory
from grader.student.question import CODE

# As many of them as a check draws.
TIMES = 3
# How often something else than a part of another example is put in, and how often two parts change.
OTHERWISE, TWICE = 0.6, 0.3
# Of a number below it a change is small, since it may be a size.
SMALL = 13
LARGE = (100, 256, 1000, 2**31, 2**53 + 1, 2**63, 10**20)

# To write down a question takes a check less, and fewer bytes.
ASKING_SECONDS, ASKING_BYTES = 0.2, 1 << 30

Part = tuple[tuple[Any, ...], Any]


def wider(prop: Property) -> Property:
    """The same property, whose examples differ in a part from those that it draws."""
    pairs = st.tuples(prop.examples, prop.examples, st.integers(0, 2**32).map(Random))
    examples = pairs.map(_changed).filter(_asks(prop))
    return replace(prop, examples=examples, count=TIMES * prop.count, alone=True)


def _asks(prop: Property) -> Callable[[Any], bool]:
    def asks(example: Any) -> bool:
        try:
            with _bounded():
                prop.ask(CODE, example)
        except Exception:  # whatever a check does with what it has never drawn
            return False
        return example is not None

    return asks


@contextmanager
def _bounded() -> Iterator[None]:
    """Raise `TimeoutError` or `MemoryError` inside, where it takes too much of this process."""

    def stop(*_: object) -> None:
        raise TimeoutError

    usual = signal.signal(signal.SIGVTALRM, stop), sys.unraisablehook
    memory = resource.getrlimit(resource.RLIMIT_AS)
    bound_memory(ASKING_BYTES)
    # Where Python can't pass it on, in a callback of its own, it tries again and says nothing.
    sys.unraisablehook = lambda _: None
    signal.setitimer(signal.ITIMER_VIRTUAL, ASKING_SECONDS, ASKING_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, usual[0])
        sys.unraisablehook = usual[1]
        resource.setrlimit(resource.RLIMIT_AS, memory)


def _changed(drawn: tuple[Any, Any, Random]) -> Any:
    """The first of two examples with a part or two changed, or None where that can't be."""
    example, other, rng = drawn
    for _ in range(1 + (rng.random() < TWICE)):
        place, part = _one_of_a_kind(example, rng)
        found = _otherwise(part, rng) if rng.random() < OTHERWISE else None
        if found is None:
            alike = [one for at, one in _parts(other) if at == place or type(one) is type(part)]
            found = rng.choice(alike) if alike else None
        try:
            example = _with(example, place, found)
        except Exception:  # whatever a record says to such a part
            return None
    return example


def _one_of_a_kind(example: Any, rng: Random) -> Part:
    """A part: first a kind is chosen, so that what there is little of changes as often."""
    kinds: dict[Any, list[Part]] = {}
    for place, part in _parts(example):
        names = tuple([key for key in place if isinstance(key, str)])
        kinds.setdefault((names[-2:], type(part)), []).append((place, part))
    return rng.choice(rng.choice([*kinds.values()]))


def _parts(example: Any, place: tuple[Any, ...] = ()) -> Iterator[Part]:
    """Every part of an example, each with its place: itself, its items and fields, and theirs."""
    yield place, example
    for key, inner in _items(example):
        yield from _parts(inner, (*place, key))


def _items(value: Any) -> Sequence[tuple[Any, Any]]:
    if isinstance(value, list | tuple):
        return list(enumerate(value))
    if isinstance(value, dict):
        return list(value.items())
    if is_dataclass(value) and not isinstance(value, type):
        return [(one.name, getattr(value, one.name)) for one in fields(value) if one.init]
    return ()


def _with(value: Any, place: Sequence[Any], part: Any) -> Any:
    """A value with another part at a place."""
    if not place:
        return part
    key, *deeper = place
    inner = _with(dict(_items(value))[key], deeper, part)
    if isinstance(value, dict):
        return {**value, key: inner}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{key: inner})
    items = [*value[:key], inner, *value[key + 1 :]]
    # Named tuples are made by `_make`, lists and tuples by their classes.
    return getattr(value, "_make", type(value))(items)


def _otherwise(part: Any, rng: Random) -> Any:
    """Another value of the same kind, or None."""
    if isinstance(part, bool):
        return not part
    if isinstance(part, int | float):
        return _other_number(part, rng)
    if isinstance(part, str):
        return "".join(_other_items(part, rng))
    if type(part) in (tuple, list):
        return type(part)(_other_items(part, rng))
    return None


def _other_number(number: int | float, rng: Random) -> int | float:
    small = [number + 1, number - 1, 2 * number, number + rng.randint(2, 9), -number]
    if abs(number) < SMALL and rng.random() < 0.5:
        return rng.choice(small)
    return rng.choice([*small, *[number + more for more in LARGE], *[-more for more in LARGE]])


def _other_items(items: Sequence[Any], rng: Random) -> list[Any]:
    """The items with one more, one less, two exchanged, or in another order."""
    found = list(items)
    if not found:
        return found
    at, to = rng.randrange(len(found)), rng.randrange(len(found))
    match rng.randrange(5):
        case 0:
            del found[at]
        case 1:
            found.insert(to, found[at])
        case 2:
            found[at], found[to] = found[to], found[at]
        case 3:
            found = found[at:] + found[:at]
        case _:
            found = found + found
    return found
