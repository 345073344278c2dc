"""The one way by which text of a hand-in reaches a screen or a file.

Whatever a hand-in prints, raises, is called or contains is data. `visible` shows every character of
it: controls (ANSI escapes, NUL), format characters (bidirectional overrides, zero-width marks),
lone surrogates, private use, line and paragraph separators become Python escapes. Escaping for HTML
comes after it, in the template engine; neither replaces the other.
"""

import re

from grader.student.text import plain

_COMMAND = re.compile(r"^\s*:(?=:\w)|#(?=#\w*\[)", re.MULTILINE)
LINE_LIMIT = 2_000
LINES_LIMIT = 60
# Stacked marks (Mn) are kept, they are part of many scripts; the pages clip what overflows.


def visible(text: str) -> str:
    """`text` with everything that would not show as an escape; newlines and tabs stay.

    >>> visible("a\\x1b[31m\\u202eb")
    'a\\\\x1b[31m\\\\u202eb'
    """
    if text.isprintable():  # then none of its characters is of those categories
        return text
    return "\n".join("\t".join(map(plain, line.split("\t"))) for line in text.split("\n"))


def for_log(text: str) -> str:
    """`text` for the log of a build server, which takes some lines for commands to it.

    GitHub, Azure and TeamCity look for `##[…`, `##vso[…` and `##teamcity[…` anywhere in a line,
    GitHub for `::name` at its beginning, too. As escapes they can still be read.

    >>> for_log("1 ##[set-output name=a]2")
    '1 \\\\x23#[set-output name=a]2'
    """
    return _COMMAND.sub(lambda match: f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}", text)


def cut_line(text: str, limit: int = LINE_LIMIT) -> str:
    """`text` of at most `limit` characters or so; what is left out is counted in its middle."""
    if len(text) <= limit:
        return text
    half = limit // 2
    left_out = len(text) - 2 * half
    return f"{text[:half]} [… {left_out:,} characters …] {text[-half:]}"


def cut_block(text: str, lines: int = LINES_LIMIT, width: int = LINE_LIMIT) -> str:
    """A text of many lines without its middle, and each line without its own, counts in place."""
    rows = text.removesuffix("\n").split("\n")
    if len(rows) > lines:
        half = lines // 2
        gap = f"[… {len(rows) - 2 * half:,} lines …]"
        rows = [*rows[:half], gap, *rows[-half:]]
    return "\n".join([cut_line(row, width) for row in rows])
