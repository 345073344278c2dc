"""Where in memory objects are, which Python writes for those that have no text of their own."""

import re
from collections import defaultdict
from itertools import count

ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
# In what Python itself writes of an object: numbers that a program writes stay.
OF_AN_OBJECT = re.compile(r'(?<= at )0x[0-9a-f]{6,}(?=>|, file "|; to |; dead)')


def without_addresses(text: str) -> str:
    """The text without the addresses in it."""
    return ADDRESS.sub("0x…", text)


class NumberedAddresses:
    """Gives each object of this process a number in the place of its address.

    They begin with the first one that is written, so that they are the same in every run.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = defaultdict(count(1).__next__)

    def written(self, text: str) -> str:
        """The text with such numbers in it."""
        return OF_AN_OBJECT.sub(lambda found: hex(self._numbers[found[0]]), text)
