"""Values, results and bounds of pruning searches.

``PRUNED`` has two meanings that share one place in the order: as a result it says "ignore this
node", as a bound it says "nothing known yet". Either way it is the lowest alpha and the highest
beta, so anything known is better.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from gametree.values import Constant, Record
from gametree.vocabulary import Est, est_compare


@dataclass(frozen=True, slots=True, repr=False)
class BestEdge(Record):
    """A move together with the estimate of what it leads to.

    >>> from gametree import Guess
    >>> BestEdge(0, Guess(3))
    BestEdge(0, Guess(3))
    """

    move: Any
    est: Est


class Pruned(Constant):
    """The class of ``PRUNED``: "the parent should ignore this node", or "no bound".

    >>> Pruned() is PRUNED
    True
    """

    __slots__ = ()
    constant_name = "PRUNED"


class ParentPrune(Constant):
    """The class of ``PARENT_PRUNE``: "this node makes its parent useless to the grandparent".

    >>> ParentPrune() is PARENT_PRUNE
    True
    """

    __slots__ = ()
    constant_name = "PARENT_PRUNE"


PRUNED = Pruned()
PARENT_PRUNE = ParentPrune()

Value: TypeAlias = BestEdge | Pruned
Result: TypeAlias = Value | ParentPrune
Bounds: TypeAlias = tuple[Value, Value]


def alpha_is_less_than(alpha: Value, est: Est) -> bool:
    """Is ``est`` above the lower bound ``alpha``? ``PRUNED`` is below every estimate.

    >>> from gametree import Guess
    >>> alpha_is_less_than(PRUNED, Guess(-100))
    True
    >>> alpha_is_less_than(BestEdge(0, Guess(3)), Guess(3))
    False
    """
    match alpha:
        case Pruned():
            return True
        case BestEdge(_, bound):
            return est_compare(bound, est) < 0
    raise _not_a_value(alpha)


def beta_is_greater_than(est: Est, beta: Value) -> bool:
    """Is ``est`` below the upper bound ``beta``? ``PRUNED`` is above every estimate.

    >>> from gametree import Guess
    >>> beta_is_greater_than(Guess(100), PRUNED)
    True
    >>> beta_is_greater_than(Guess(2), BestEdge(0, Guess(3)))
    True
    """
    match beta:
        case Pruned():
            return True
        case BestEdge(_, bound):
            return est_compare(est, bound) < 0
    raise _not_a_value(beta)


def maxalpha(v: Value, w: Value) -> Value:
    """Return the better of two values for Maxie, ``v`` if they tie; ``PRUNED`` loses to all.

    >>> from gametree import Guess
    >>> maxalpha(PRUNED, BestEdge(1, Guess(-5)))
    BestEdge(1, Guess(-5))
    >>> maxalpha(BestEdge(0, Guess(3)), BestEdge(1, Guess(3)))
    BestEdge(0, Guess(3))
    """
    match w:
        case Pruned():
            return v
        case BestEdge(_, est):
            return w if alpha_is_less_than(v, est) else v
    raise _not_a_value(w)


def minbeta(v: Value, w: Value) -> Value:
    """Return the better of two values for Minnie, ``v`` if they tie; ``PRUNED`` loses to all.

    >>> from gametree import Guess
    >>> minbeta(PRUNED, BestEdge(1, Guess(-5)))
    BestEdge(1, Guess(-5))
    >>> minbeta(BestEdge(0, Guess(3)), BestEdge(1, Guess(2)))
    BestEdge(1, Guess(2))
    """
    match w:
        case Pruned():
            return v
        case BestEdge(_, est):
            return w if beta_is_greater_than(est, v) else v
    raise _not_a_value(w)


def _not_a_value(thing: object) -> TypeError:
    return TypeError(f"not a value: {thing!r} (expected BestEdge(move, est) or PRUNED)")
