"""A score that students have seen, which no later run changes by itself."""

from collections.abc import Mapping
from dataclasses import dataclass

NO_SCORE = (None, 0.0)


@dataclass(frozen=True, slots=True)
class ReleasedScore:
    """A score with extra credit that stays; `instead_of` is the pair that was looked at and not
    taken: `NO_SCORE` where the hand-in wasn't there any more.
    """

    score: float
    extra: float
    at: str
    instead_of: tuple[float | None, float] | None = None

    @property
    def gone(self) -> bool:
        """Whether it is kept although its hand-in wasn't there any more."""
        return self.instead_of == NO_SCORE


Pins = Mapping[str, ReleasedScore]
