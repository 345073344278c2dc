"""What came and what was due, with their first difference marked."""

import re
from dataclasses import dataclass
from itertools import zip_longest

TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Marked:
    """A text in three pieces; `mark` is the first that differs, and may be empty."""

    before: str
    mark: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The whole text."""
        return self.before + self.mark + self.after


def marked(got: str, due: str) -> tuple[Marked, Marked]:
    """Both texts, each with the word or sign marked at which they first differ.

    >>> marked("[1, 22, 3]", "[1, 23, 3]")[0]
    Marked(before='[1, ', mark='22', after=', 3]')
    """
    got_words, due_words = TOKEN.findall(got), TOKEN.findall(due)
    pairs = enumerate(zip_longest(got_words, due_words))
    at = next((i for i, (a, b) in pairs if a != b), None)
    if at is None or not got or not due:
        return Marked(got), Marked(due)
    return _split(got_words, at), _split(due_words, at)


def _split(words: list[str], at: int) -> Marked:
    return Marked("".join(words[:at]), "".join(words[at : at + 1]), "".join(words[at + 1 :]))
