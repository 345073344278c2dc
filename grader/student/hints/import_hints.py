"""Advice on failing imports, at home and in grading."""

import re
from collections.abc import Mapping

from grader.student.source import top_names

NO_MODULE = re.compile(r"No module named '(\w+)")


def advice_on_folder(message: str, files: Mapping[str, str]) -> str:
    """Advice if an import begins with the folder's name, as some editors write it; else empty.

    `message` is Python's about the missing module, `files` are the student's own.
    """
    if (missing := NO_MODULE.match(message)) is None:
        return ""
    own = top_names(files)
    name = missing[1]
    below = re.compile(
        rf"^[ \t]*(?:from|import)[ \t]+{name}(?:\.|[ \t]+import[ \t]+\(?\s*)(\w+)", re.MULTILINE
    )
    for text in files.values():
        for found in below.finditer(text):
            if found[1] in own:
                return (
                    f"the folder's name isn't part of an import: write {found[1]} alone, "
                    f"without {name}"
                )
    return ""
