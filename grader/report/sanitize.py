"""The only way for text of a hand-in to reach a screen or a file.

Whatever a hand-in prints, raises, is called or contains is data. `visible` shows its every
character: controls (ANSI escapes, NUL), format characters (bidirectional overrides, zero-width
marks), lone surrogates, private use, line and paragraph separators become Python escapes. HTML
escaping comes after it, in the template engine; neither replaces the other.
"""

import re

from grader.inside.shortening import cut, cut_lines
from grader.student.text import plain

_COMMAND = re.compile(r"^[^\S\n]*:(?=:\w)|#(?=#\w*\[)", re.MULTILINE)
MESSAGE_LIMIT = 300
LINE_LIMIT = 2_000
LINES_LIMIT = 60
# Stacked marks (Mn) stay, since many scripts use them; the pages clip what overflows.


def visible(text: str) -> str:
    """`text` with all invisible characters escaped, except newlines and tabs.

    >>> visible("a\\x1b[31m\\u202eb")
    'a\\\\x1b[31m\\\\u202eb'
    """
    if text.isprintable():  # then no character needs an escape
        return text
    return "\n".join("\t".join(map(plain, line.split("\t"))) for line in text.split("\n"))


def one_line(text: str) -> str:
    """Any text as one line, free of control characters."""
    return visible(cut(" ".join(text.split()), MESSAGE_LIMIT))


def for_log(text: str) -> str:
    """`text` for the log of a build server, which takes some lines for commands.

    GitHub, Azure and TeamCity look for `##[…`, `##vso[…` and `##teamcity[…` anywhere in a line,
    GitHub also for `::name` at its beginning. Escaped, they can still be read.

    >>> for_log("1 ##[set-output name=a]2")
    '1 \\\\x23#[set-output name=a]2'
    """
    return _COMMAND.sub(lambda match: f"{match[0][:-1]}\\x{ord(match[0][-1]):02x}", text)


def cut_block(text: str, lines: int = LINES_LIMIT, width: int = LINE_LIMIT) -> str:
    """A text without its middle lines, and each line without its middle; counts say what's gone."""
    rows = cut_lines(text.removesuffix("\n").split("\n"), lines)
    return "\n".join([cut(row, width) for row in rows])
