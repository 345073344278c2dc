"""A score that students have seen, which no later run changes by itself."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReleasedScore:
    """A score with extra credit that stays; `instead_of` is the pair that was looked at and not
    taken.
    """

    score: float
    extra: float
    at: str
    instead_of: tuple[float, float] | None = None


Pins = Mapping[str, ReleasedScore]
