"""Files beside the hand-ins whose names are nearly those that are read: they would be ignored.

`Extensions.csv`, `extension.csv`, `roster (1).csv`, `submissions.csv.txt`, `roster.xlsx`. Students
may name what is beside hand-ins: a name with other numbers in it is none of these.
"""

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

# Only tables are called so, so their names may also have typos.
_OF_TABLES = re.compile(r"\.(?:csv|tsv|xlsx?|ods)\b", re.IGNORECASE)
_COPY = r"(?:copy of |kopie von )?(?P<name>.*?)(?:[ _-]*(?:\(\d+\)|copy|kopie|\d))?"
_ENDING = r"(?:\.(?:csv|tsv|txt|xlsx?|ods))+"
_YAML = r"(?:\.ya?ml|\.txt)*\.ya?ml(?:\.txt)?"
_TABLE = re.compile(rf"{_COPY}{_ENDING}", re.IGNORECASE)
_SHEET = re.compile(rf"(?P<own>.+\.)?{_COPY}{_YAML}", re.IGNORECASE)
_CLOSE, _CLOSE_SHEET = 0.85, 0.8


def near_names(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The names of such files in a folder, each with the name that it should have."""
    there = sorted([path.name for path in folder.glob("*") if os.path.isfile(path)])
    for name in there:
        if name.startswith((".", "~$")):  # such as the lock of an open spreadsheet
            continue
        meant = _meant(name, names)
        if meant and meant != name:
            yield name, meant


def _meant(name: str, names: Iterable[str]) -> str:
    for form, ending in ((_TABLE, ".csv"), (_SHEET, ".yaml")):
        stems = {_letters(one.removesuffix(ending)): one for one in names if one.endswith(ending)}
        match = form.fullmatch(name)
        near = _CLOSE_SHEET if form is _SHEET else _CLOSE if _OF_TABLES.search(name) else 1.0
        close = match and get_close_matches(_letters(match["name"]), stems, 1, near)
        if match and close:
            return (match.groupdict().get("own") or "") + stems[close[0]]
    return ""


def _letters(text: str) -> str:
    return re.sub(r"[\s_-]", "", text).casefold()
