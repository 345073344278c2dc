"""How much of a hand-in is read, and how much is looked at on the way; too much is an error.

What is used counts against the limits of the assignment. Everything else costs only a look, and
looks have limits of their own that no honest hand-in comes near.
"""

from collections import Counter
from dataclasses import dataclass, field

from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.handins.reading.names import plain

_MB = 1 << 20
# Files that are seen, and MB that are unpacked from archives, used or not.
_MOST_SEEN, _MOST_UNPACKED = 100_000, 512
# MB of notebooks with their output: most of it is figures, which aren't used.
_MOST_SHOWN = 64
# MB of files that may be data: more are not read.
_MOST_DATA = 16
_LEVELS = 6  # of folders that are counted separately, to say where there is too much


class HandinTooLarge(HandinError):
    """A hand-in that holds more than it may."""


@dataclass(slots=True)
class Count:
    """How much of something there is, at most `most`, and where; `words` say what it is."""

    most: int
    words: str
    total: int = 0
    _places: Counter[str] = field(default_factory=Counter)

    def add(self, name: str, amount: int = 1) -> None:
        """Count some more, in a file of this name; raises `HandinTooLarge`."""
        self.total += amount
        parts = name.split("/")
        tops = ["/".join(parts[:level]) + "/" for level in range(1, min(len(parts), _LEVELS + 1))]
        for place in (*tops, name):
            self._places[place] += amount
        if self.total > self.most:
            raise HandinTooLarge(f"the hand-in holds more than {self.words}{self._where()}")

    def _where(self) -> str:
        """The smallest place that holds most of it."""
        big = [place for place, amount in self._places.items() if 2 * amount > self.total]
        where = max(big, key=len, default="")
        return f", most of it in {plain(where)}; leave out what isn't asked for" if where else ""


@dataclass(slots=True)
class Counts:
    """What a hand-in may hold of each kind, and how much of that it does.

    `data` is how many bytes of files that may be data are still read.
    """

    files: Count
    bytes: Count
    notebooks: Count
    seen: Count
    unpacked: Count
    archives: int = 0
    data: int = _MOST_DATA * _MB


def counts(limits: Intake) -> Counts:
    """Counts of what the assignment allows, all still at nothing."""
    files, size = limits.max_files, limits.max_mb
    shown = max(_MOST_SHOWN, size)
    return Counts(
        Count(files, f"{files:,} Python files, notebooks and archives"),
        Count(size * _MB, f"{size} MB of Python files and notebooks when unpacked"),
        Count(shown * _MB, f"{shown} MB of notebooks with what they show"),
        Count(_MOST_SEEN, f"{_MOST_SEEN:,} files"),
        Count(_MOST_UNPACKED * _MB, f"{_MOST_UNPACKED} MB when unpacked"),
    )
