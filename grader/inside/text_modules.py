"""Text files that are handed in, such as `cheap.sql`, as modules that contain only the text.

`cheap.sql` becomes `cheap.py`, in which `TEXT` is its text: made when a hand-in is opened, so
student code never takes its place.
"""

import re
from collections.abc import Iterable, Mapping

VARIABLE = "TEXT"
HEAD = "# Made of {}: edit that file, not this one.\n"
QUOTES = "'''"
# What must be escaped between such quotes: a quote before another one or at the end, a backslash,
# NUL, and a bare \r, which Python would read as a line end.
NOT_SHOWN = re.compile(r"[\\\r\0]|'(?='|\Z)")
SPECIAL = {"\r": r"\r", "\0": r"\0"}


def module_file(name: str) -> str:
    """The module file for a file: its own name, or that of the module it becomes.

    >>> module_file("cheap.sql"), module_file("prices.py")
    ('cheap.py', 'prices.py')
    """
    return f"{name.rpartition('.')[0]}.py"


def is_text(name: str) -> bool:
    """Whether a handed-in file is a text, not Python."""
    return not name.endswith((".py", ".ipynb"))


def module_of(name: str, text: str) -> str:
    """The module for a text that is handed in under this name."""
    written = NOT_SHOWN.sub(lambda sign: SPECIAL.get(sign[0], f"\\{sign[0]}"), text)
    return f"{HEAD.format(name)}{VARIABLE} = {QUOTES}\\\n{written}{QUOTES}\n"


def with_modules(texts: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """The files, with modules in place of the texts that have these names."""
    asked = {name for name in names if is_text(name)}
    made = {module_file(name): module_of(name, texts[name]) for name in asked & texts.keys()}
    return {name: text for name, text in texts.items() if name not in asked} | made
