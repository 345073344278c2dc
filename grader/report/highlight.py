"""Python in five colours, by one expression over the text.

A page shows dozens of lines and a class has thousands of pages: a lexer that tries one expression
after the other took a third of the time of a report. What isn't Python comes out as it is, with
some of its words coloured.
"""

import re
from collections.abc import Iterator, Sequence

from markupsafe import Markup, escape

# `and`, `or`, `not`, `in` and `is` are operators; `match` and `case` are words elsewhere.
KEYWORDS = (
    "as|assert|async|await|break|class|continue|def|del|elif|else|except|finally|for|from|global"
    "|if|import|lambda|nonlocal|pass|raise|return|try|while|with|yield|False|None|True"
)
# The groups are called as the classes of the style sheet.
TOKEN = re.compile(
    rf"""
    (?P<tc> \#[^\n]* )
  | (?P<ts> (?:\b(?:[bB][rR]?|[rR][bBfF]?|[fF][rR]?|[uU]))?
            (?: \"\"\" (?:[^\\]|\\.)*? (?:\"\"\"|\Z) | ''' (?:[^\\]|\\.)*? (?:'''|\Z)
              | " (?:[^"\\\n]|\\.)* "? | ' (?:[^'\\\n]|\\.)* '? ) )
  | (?P<tn> (?: \b0[bBoOxX][\da-fA-F_]+ | \b\d[\d_]*(?:\.[\d_]*)? | (?<!\w)\.\d[\d_]* )
            (?:[eE][+-]?\d+)? [jJ]? )
  | (?P<tf> (?<=\bdef[ ])\w+ | (?<=\bclass[ ])\w+ )
  | (?P<tk> \b(?:{KEYWORDS})\b
          | (?<!\S)(?:match|case)\b (?= [ \t]+ [^\s:,;=)\]}}] [^\n]* : [ \t]* (?:\#[^\n]*)? $ ) )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def highlighted(lines: Sequence[str]) -> list[Markup]:
    """Lines of Python as HTML, one each, with classes for five kinds of words."""
    return [Markup(line) for line in "".join(_pieces("\n".join(lines))).split("\n")]


def _pieces(text: str) -> Iterator[str]:
    end = 0
    for token in TOKEN.finditer(text):
        yield escape(text[end : token.start()])
        # An element ends with its line, since each line is shown by itself.
        spans = [_span(token.lastgroup or "", piece) for piece in token[0].split("\n")]
        yield "\n".join(spans)
        end = token.end()
    yield escape(text[end:])


def _span(name: str, text: str) -> str:
    return f'<span class="{name}">{escape(text)}</span>' if text else ""
