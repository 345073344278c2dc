"""Points are added up as on paper: the same sum in any order, and with any Python."""

from collections.abc import Iterable
from math import fsum

PLACES = 6


def total(points: Iterable[float]) -> float:
    """The sum of points, without the rest that floats leave behind the last decimal.

    That rest depends on the order of tasks and on Python's version, and a released score that
    differs by it would count as moved.
    """
    return round(fsum(points), PLACES) + 0.0  # never -0.0


def without_rest(score: float | None) -> float | None:
    """A score that an older version has written, as it is written today."""
    return None if score is None else total([score])
