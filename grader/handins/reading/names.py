"""Names in hand-ins: which can be imported, and how any of them can be shown."""

import os
import re
from unicodedata import normalize

from grader.inside.notebook.layout import ENDING

SOURCES = (".py", ENDING)
# Parts of paths that aren't names.
_NOWHERE = frozenset(("", ".", ".."))
_MOST = 200
_NAME = re.compile(rf"[A-Za-z0-9_./-]{{1,{_MOST}}}")
_PART = re.compile(r"[A-Za-z0-9_.-]+")


def is_plain(name: str) -> bool:
    """Whether a name is that of a module, perhaps in folders, that students may import.

    That is what is plain in every system, and any other name that Python accepts in an import.
    """
    *folders, file = name.split("/")
    if not _NOWHERE.isdisjoint((*folders, file)):
        return False
    if _NAME.fullmatch(name):
        return True
    stem, ending = os.path.splitext(file)
    parts = (*folders, stem)
    return len(name) <= _MOST and ending in SOURCES and all(map(_is_plain_part, parts))


def _is_plain_part(part: str) -> bool:
    # Python normalizes names that it imports: a file whose name isn't in that form isn't found.
    return bool(_PART.fullmatch(part)) or (part.isidentifier() and normalize("NFKC", part) == part)


def plain(text: str) -> str:
    """A text from outside that is safe to put into a line; escaped if it isn't printable."""
    return (text if text.isprintable() else ascii(text)[1:-1])[:200]
