"""Where two texts first differ, in words that also tell what nobody sees: blanks and line ends."""

from collections.abc import Callable
from itertools import zip_longest
from unicodedata import normalize

ENDS = {"": "no line end", "\n": r"the line end \n", "\r\n": r"the line end \r\n of Windows"}
MOST = 40
Show = Callable[[str], str]


def first_line(got: str, expected: str, show: Show) -> str:
    """The first line in which texts differ that are not equal; `show` makes Python text of a line.

    >>> first_line("a \\nb", "a\\nb", repr)
    "line 1: 'a ' instead of 'a': at the end 1 blank instead of nothing"
    >>> first_line("a\\nb", "a\\nb\\n", repr)
    'line 2: no line end instead of the line end \\\\n'
    """
    lines = zip_longest(got.splitlines(), expected.splitlines())
    for number, (g, e) in enumerate(lines, 1):
        if g is None:
            return f"line {number} is missing: {show(e)} is expected"
        if e is None:
            return f"line {number} is unexpected: {show(g)}"
        if g != e:
            return f"line {number}: {two_texts(g, e, show)}"
    return _first_line_end(got, expected)


def two_texts(got: str, expected: str, show: Show) -> str:
    """What is there instead of what; `ascii` where both look alike."""
    if got.rstrip() == expected.rstrip() and got != expected:
        ends = [_end(text[len(text.rstrip()) :]) for text in (got, expected)]
        return f"{show(got)} instead of {show(expected)}: at the end {ends[0]} instead of {ends[1]}"
    if normalize("NFC", got) == normalize("NFC", expected):
        pieces = [text[_first_unlike(got, expected) :][:MOST] for text in (got, expected)]
        return f"{pieces[0]!a} instead of {pieces[1]!a}, which looks the same"
    return f"{show(got)} instead of {show(expected)}"


def _first_unlike(got: str, expected: str) -> int:
    pairs = enumerate(zip(got, expected, strict=False))
    at = next((i for i, (g, e) in pairs if g != e), min(len(got), len(expected)))
    return max(0, at - MOST // 2)


def _end(blanks: str) -> str:
    if blanks.strip(" "):
        return repr(blanks)
    return f"{len(blanks)} blank{'s' * (len(blanks) > 1)}" if blanks else "nothing"


def _first_line_end(got: str, expected: str) -> str:
    pairs = zip(got.splitlines(keepends=True), expected.splitlines(keepends=True), strict=True)
    for number, (g, e) in enumerate(pairs, 1):
        if g != e:
            ends = [text[len(text.splitlines()[0]) :] for text in (g, e)]
            words = [ENDS.get(end, f"the line end {end!r}") for end in ends]
            return f"line {number}: {words[0]} instead of {words[1]}"
    return ""
