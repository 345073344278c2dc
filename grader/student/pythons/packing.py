"""By which Python a hand-in was packed: a remark where that isn't the one which grades."""

import re
from collections.abc import Iterable

from grader.student.pythons.versions import minor, packed_with, this_python

_NOTE = re.compile(r"packed with Python (3\.\d+); grading uses Python (3\.\d+)")
_LACKS = re.compile(r"Python 3\.\d+, which grades, doesn't have ")


def packing_notes(paths: Iterable[str]) -> list[str]:
    """The remark of a hand-in with these files; none where it was packed by the same Python."""
    found = {packed_with(path.rpartition("/")[2]) for path in paths} - {""}
    version = max(found, key=minor, default=this_python())
    if version == this_python():
        return []
    return [f"packed with Python {version}; grading uses Python {this_python()}"]


def blames_python(message: str) -> bool:
    """Whether a message says that the Python which grades is too old for the code."""
    return _LACKS.search(message) is not None


def with_packing(message: str, notes: Iterable[str]) -> str:
    """What a check says, and where it says that Python is too old, which one packed the files."""
    packed = next((found[1] for note in notes if (found := _NOTE.fullmatch(note))), "")
    if not packed or not blames_python(message):
        return message
    return f"your files were packed with Python {packed}; {message}"
