"""Versions of Python as far as code depends on them: the 3.12 of 3.12.4."""

import re
import sys

_WRITTEN = re.compile(r"3\.(\d{1,3})")
# An empty file of this name in an archive that was packed by `make` says by which Python.
PACKED_WITH = ".packed-with-python-"


def this_python() -> str:
    """The version of the Python that runs this."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def minor(version: str) -> int:
    """The number that orders versions; 0 for what is none.

    >>> minor("3.12"), minor("3.x"), minor("")
    (12, 0, 0)
    """
    found = _WRITTEN.fullmatch(version)
    return int(found[1]) if found else 0


def packed_with(name: str) -> str:
    """The version that the name of a file in a hand-in states; empty if it states none."""
    version = name.removeprefix(PACKED_WITH)
    return version if name.startswith(PACKED_WITH) and minor(version) else ""


def lacks(grading: str, what: str, version: str) -> str:
    """The reason in words why code that uses `what` can't be graded by an older Python."""
    return f"Python {grading}, which grades, doesn't have {what} (new in {version})"
