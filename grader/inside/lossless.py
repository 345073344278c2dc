"""Whether a value travels without a loss: as what it is, with its class.

An object of a class below those of plain values (`class Money(int)`, a named tuple, a `Counter`)
travels as what it is underneath, and any other object by its kind alone.
"""

from collections.abc import Iterable
from itertools import chain

from grader.inside.library import BELOW, DECLARED_IN, PACKAGES
from grader.inside.values import KINDS
from grader.inside.wire import MAX_DEPTH, PLAIN_TYPES

WHOLE = frozenset((*PLAIN_TYPES, *KINDS, str, float, list, tuple))
OF_PACKAGES = frozenset((*PACKAGES, *BELOW))


def travels_whole(value: object, depth: int = 0) -> bool:
    """Whether a value and all that it holds are of classes that travel, none below one of them."""
    kind = type(value)
    if kind not in WHOLE:
        return DECLARED_IN in vars(kind) or kind.__module__.partition(".")[0] in OF_PACKAGES
    if depth > MAX_DEPTH:  # no judge gets that
        return True
    return all(travels_whole(part, depth + 1) for part in _held(value))


def _held(value: object) -> Iterable[object]:
    match value:
        case dict():
            return chain(value, value.values())
        case list() | tuple() | set() | frozenset() if not PLAIN_TYPES.issuperset(map(type, value)):
            return value
    return ()
