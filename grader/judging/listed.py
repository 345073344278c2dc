"""Examples that every hand-in is asked because they are listed, besides those that are drawn.

An assignment may have `listed/MODULE.txt` beside its hidden checks, one example a line, as `grader
doubt` prints it:

    20141119 17 150-5f1d0e7a90b2c4d8 primes.is_prime/hidden/agrees  # ada and bob say True

That is example number 17 of those that the check draws with the seed 20141119; with `wide-` before
the seed, of those with a part changed (`wider.py`). The digest identifies what is drawn: a check
that draws anything else has lost the example, and says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import ConfigError, why_unread
from grader.results import WIDE

SEED = rf"({WIDE})?\d+"
FORM = "SEED NUMBER DIGEST CHECK, as `grader doubt` prints it"


@dataclass(frozen=True, slots=True)
class ListedExample:
    """One example of a check, by the seed that draws it and its number from 0.

    `place` is the line that lists it.
    """

    seed: str
    number: int
    digest: str
    check: str
    place: str = ""

    @property
    def seed_text(self) -> str:
        """The text that seeds the drawing of the check's examples."""
        return f"{self.seed}/{self.check}"

    @property
    def line(self) -> str:
        """The line that lists it."""
        return f"{self.seed} {self.number} {self.digest} {self.check}"


def read_listed(file: Path) -> Iterator[ListedExample]:
    """The examples in a file, which need not be there; raises `ConfigError`."""
    if not file.is_file():
        return
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise ConfigError(f"{file}: can't be read: {why_unread(error)}") from None
    for number, line in enumerate(lines, 1):
        written = line.partition("  #")[0].strip()
        if written and not written.startswith("#"):
            yield _read_line(written, f"{file}:{number}")


def _read_line(line: str, place: str) -> ListedExample:
    match line.split(maxsplit=3):
        case [seed, number, digest, check] if re.fullmatch(SEED, seed) and number.isdecimal():
            return ListedExample(seed, int(number), digest, check, place)
    raise ConfigError(f"{place}: not an example; write {FORM}")
