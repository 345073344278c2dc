"""The one way by which text of a hand-in reaches a screen or a file.

Whatever a hand-in prints, raises, is called or contains is data. `visible` shows every character of
it: controls (ANSI escapes, NUL), format characters (bidirectional overrides, zero-width marks),
lone surrogates, private use, line and paragraph separators become Python escapes. Escaping for HTML
comes after it, in the template engine; neither replaces the other.
"""

import re

from grader.inside.shortening import cut, cut_lines
from grader.student.text import plain

_COMMAND = re.compile(r"^[^\S\n]*:(?=:\w)|#(?=#\w*\[)", re.MULTILINE)
MESSAGE_LIMIT = 300
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


def one_line(text: str) -> str:
    """A text of any kind as one line that commands nothing."""
    return visible(cut(" ".join(text.split()), MESSAGE_LIMIT))


def for_log(text: str) -> str:
    """`text` for the log of a build server, which takes some lines for commands to it.

    GitHub, Azure and TeamCity look for `##[…`, `##vso[…` and `##teamcity[…` anywhere in a line,
    GitHub for `::name` at its beginning, too. As escapes they can still be read.

    >>> for_log("1 ##[set-output name=a]2")
    '1 \\\\x23#[set-output name=a]2'
    """
    return _COMMAND.sub(lambda match: f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}", text)


def cut_block(text: str, lines: int = LINES_LIMIT, width: int = LINE_LIMIT) -> str:
    """A text of many lines without its middle, and each line without its own, counts in place."""
    rows = cut_lines(text.removesuffix("\n").split("\n"), lines)
    return "\n".join([cut(row, width) for row in rows])
