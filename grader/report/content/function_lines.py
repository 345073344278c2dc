"""Finds the lines of a function and its docstring in a text.

They are found by their lines, not by a parser: a file that isn't valid Python has functions too.
"""

import re
from collections.abc import Sequence
from functools import cache

NAME = re.compile(r"[\w.]{1,200}")
OPENING = re.compile(r"[ \t]*[rRuU]?(\"\"\"|''')")


def find_function(text: str, dotted: str) -> tuple[int, int] | None:
    """First and last line (from 1) of `name` or `Class.name`; `None` if it isn't there."""
    if not NAME.fullmatch(dotted):  # code may give functions any names, of any length
        return None
    lines = lines_of(text)
    span = (1, len(lines))
    for name in dotted.split("."):
        found = _find(lines, name, span)
        if found is None:
            return None
        span = found
    return span


def lines_of(text: str) -> list[str]:
    """The lines of a text as Python numbers them."""
    # `splitlines` also splits at characters that don't end lines for Python.
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n")]


def _find(lines: list[str], name: str, span: tuple[int, int]) -> tuple[int, int] | None:
    head = _head(name)
    for number in range(span[0], span[1] + 1):
        match = head.match(lines[number - 1])
        if match:
            return number, _end(lines, number, len(match[1]), span[1])
    return None


@cache
def _head(name: str) -> re.Pattern[str]:
    return re.compile(rf"([ \t]*)(?:async[ \t]+def|def|class)[ \t]+{re.escape(name)}\b")


def _end(lines: list[str], start: int, indent: int, last: int) -> int:
    end = start
    for number in range(start + 1, last + 1):
        line = lines[number - 1]
        body = line.lstrip()
        if not body or body.startswith("#"):
            continue
        # A multi-line signature closes at the indentation of its `def`.
        if len(line) - len(body) <= indent and not body.startswith(")"):
            break
        end = number
    return end


def docstring_of(lines: Sequence[str]) -> range | None:
    """Which lines of a function (from 0) are its docstring; `None` if it has none."""
    ended = [at for at, line in enumerate(lines) if line.partition("#")[0].rstrip().endswith(":")]
    start = (
        next((at for at in range(ended[0] + 1, len(lines)) if lines[at].strip()), None)
        if ended
        else None
    )
    opening = None if start is None else OPENING.match(lines[start])
    if start is None or opening is None:
        return None
    rest = [lines[start][opening.end() :], *lines[start + 1 :]]
    length = next((n for n, line in enumerate(rest, 1) if opening[1] in line), None)
    return None if length is None else range(start, start + length)
