"""The answer and the expected one, with all their differences marked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)
# Comparing takes longer the more words there are; of very long texts only the first is marked.
MOST_WORDS = 1_500


@dataclass(frozen=True, slots=True)
class TextPiece:
    """Some text, and whether it differs from the other side."""

    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text in pieces."""

    pieces: tuple[TextPiece, ...] = ()

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(piece.text for piece in self.pieces)


def marked(got: str, expected: str) -> tuple[MarkedText, MarkedText]:
    """Both texts, each with the words and signs marked in which they differ.

    >>> marked("[1, 22, 3]", "[1, 23, 3]")[0].pieces
    (TextPiece(text='[1, ', differs=False), TextPiece(text='22', differs=True), \
TextPiece(text=', 3]', differs=False))
    """
    if not got or not expected:
        return unmarked(got), unmarked(expected)
    got_words, expected_words = TOKEN.findall(got), TOKEN.findall(expected)
    codes = _codes(got_words, expected_words)
    return (
        _joined([("".join(got_words[a:b]), kind != "equal") for kind, a, b, _, _ in codes]),
        _joined([("".join(expected_words[c:d]), kind != "equal") for kind, _, _, c, d in codes]),
    )


Code = tuple[str, int, int, int, int]


def _codes(got: list[str], expected: list[str]) -> Sequence[Code]:
    if max(len(got), len(expected)) <= MOST_WORDS:
        return SequenceMatcher(None, got, expected, autojunk=False).get_opcodes()
    at = next((i for i, (a, b) in enumerate(zip(got, expected, strict=False)) if a != b), 0)
    end = at + 1
    return [
        ("equal", 0, at, 0, at),
        ("replace", at, end, at, end),
        ("equal", end, len(got), end, len(expected)),
    ]


def unmarked(text: str) -> MarkedText:
    """A text of which nothing is marked."""
    return _joined([(text, False)])


def _joined(parts: list[tuple[str, bool]]) -> MarkedText:
    return MarkedText(tuple([TextPiece(text, differs) for text, differs in parts if text]))
