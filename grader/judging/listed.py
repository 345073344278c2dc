"""Examples that everybody is asked because they are listed, beside those that are drawn for all.

An assignment may lay `listed/MODULE.txt` beside its hidden checks, a line an example, as `grader
doubt` prints it:

    20141119 17 150-5f1d0e7a90b2c4d8 primes.is_prime/hidden/agrees  # ada and bob say True

That is the example number 17 of those that the check draws with the seed 20141119; with `wide-`
before the seed, of those of which a part is changed (`wider.py`). The digest tells them from any
others: a check that draws something else has lost the example, and says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import ConfigError
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
        """What the examples of the check are drawn from."""
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
        raise ConfigError(f"{file}: can't be read: {error}") from None
    for number, line in enumerate(lines, 1):
        written = line.partition("  #")[0].strip()
        if written and not written.startswith("#"):
            yield _read_line(written, f"{file}:{number}")


def _read_line(line: str, place: str) -> ListedExample:
    match line.split(maxsplit=3):
        case [seed, number, digest, check] if re.fullmatch(SEED, seed) and number.isdecimal():
            return ListedExample(seed, int(number), digest, check, place)
    raise ConfigError(f"{place}: not an example; write {FORM}")
