"""Lines of Python as HTML, in colour."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from markupsafe import Markup, escape
from pygments.lexers.python import PythonLexer
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType, is_token_subtype

# Many hand in the same lines: those of the starter files that they have not touched.
KEPT_EXCERPTS = 1000
KINDS: tuple[tuple[_TokenType, str], ...] = (
    (Comment, "tc"),
    (String, "ts"),
    (Number, "tn"),
    (Keyword, "tk"),
    (Name.Function, "tf"),
    (Name.Class, "tf"),
)


# Comments and strings; of long strings the beginning alone, since in these nothing else counts.
# One that isn't closed is taken as well, so that none of it is looked at twice.
_QUOTED = re.compile(
    r"""#[^\n]*|(?P<long>"{3}|'{3})|"(?:\\.|[^"\\\n])*+"?|'(?:\\.|[^'\\\n])*+'?""", re.DOTALL
)
_ENDS = {
    quotes: re.compile(rf"(?:\\.|[^\\])*?{quotes}", re.DOTALL) for quotes in ('"' * 3, "'" * 3)
}


def highlighted_in(before: Sequence[str], lines: Sequence[str]) -> tuple[Markup, ...]:
    """Lines of a file as HTML, one each; `before` are the lines above them.

    Where they begin inside a long string, text and code would be the wrong way round without its
    beginning.
    """
    if quotes := open_quotes("\n".join(before)):
        return highlighted((quotes, *lines))[1:]
    return highlighted(tuple(lines))


def open_quotes(text: str) -> str:
    """The quotes of the long string that is still open at the end of a text; empty if none is."""
    at = 0
    while found := _QUOTED.search(text, at):
        at = found.end()
        if quotes := found["long"]:
            end = _ENDS[quotes].match(text, at)
            if end is None:
                return quotes
            at = end.end()
    return ""


@lru_cache(maxsize=KEPT_EXCERPTS)
def highlighted(lines: tuple[str, ...]) -> tuple[Markup, ...]:
    """Lines of Python as HTML, one each, with classes for five kinds of words."""
    done: list[list[str]] = [[]]
    for kind, text in PythonLexer(stripnl=False, ensurenl=False).get_tokens("\n".join(lines)):
        name = _class(kind)
        first, *rest = text.split("\n")
        done[-1].append(_span(name, first))
        done += [[_span(name, piece)] for piece in rest]
    return tuple([Markup("".join(pieces)) for pieces in done])


@cache
def _class(kind: _TokenType) -> str:
    return next((name for parent, name in KINDS if is_token_subtype(kind, parent)), "")


def _span(name: str, text: str) -> str:
    if not text or not name:
        return escape(text)
    return f'<span class="{name}">{escape(text)}</span>'
