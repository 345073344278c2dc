"""Which errors of a hand-in come of an older Python: it was written for a newer one than grades.

The Python that grades can't parse what is new, so the line that it complains of is looked at,
together with what it says.
"""

import re

from grader.student.pythons.new_names import new_since
from grader.student.pythons.versions import lacks, minor, this_python

# What a hand-in says is searched in a time that grows with the cube of its length.
MOST_LINE = 150
BRACES = "such braces in an f-string"
_INVALID = "invalid syntax"
# Since when Python reads it, what an older one says, what the line holds, and what it is called.
_SYNTAX = (
    ("3.15", _INVALID, r"^\s*lazy\s+(import|from)\b", "lazy imports"),
    ("3.15", r"\w+ unpacking cannot be used", r"\*", "unpacking in comprehensions"),
    ("3.14", _INVALID, r'\b[rR]?[tT][rR]?""', "t-strings"),
    (
        "3.14",
        rf"{_INVALID}|multiple exception types",
        r"^\s*except\*?\s+[^(:,]+,[^(:]*:",
        "`except` of several exceptions without parentheses",
    ),
    (
        "3.13",
        "",
        r"^\s*(async def|def|class|type)\s+\w+\s*\[[^\]]*=.*\]",
        "type parameter defaults",
    ),
    ("3.12", "", r"^\s*(async def|def|class)\s+\w+\s*\[.*\]", "type parameters"),
    ("3.12", _INVALID, r"^\s*type\s+\w+\s*(\[.*\]\s*)?=\s*[^=\s]", "`type` statements"),
)
# The same, but within strings.
_F_STRINGS = (
    ("3.12", "f-string expression part cannot include", "", BRACES),
    ("3.12", r"f-string: ", r"""\b[rR]?[fF][rR]?(['"])[^{]*\{.*\1.*\}[^{}]*\1""", BRACES),
    ("3.12", "unterminated string", r"""\b[rR]?[fF][rR]?(['"])(?!\1)[^'"]*\{[^}'"]*$""", BRACES),
)
_LITERAL = re.compile(r"""('''|\"""|['"])(?:\\.|(?!\1).)*\1""")
# Exceptions that say that a name isn't there.
NOT_THERE = ("AttributeError", "ImportError", "ModuleNotFoundError", "NameError")
_NAMES = (
    (r"module '([\w.]+)' has no attribute '(\w+)'", "{}.{}"),
    (r"cannot import name '(\w+)' from '([\w.]+)'", "{1}.{0}"),
    (r"No module named '([\w.]+)'", "{}"),
    (r"name '(\w+)' is not defined", "{}"),
    (r"(?:type object )?'(\w+)' (?:object )?has no attribute '(\w+)'", "{}.{}"),
    (r"(?:type object )?'(\w+)' (?:object )?has no attribute '(\w+)'", "pathlib.{}.{}"),
)


def newer_syntax_in(line: str, message: str) -> str:
    """What in a line, which Python can't read with this `message`, a newer Python reads.

    It is said in words; empty if there is no such thing, or the line is too long for one.
    """
    found = new_syntax_in(line, message)
    return lacks(this_python(), *found) if found else ""


def new_syntax_in(line: str, message: str) -> tuple[str, str] | None:
    """The same as what it is called, and the version in which it is new."""
    if len(line) > MOST_LINE:
        return None
    this = this_python()
    bare = _LITERAL.sub('""', line)
    for text, rows in ((line, _F_STRINGS), (bare, _SYNTAX)):
        for version, said, form, what in rows:
            later = minor(version) > minor(this)
            if later and re.match(said, message) and re.search(form, text):
                return what, version
    return None


def newer_name_in(message: str) -> str:
    """The name that an exception says isn't there, if a newer Python has it; else empty."""
    this = this_python()
    for form, name in _NAMES:
        if found := re.match(form, message):
            full = name.format(*found.groups())
            if version := new_since(full, this):
                return lacks(this, full, version)
    return ""
