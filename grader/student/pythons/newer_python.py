"""Which errors of a hand-in come from an older Python: it was written for a newer one.

The Python that grades can't parse new syntax, so the line that it complains about is examined,
together with its message.
"""

import re

from grader.student.pythons.new_names import new_since
from grader.student.pythons.versions import lacks, minor, this_python

# The patterns take time cubic in the length of the line, which the student chooses.
MOST_LINE = 150
BRACES = "such braces in an f-string"
_INVALID = "invalid syntax"
# The version that introduced it, the older message, the pattern of the line, and its name.
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
# The same for f-strings, within strings.
_F_STRINGS = (
    ("3.12", "f-string expression part cannot include", "", BRACES),
    ("3.12", r"f-string: ", r"""\b[rR]?[fF][rR]?(['"])[^{]*\{.*\1.*\}[^{}]*\1""", BRACES),
    ("3.12", "unterminated string", r"""\b[rR]?[fF][rR]?(['"])(?!\1)[^'"]*\{[^}'"]*$""", BRACES),
)
_LITERAL = re.compile(r"""('''|\"""|['"])(?:\\.|(?!\1).)*\1""")
# Exceptions that report a missing name.
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
    """What a newer Python could parse in a line for which this one gives `message`.

    In words; empty if there is no such thing, or the line is too long.
    """
    found = new_syntax_in(line, message)
    return lacks(this_python(), *found) if found else ""


def new_syntax_in(line: str, message: str) -> tuple[str, str] | None:
    """The same as its name, and the version that introduced it."""
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
    """What a newer Python has of a name that an exception reports missing; else empty."""
    this = this_python()
    for form, name in _NAMES:
        if found := re.match(form, message):
            full = name.format(*found.groups())
            if version := new_since(full, this):
                return lacks(this, full, version)
    return ""
