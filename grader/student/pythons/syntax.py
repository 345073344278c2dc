"""What an older Python can't parse in a text, found by a newer one.

Python's parser itself reports new syntax when told to parse as an older version, except in
f-strings: up to 3.11 their braces could not contain their own quotes, backslashes, comments or,
between single quotes, several lines.
"""

import ast
import io
import re
import sys
import token
import tokenize
from collections.abc import Iterator, Sequence

from grader.student.pythons.versions import minor

_SAID = re.compile(r"(?P<what>.+?) (?:is|are) only supported in Python 3\.(?P<minor>\d+)")
NESTED = "such braces in an f-string"
FREE_F_STRINGS = 12


def newer_syntax(text: str, grading: str) -> Iterator[tuple[int, str, str]]:
    """What Python `grading` can't parse in a text: line, what, since when.

    This Python can parse the text; each statement is examined as a whole.
    """
    lines = io.StringIO(text, newline=None).readlines()  # as Python numbers them
    for node in ast.parse(text).body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        statement = "\n" * (first - 1) + "".join(lines[first - 1 : node.end_lineno])
        try:
            ast.parse(statement, feature_version=(3, minor(grading)))
        except SyntaxError as error:
            if said := _SAID.match(error.msg or ""):
                yield _line(node, error), _plural(said["what"]), f"3.{said['minor']}"
    if minor(grading) < FREE_F_STRINGS <= sys.version_info.minor:
        yield from ((line, NESTED, f"3.{FREE_F_STRINGS}") for line in _f_strings(text))


def _line(statement: ast.stmt, error: SyntaxError) -> int:
    """The line of what is new: for `except` Python reports only the end of the `try`."""
    handlers = [one for one in ast.walk(statement) if isinstance(one, ast.ExceptHandler)]
    bare = [one.lineno for one in handlers if _is_bare(one.type)]
    if bare and str(error.msg).startswith("except"):
        return min(bare)
    return error.lineno or statement.lineno


def _is_bare(kinds: ast.expr | None) -> bool:
    """Whether these are several exceptions without parentheses around them."""
    match kinds:
        case ast.Tuple(elts=[first, *_]):
            return first.col_offset == kinds.col_offset
    return False


def _plural(what: str) -> str:
    return {"Type statement": "`type` statements"}.get(what, what[0].lower() + what[1:])


def _f_strings(text: str) -> list[int]:
    """The lines with f-strings that were invalid before 3.12."""
    starts, ends = _kinds("START"), _kinds("END")
    found: set[int] = set()
    opened: list[tuple[str, int]] = []
    for one in tokenize.generate_tokens(io.StringIO(text).readline):
        if one.type in ends:
            opened.pop()
            continue
        quotes = [quote for quote, _ in opened]
        if quotes and _is_new(one, quotes, inner=len(quotes) > 1):
            found.add(opened[0][1])
        if one.type in starts:
            opened.append((one.string.lstrip("fFrRtT"), one.start[0]))
    return sorted(found)


def _kinds(end: str) -> set[int]:
    return {number for number, name in token.tok_name.items() if name.endswith(f"STRING_{end}")}


def _is_new(one: tokenize.TokenInfo, quotes: Sequence[str], *, inner: bool) -> bool:
    if one.type == tokenize.COMMENT:
        return True
    if one.type == tokenize.NL:
        return any(len(quote) == 1 for quote in quotes)
    if one.type in _kinds("MIDDLE") and not inner:
        return False
    return "\\" in one.string or any(quote in one.string for quote in quotes)
