"""The name under which a file may be meant: one rule, at home and in grading.

Browsers and systems rename a second file of the same name, and people write names from memory.
"""

import re
from difflib import SequenceMatcher
from unicodedata import normalize

NOTEBOOK, PACKAGE = ".ipynb", "/__init__"
# What copying adds to a name, at its end or in front. The alternatives are unambiguous, so that no
# name makes matching slow.
_COPY = "(?:copy|kopie|kopia|copia|copie|kopio)"
_COPIED = re.compile(rf"(?:[-_\s]*[(\[]\d{{1,9}}[)\]]|[-_\s]+(?:\d{{1,9}}|{_COPY}))+$")
_COPY_OF = re.compile(r"^(?:copy\s+of|kopie\s+von)\s+")
# Names of at least this length are nearly the same from this ratio on, with so many more letters.
SHORTEST, NEARLY, MOST_LETTERS = 5, 0.9, 2


def meant_name(name: str, wanted: str) -> str:
    """The name that a file should have, if it may be meant as a wanted one; else empty.

    Both may have folders, but the file's own are ignored. A module may be a notebook.

    >>> [meant_name(name, "work.py") for name in ("src/Work (1).py", "Copy of work.ipynb")]
    ['work.py', 'work.ipynb']
    >>> [meant_name(name, "work.py") for name in ("work.py ", "work.py.", "work.py.txt")]
    ['work.py', 'work.py', 'work.py']
    >>> [meant_name(name, "work.py") for name in ("work/__init__.py", "homework.py", "work.txt")]
    ['work.py', '', '']
    """
    stem, ending = _parts(name)
    file, own = _parts(wanted)
    if ending not in ((own, NOTEBOOK) if own == ".py" else (own,)):
        return ""
    both = _bare(stem), _bare(file)
    if both[0] != both[1] and not _are_near(*both) and not all(map(_is_of_tests, both)):
        return ""
    return wanted.removesuffix(own) + ending


def _parts(name: str) -> tuple[str, str]:
    """A name in lower case without its ending, and the ending; for a package, its folder's name."""
    lower = normalize("NFKC", name).casefold().rstrip(" .").removesuffix(".txt")
    stem, dot, ending = lower.rpartition(".")
    return stem.removesuffix(PACKAGE).rpartition("/")[2], dot + ending


def _bare(stem: str) -> str:
    """A name without marks of a copy, its words joined as in module names."""
    own = _COPIED.sub("", _COPY_OF.sub("", stem.removesuffix(".py"))).strip()
    return re.sub(r"[\s-]+", "_", own)


def _are_near(one: str, other: str) -> bool:
    shorter, longer = sorted((len(one), len(other)))
    if shorter < SHORTEST or longer - shorter > MOST_LETTERS:
        return False
    return SequenceMatcher(None, one, other, autojunk=False).ratio() >= NEARLY


def _is_of_tests(stem: str) -> bool:
    return stem.startswith("test_") or stem.endswith("_test")
