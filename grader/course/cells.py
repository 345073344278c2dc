"""CSV cells as all of our files have them: every text in quotes, and none of them a formula.

What a spreadsheet would take for a formula gets an apostrophe, which `read_cell` removes again.
An id by which another system finds somebody stays as it is there, unless it could do harm.
Control characters and those that change the direction of writing are shown as escapes: files are
also viewed in a terminal. Files for people begin with a mark that tells Excel they are UTF-8.
"""

import re
from collections.abc import Iterable
from unicodedata import normalize

FOR_EXCEL = "\ufeff"
# Signs in ASCII and in full width; a sign alone is no formula.
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠].", re.DOTALL)
# Even as a formula, such a text does nothing.
_LOGIN = re.compile(r"[\w.@+-]+")
_CONSTANT = re.compile(r'="([^"]*)"')
_HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]"
)


class HostId(str):
    """By what another system knows somebody: with an apostrophe, it would know nobody by it."""

    __slots__ = ()


Cell = str | float | None


def csv_line(cells: Iterable[Cell], delimiter: str = ",") -> str:
    """One row with its line end: texts in quotes, numbers bare, `None` as an empty cell.

    >>> csv_line(["a;=1", "=1+1", 7.5, None])
    '"a;=1","\\'=1+1",7.5,\\n'
    """
    return delimiter.join(map(_cell, cells)) + "\n"


def _cell(value: Cell) -> str:
    match value:
        case None:
            return ""
        case HostId() if _LOGIN.fullmatch(value):
            return f'"{value}"'
        case str():
            return '"' + text_cell(value).replace('"', '""') + '"'
    return f"{value:.10g}"


def text_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula, and no terminal for a command."""
    shown = _HIDDEN.sub(lambda match: match[0].encode("unicode_escape").decode(), text)
    return f"'{shown}" if _FORMULA.match(shown) else shown


def clean_id(text: str) -> str:
    """An id, or a title, in the form that we read and write: visible, and the same text however
    it was typed. Each run of blanks becomes one space; what can't be printed is left out.

    >>> clean_id("\u200bAda\u3000\xa0Lovelace ")
    'Ada Lovelace'
    """
    shown = [c for c in normalize("NFC", text) if c.isspace() or c.isprintable()]
    return " ".join("".join(shown).split())


def alike(text: str) -> str:
    """A text for comparing: case, and spaces around and between, make no difference."""
    return clean_id(text).casefold()


def read_cell(text: str) -> str:
    """A cell without the apostrophe that keeps it from being a formula, and without outer spaces.

    Some systems write ids as formulas, so that spreadsheets keep leading zeros.

    >>> read_cell("'=1+1"), read_cell('="0012"'), read_cell('="0012"&A1')
    ('=1+1', '0012', '="0012"&A1')
    """
    text = text.strip()
    if constant := _CONSTANT.fullmatch(text):
        return constant[1].strip()
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
