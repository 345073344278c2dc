"""Memory addresses, which Python writes for objects that have no text of their own."""

import re
from collections import defaultdict
from itertools import count

ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
# As in Python's own text for an object: numbers that a program prints are kept.
OF_AN_OBJECT = re.compile(r'(?<= at )0x[0-9a-f]{6,}(?=>|, file "|; to |; dead)')


def without_addresses(text: str) -> str:
    """The text with its addresses hidden."""
    return ADDRESS.sub("0x…", text)


class NumberedAddresses:
    """Replaces the address of each object in this process by a number.

    Numbers count up from the first object that is shown, so they are the same in every run.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = defaultdict(count(1).__next__)

    def written(self, text: str) -> str:
        """The text with its addresses replaced by these numbers."""
        return OF_AN_OBJECT.sub(lambda found: hex(self._numbers[found[0]]), text)
