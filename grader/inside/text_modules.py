"""Files of text that are handed in, such as `cheap.sql`, as modules that hold nothing else.

`cheap.sql` becomes `cheap.py`, in which `TEXT` is its text: made when a hand-in is opened, so that
no code of a student's is ever in its place.
"""

import re
from collections.abc import Iterable, Mapping

VARIABLE = "TEXT"
HEAD = "# Made of {}: edit that file, not this one.\n"
QUOTES = "'''"
# What a text can't show between such quotes: of its own, one before another or at the end. Python
# would read a bare \r as another line end.
NOT_SHOWN = re.compile(r"[\\\r\0]|'(?='|\Z)")
SPECIAL = {"\r": r"\r", "\0": r"\0"}


def module_file(name: str) -> str:
    """The file of the module that a file is, or becomes.

    >>> module_file("cheap.sql"), module_file("prices.py")
    ('cheap.py', 'prices.py')
    """
    return f"{name.rpartition('.')[0]}.py"


def is_text(name: str) -> bool:
    """Whether a file that is handed in is a text, and no module of Python's."""
    return not name.endswith((".py", ".ipynb"))


def module_of(name: str, text: str) -> str:
    """The module of a text that is handed in by a name."""
    written = NOT_SHOWN.sub(lambda sign: SPECIAL.get(sign[0], f"\\{sign[0]}"), text)
    return f"{HEAD.format(name)}{VARIABLE} = {QUOTES}\\\n{written}{QUOTES}\n"


def with_modules(texts: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """Files with a module in place of each of the texts that have these names."""
    asked = {name for name in names if is_text(name)}
    made = {module_file(name): module_of(name, texts[name]) for name in asked & texts.keys()}
    return {name: text for name, text in texts.items() if name not in asked} | made
