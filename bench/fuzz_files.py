"""Files that people and systems write, spoilt: notebooks, a download's metadata, staff's tables.

A notebook is a text or no notebook; what staff keep is read, or refused in lines that say where.
"""

import json
import os
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import strategies as st

from bench.corpus import ROOT
from bench.spoiling import require_one_line, spoil
from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.errors import ConfigError, UsageError
from grader.handins.finding import find_handins
from grader.inside.notebook.reading import module_text
from grader.publishing.run import read_beside

KNOWN = ("las.py", "alphabeta.py")

# -- notebooks ---------------------------------------------------------------------------------

words = st.one_of(
    st.sampled_from(["%%bash", "!ls", "x = 1", "%d", "?x", "", "\0", "\ud800", '"""']),
    st.text(max_size=30),
)
scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), words)
oddities = st.recursive(
    scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=8,
)
cells = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.one_of(st.sampled_from(["code", "markdown", "raw"]), oddities),
        "source": st.one_of(words, st.lists(words, max_size=3), oddities),
        "input": st.one_of(words, oddities),
        "outputs": oddities,
    },
)
sheets = st.fixed_dictionaries(
    {}, optional={"cells": st.one_of(st.lists(st.one_of(cells, oddities), max_size=4), oddities)}
)
notebooks = st.one_of(
    sheets,
    st.fixed_dictionaries(
        {}, optional={"worksheets": st.one_of(st.lists(sheets, max_size=3), oddities)}
    ),
    oddities,
)


def notebook(data: Any, number: int) -> None:
    """A notebook, whole or spoilt, is the text of a module, or none."""
    whole = json.dumps(data).encode("utf-8", "surrogatepass")
    for content in (whole, spoil(whole, random.Random(number))):
        try:
            module_text("las.ipynb", content)
        except ValueError as error:
            require_one_line(str(error))


# -- a download's metadata ---------------------------------------------------------------------

METADATA = """---
submission_11111111:
  :submitters:
  - :name: Ada Lovelace
    :sid: '0012'
    :email: ada@example.edu
  - :name: "Bo: the second"
    :sid:
    :email: bo@example.edu
  :created_at: 2026-11-18 20:15:00.123456789 Z
  :score: 12.5
  :history:
  - :id: 1
    :created_at: 2026-11-17 20:15:00 -05:00
submission_22222222: &two
  :submitters: []
  :created_at: never
"""
pieces = st.one_of(
    st.sampled_from(["*two", "&two", "!!python/object:x.Y", "<<: *two", "? [", "\t", "- - -", "%"]),
    st.sampled_from([":submitters:", ":created_at: 2026-99-99 99:99:99 Z", "'", "{", "|", "\x85"]),
    st.text(max_size=20),
)


def metadata(inserted: list[str], number: int) -> None:
    """Gradescope's file, spoilt, is read, or refused in one line."""
    dice = random.Random(number)
    lines = METADATA.splitlines(keepends=True)
    for piece in inserted:
        lines.insert(dice.randrange(len(lines) + 1), f"{' ' * dice.randrange(5)}{piece}\n")
    content = spoil("".join(lines).encode("utf-8", "surrogatepass"), dice)
    with TemporaryDirectory() as folder:
        Path(folder, "submission_metadata.yml").write_bytes(content)
        for name in ("submission_11111111", "submission_22222222"):
            os.mkdir(f"{folder}/{name}")
        _read_or_refused(lambda: find_handins(Path(folder), KNOWN))


# -- staff's tables ----------------------------------------------------------------------------

TABLES = {
    "roster.csv": "student,name,email,section,group\nada,Ada L,ada@x.edu,A,g1\nbo,Bo,,B,g1\n",
    "submissions.csv": "student,submitted,version\nada,2026-11-18T20:15:00+00:00,1\nbo,,2\n",
    "extensions.csv": "student,until,reason\nada,2026-11-20T20:15:00+00:00,ill\n",
    "late_days.csv": "student,assignment,days\nada,hw08,2\n",
    "rubric.toml": "",
}
fields = st.one_of(
    st.sampled_from(
        ["ada", '"', '""', "\0", ";", "\t", "\r", "=1+1", "é", "9" * 5000, "-1", "nan"]
    ),
    st.text(max_size=12),
)


def tables(row: list[str], number: int) -> None:
    """Staff's own tables, spoilt, are read, or refused in lines that say where."""
    dice = random.Random(number)
    with TemporaryDirectory() as folder:
        for name, text in TABLES.items():
            content = (text + ",".join(row)).encode("utf-8", "surrogatepass")
            Path(folder, name).write_bytes(spoil(content, dice) if dice.randrange(2) else content)
        _read_or_refused(lambda: read_beside(Path(folder), assignment()))


@cache
def assignment() -> Assignment:
    """The assignment that the tables are of."""
    return load(ROOT / "config.yaml")


def _read_or_refused(read: Callable[[], object]) -> None:
    try:
        read()
    except (ConfigError, UsageError) as error:
        for line in str(error).splitlines():
            require_one_line(line)


PARTS: dict[Callable[..., None], tuple[st.SearchStrategy[Any], ...]] = {
    notebook: (notebooks, st.integers(0, 1 << 32)),
    metadata: (st.lists(pieces, max_size=4), st.integers(0, 1 << 32)),
    tables: (st.lists(fields, max_size=6), st.integers(0, 1 << 32)),
}
