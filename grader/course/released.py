"""A score that students have seen, which no later run changes by itself."""

from collections.abc import Mapping
from dataclasses import astuple, dataclass

NO_SCORE = (None, 0.0)


@dataclass(frozen=True, slots=True)
class ReleasedScore:
    """A fixed score with extra credit; `instead_of` is the pair that was reviewed but not taken:
    `NO_SCORE` if the hand-in was gone.
    """

    score: float
    extra: float
    at: str
    instead_of: tuple[float | None, float] | None = None

    @property
    def gone(self) -> bool:
        """Whether it is kept although its hand-in was gone."""
        return self.instead_of == NO_SCORE


Pins = Mapping[str, ReleasedScore]


def as_data(pins: Mapping[str, ReleasedScore | None]) -> dict[str, list[object] | None]:
    """Scores for a line of the log; `None` for students whose score may change again."""
    return {s: None if pin is None else list(astuple(pin)) for s, pin in pins.items()}
