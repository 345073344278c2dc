"""Which of the drawn examples are asked in ordinary grading: the valuable ones, and some others.

An assignment may have `chosen/MODULE.toml` beside its hidden checks, as `make examples` writes it:

    ["primes.is_prime/hidden/agrees"]
    digest = "200-5f1d0e7a90b2c4d8"
    faults = [0, 3, 17]
    domains = [42]

Of that check's 200 examples, three are asked for the faults that they show, one for a kind of input
that only it has, and an eighth of the others, picked by the assignment's seed. The digest
identifies these 200: if a property draws anything else, all of its examples are asked. So are those
of a property that draws no more than a dozen: they are mostly a hand-written list of cases, each
there for a reason.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from random import Random

from grader.errors import ConfigError

# Of the examples that nobody chose, one in this many is asked.
ONE_IN = 8
# Up to this many are all asked.
FEW = 12
REMEDY = "`make examples` chooses again"


@dataclass(frozen=True, slots=True)
class ExampleChoice:
    """Which of the examples that one property draws are asked, by their numbers from 0.

    `faults` are those that show faults, `domains` those that have a kind of input. The digest
    begins with the number of examples.
    """

    digest: str
    faults: tuple[int, ...]
    domains: tuple[int, ...]

    def __post_init__(self) -> None:
        if any(number not in range(self.drawn) for number in self.worth):
            raise ValueError(f"an example is none of the {self.drawn} that are drawn")

    @property
    def drawn(self) -> int:
        """How many examples there are."""
        return _drawn(self.digest)

    @property
    def worth(self) -> frozenset[int]:
        """The chosen ones."""
        return frozenset((*self.faults, *self.domains))

    def asked(self, seed_text: str) -> list[int]:
        """The chosen ones and an eighth of the others, or all if they are few, in drawn order."""
        if are_few(self.digest):
            return list(range(self.drawn))
        chosen = self.worth
        others = [number for number in range(self.drawn) if number not in chosen]
        beside = Random(seed_text).sample(others, -(-len(others) // ONE_IN))
        return sorted((*chosen, *beside))


def are_few(digest: str) -> bool:
    """Whether examples of a digest are so few that all are asked, whatever is chosen."""
    return _drawn(digest) <= FEW


def _drawn(digest: str) -> int:
    return int(digest.partition("-")[0])


def read_choice(file: Path) -> dict[str, ExampleChoice]:
    """What is chosen in a file, by the names of the checks; raises `ConfigError`."""
    try:
        written = tomllib.loads(file.read_text("utf-8"))
        return {name: _choice(**fields) for name, fields in written.items()}
    except (OSError, AttributeError, TypeError, ValueError) as error:
        raise ConfigError(f"{file}: can't be read: {error}; {REMEDY}") from None


def _choice(digest: str, faults: list[int], domains: list[int]) -> ExampleChoice:
    return ExampleChoice(digest, tuple(faults), tuple(domains))
