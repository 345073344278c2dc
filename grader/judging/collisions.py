"""Which questions code mistakes for each other that remembers answers by less than all arguments.

Two questions collide if they are told apart by one argument alone, or if a careless key of them is
the same: flattened, sorted, as text, without sizes, players or flags. `KEYS` lists these. What is
compared is what a box gets, so nothing of an assignment has to be known.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Data: TypeAlias = Any
Atom: TypeAlias = str | int | float | bool | None
Key = Callable[[Sequence[Atom]], Hashable]

CALL = "()"
# Where the data of a call have its arguments: by their places, and by name.
ARGUMENTS = (2, 3)
# So deep in an argument a part of it is told from others.
DEEP = 2


def atoms(data: Data) -> Iterator[Atom]:
    """What the data of a question are made of, without the tags of what has contents."""
    if not isinstance(data, list):
        yield data
        return
    # A constant, such as a player, is nothing but its tag.
    tagged = len(data) > 1 and isinstance(data[0], str)
    for part in data[1:] if tagged else data:
        yield from atoms(part)


def _is_number(atom: Atom) -> bool:
    return isinstance(atom, int | float) and not isinstance(atom, bool)


def _numbers(found: Sequence[Atom]) -> list[Any]:
    return [atom for atom in found if _is_number(atom)]


def _kindless(atom: Atom) -> Hashable:
    return abs(float(atom)) if isinstance(atom, int | float) else str(atom).casefold()


KEYS: Mapping[str, Key] = {
    "flattened": tuple,
    "as one text": lambda found: "".join(map(str, found)),
    "in any order": lambda found: tuple(sorted(map(repr, found))),
    "each once": lambda found: frozenset(map(repr, found)),
    "without sizes": lambda found: tuple([x for x in found if not _is_number(x)]),
    "numbers alone": lambda found: tuple(_numbers(found)),
    "in any case and kind": lambda found: tuple(map(_kindless, found)),
    "by their hashes": lambda found: tuple([hash(x) if _is_number(x) else x for x in found]),
    "how many, and their sum": lambda found: (len(found), sum(_numbers(found))),
    "without the first": lambda found: tuple(found[1:]),
    "without the last": lambda found: tuple(found[:-1]),
}


def keys_of(data: Data) -> dict[str, Hashable]:
    """The careless keys of a question, by their names in `KEYS`."""
    found = list(atoms(data))
    return {name: _safely(key, found) for name, key in KEYS.items()}


def _safely(key: Key, found: Sequence[Atom]) -> Hashable:
    try:
        return key(found)
    except OverflowError:  # of a number beyond all floats
        return tuple(map(str, found))


Place = tuple[int, ...]


def differing(one: Data, other: Data, place: Place = ()) -> Iterator[tuple[Place, Place]]:
    """The places at which questions differ: of arguments, and of the one part of each."""
    if one == other:
        return
    if not _comparable(one, other) or not _has_calls(one):
        yield place, _part(one, other)
        return
    are_calls = one[0] == other[0] == CALL
    for at, both in enumerate(zip(one, other, strict=True)):
        if are_calls and at in ARGUMENTS and _comparable(*both):
            for number, arguments in enumerate(zip(*both, strict=True)):
                yield from differing(*arguments, (*place, at, number))
        else:
            yield from differing(*both, (*place, at))


def _comparable(one: Data, other: Data) -> bool:
    return isinstance(one, list) and isinstance(other, list) and len(one) == len(other) > 0


def _has_calls(data: Data) -> bool:
    return isinstance(data, list) and (data[:1] == [CALL] or any(map(_has_calls, data)))


def _part(one: Data, other: Data) -> Place:
    """Where in an argument all differences are, as far as `DEEP`."""
    path: list[int] = []
    while len(path) < DEEP and _comparable(one, other):
        places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        if len(places) != 1:
            break
        [at] = places
        path.append(at)
        one, other = one[at], other[at]
    return tuple(path)
