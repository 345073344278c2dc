"""Versions of Python as far as code depends on them: the 3.12 of 3.12.4.

A hand-in says which one packed it: it gets a remark if that isn't the one that grades.
"""

import re
import sys
from collections.abc import Iterable

_WRITTEN = re.compile(r"3\.(\d{1,3})")
# The name of an empty file in an archive packed by `make`, followed by the version of Python.
PACKED_WITH = ".packed-with-python-"
_NOTE = re.compile(r"packed with Python (3\.\d+); grading uses Python (3\.\d+)")
_LACKS = re.compile(r"Python 3\.\d+, which grades, doesn't have ")


def this_python() -> str:
    """The version of this Python."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def minor(version: str) -> int:
    """The number that orders versions; 0 if it isn't a version.

    >>> minor("3.12"), minor("3.x"), minor("")
    (12, 0, 0)
    """
    found = _WRITTEN.fullmatch(version)
    return int(found[1]) if found else 0


def lacks(grading: str, what: str, version: str) -> str:
    """The reason why an older Python can't grade code that uses `what`."""
    return f"Python {grading}, which grades, doesn't have {what} (new in {version})"


def blames_python(message: str) -> bool:
    """Whether a message says that the grading Python is too old for the code."""
    return _LACKS.search(message) is not None


def packing_notes(paths: Iterable[str]) -> list[str]:
    """The remark on a hand-in with these files; none if the same Python packed it."""
    names = [path.rpartition("/")[2] for path in paths]
    stated = [name.removeprefix(PACKED_WITH) for name in names if name.startswith(PACKED_WITH)]
    version = max(filter(minor, stated), key=minor, default=this_python())
    if version == this_python():
        return []
    return [f"packed with Python {version}; grading uses Python {this_python()}"]


def with_packing(message: str, notes: Iterable[str]) -> str:
    """A check's message; if it says that Python is too old, with the one that packed the files."""
    packed = next((found[1] for note in notes if (found := _NOTE.fullmatch(note))), "")
    if not packed or not blames_python(message):
        return message
    return f"your files were packed with Python {packed}; {message}"
