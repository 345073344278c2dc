"""Questions that are confused by code which remembers answers by less than all arguments.

Two questions collide if they differ in only one argument, or if they have the same careless key:
flattened, sorted, as text, without sizes, players or flags. `KEYS` lists these. They compare what a
box gets, so nothing has to be known about an assignment.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

Data: TypeAlias = Any
Atom: TypeAlias = str | int | float | bool | None
Key = Callable[[Sequence[Atom]], Hashable]

CALL = "()"
# Where the data of a call have its arguments: positional ones, and named ones.
ARGUMENTS = (2, 3)
# How deep in an argument its parts are distinguished.
DEEP = 2


def atoms(data: Data) -> Iterator[Atom]:
    """The leaves of a question's data, without the tags of whatever has contents."""
    if not isinstance(data, list):
        yield data
        return
    # A constant, such as a player, is only a tag.
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
    # hash(-1) == hash(-2), for one.
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
    except OverflowError:  # an int too large for a float
        return tuple(map(str, found))


Place = tuple[int, ...]


def differing(one: Data, other: Data, place: Place = ()) -> Iterator[tuple[Place, Place]]:
    """The places where questions differ: of arguments, each with the part of it that differs."""
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
    """The part of an argument that all differences are in, down to `DEEP` levels."""
    path: list[int] = []
    while len(path) < DEEP and _comparable(one, other):
        places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        if len(places) != 1:
            break
        [at] = places
        path.append(at)
        one, other = one[at], other[at]
    return tuple(path)
