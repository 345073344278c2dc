"""Advice on text that Python can't parse, from its message, the line and the lines above it."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module

OPERATORS = {"&&": "and", "||": "or", "++": "+= 1", "--": "-= 1", "andalso": "and", "orelse": "or"}
# Of the blamed line and those above it, this many are checked for other indentation.
NEAR = 3


@cache
def patterns_of(library: str) -> Mapping[str, str]:
    """What to write in a pattern for each name of a library, since a bare name matches anything."""
    found: dict[str, str] = {}
    for name in names_of(library):
        value = getattr(import_module(library), name)
        kind = value if isinstance(value, type) else type(value)
        if kind.__name__ in names_of(library):
            fields = "…" if getattr(kind, "__match_args__", ()) else ""
            found[name] = f"{kind.__name__}({fields})"
    return found


@cache
def names_of(library: str) -> frozenset[str]:
    """The names that can be imported from a library; none without a library."""
    return frozenset(getattr(import_module(library), "__all__", ())) if library else frozenset()


def advice_on_syntax(message: str, number: int, text: str, library: str) -> str:
    """The likely fix for a syntax error in a line of a text; empty if none is known."""
    lines = text.split("\n")
    line = lines[number - 1].strip() if 0 < number <= len(lines) else ""
    if found := re.search(r"name capture '(\w+)'", message):
        name = found[1]
        instead = patterns_of(library).get(name, f"{name}()")
        return f"in a pattern write {instead}: a bare name matches anything"
    if found := re.match(r"(<{7}|={7}|>{7})( |$)", line):
        return f"`{found[1]}` is a conflict marker of git: keep one version of what is between them"
    if line.startswith("else if"):
        return "Python writes `elif` for `else if`"
    if message.startswith(INDENTATION) and (uneven := _uneven(lines, number)):
        return uneven
    for sign, instead in OPERATORS.items():
        if sign in line and "invalid syntax" in message:
            return f"Python writes `{instead}` for `{sign}`"
    if "Maybe you meant '=='" in message:
        return "`==` compares; `=` gives a value to a name"
    if message.startswith("expected ':'"):
        return "" if _code_of(line).endswith(":") else "put a colon at the end of this line"
    for start, advice in _BY_MESSAGE:
        if message.startswith(start):
            return advice
    return _by_line(line) if message == "invalid syntax" else ""


INDENTATION = (
    "unindent does not match",
    "inconsistent use of tabs",
    "unexpected indent",
    "unexpected unindent",
    "expected an indented block",
)
_BY_MESSAGE = (
    ("expected an indented block", "the lines that belong to the line above it are indented"),
    ("unexpected indent", "this line is further to the right than the one above it"),
    ("unindent does not match", "line it up with the line where its block begins"),
    ("inconsistent use of tabs", "indent with spaces alone"),
    ("invalid character '“'", "use straight quotes: \" or '"),
    ("invalid character '”'", "use straight quotes: \" or '"),
    ("invalid character '’'", "use straight quotes: \" or '"),
    ("(unicode error) 'unicodeescape'", "in a text `\\` begins a special sign: write / or `\\\\`"),
    ("unterminated string", "the text has no closing quote on this line"),
    ("'return' outside function", "indent it as far as the function's other lines"),
)


def _uneven(lines: list[str], number: int) -> str:
    """Which line is indented with a tab while the others aren't, or the reverse; else empty."""
    indents = {at: line[: len(line) - len(line.lstrip())] for at, line in enumerate(lines, 1)}
    has_tab = {
        at: "\t" in indent for at, indent in indents.items() if indent and lines[at - 1].strip()
    }
    tabs = sum(has_tab.values())
    if not 0 < tabs < len(has_tab):
        return ""
    few = tabs <= len(has_tab) - tabs
    for at in range(number, max(0, number - NEAR), -1):
        if has_tab.get(at) is few:
            words = "a tab, the others with spaces" if few else "spaces, the others with a tab"
            return f"line {at} is indented with {words}"
    return ""


def _code_of(line: str) -> str:
    """A line without the comment at its end, unless it may contain a string."""
    return line.partition("#")[0].rstrip() if not re.search(r"['\"]", line) else line


def _by_line(line: str) -> str:
    if re.match(r"(fun|function|val|let)\b", line):
        return "a function begins with `def`, and a value needs no word: `x = 3`"
    if re.match(r"(def|if|elif|else|for|while|class|match|case|with|try)\b", line) and not _code_of(
        line
    ).endswith(":"):
        return "put a colon at the end of this line"
    return "if this line looks right, look for a bracket that is not closed in the lines above"
