"""Adds up points as on paper: the same sum in any order, and with any Python."""

from collections.abc import Iterable
from math import fsum

PLACES = 6


def total(points: Iterable[float]) -> float:
    """The sum of points, without floating-point error behind the last decimal.

    That error depends on the order of tasks and on Python's version, and a released score that
    differs by it would count as changed.
    """
    return round(fsum(points), PLACES) + 0.0  # never -0.0


def without_rest(score: float | None) -> float | None:
    """A score written by an older version, rounded as it would be today."""
    return None if score is None else total([score])
