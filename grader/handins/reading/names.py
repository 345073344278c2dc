"""Names in hand-ins: which can be imported, and how any of them can be shown."""

import re

_NAME = re.compile(r"[A-Za-z0-9_./-]{1,200}")


def is_plain(name: str) -> bool:
    """Whether a name is one of a module, perhaps in folders, that students may import."""
    return _NAME.fullmatch(name) is not None


def plain(text: str) -> str:
    """A text from outside as it can be put into a line; escaped if it would not show."""
    return (text if text.isprintable() else ascii(text)[1:-1])[:200]
