"""The corpus of hostile hand-ins: what each tries, and what it must lose.

Most attacks are the folders of `tests/submissions/hostile`, which name a row of the catalogue of
attacks; suites of tests, which it doesn't have, name none. Those whose files a repository can't
hold (a NUL byte, a link, a name that wants to be markup) are made here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from grader.assignment.planted import lay_out, read_expected

ROOT = Path(__file__).parents[1]
PLANTED = ROOT / "tests/submissions/hostile"
LOOK_AND_SAY = "las.look_and_say"
EMPTY_ANSWER = """
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    return Seq.empty()
"""
# What attacks are after, by the rows of the catalogue.
FAMILIES: Mapping[str, frozenset[int]] = {
    "Looking where answers may be": frozenset((1, 2, 4, 5, 6, 8, 49)),
    "Changing what is compared, or how": frozenset((7, 9, 10, 11, 12, 14, 20, 53, 54, 55, 73)),
    "Breaking the conversation": frozenset((15, 16, 17, 18, 19)),
    "Ending early, or never": frozenset((21, 22, 23, 24, 32, 33, 34, 35)),
    "Using more than its share": frozenset((25, 26, 27, 28, 29, 30, 31, 56)),
    "Reaching other processes": frozenset((3, 36, 37, 38, 47)),
    "Leaving the box": frozenset((39, 40, 41, 42, 43, 44, 50)),
    "Leaving something behind": frozenset((13, 45, 46)),
    "Misleading readers of the report": frozenset((51, 52, 57, 58, 59, 60)),
    "Coming in odd files": frozenset(range(61, 73)),
}
# What attacks of no row are after.
SUITES = "Being paid for tests that find nothing"


@dataclass(frozen=True, slots=True)
class Attack:
    """A hostile hand-in: what it tries, by which row or trap of the catalogue, what it must lose.

    A suite of tests is in no row. `incident` is the kind of incident that its box must end with, if
    one is expected. `plant` puts its files into a folder.
    """

    name: str
    about: str
    rows: tuple[str, ...]
    loses: frozenset[str]
    incident: str
    plant: Callable[[Path], object]

    @property
    def family(self) -> str:
        """What it is after; `KeyError` if its first row is of no family."""
        if not self.rows:
            return SUITES
        number = int(self.rows[0])
        found = next((name for name, rows in FAMILIES.items() if number in rows), None)
        if found is None:
            raise KeyError(f"{self.name}: row {number} of the catalogue is of no family")
        return found


@dataclass(frozen=True, slots=True)
class Made:
    """An attack whose files are made when they are needed."""

    name: str
    about: str
    rows: str
    plant: Callable[[Path], object]


def _file(name: str, content: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / name).write_bytes(content)


def _with(begin: bytes) -> Callable[[Path], object]:
    return _file("las.py", begin + EMPTY_ANSWER.encode())


def _beside(names: Sequence[str], text: str) -> Callable[[Path], object]:
    def plant(folder: Path) -> None:
        for name in names:
            (folder / name).write_text(text)
        (folder / "las.py").write_text(EMPTY_ANSWER)

    return plant


MADE = (
    Made(
        "hides_code_in_another_encoding",
        "Declares an encoding in which a comment is code.",
        "67",
        _with(b"# -*- coding: utf-7 -*-\n# +AAo-import os+AAo-\n"),
    ),
    Made(
        "is_written_in_latin_1",
        "Is no UTF-8.",
        "68",
        _with('"""Grüße aus Köln."""\n'.encode("latin-1")),
    ),
    Made(
        "holds_a_nul_byte",
        "Holds a NUL byte, behind which two ways to read a file differ.",
        "68",
        _with(b"x = 1  # \0\nimport os\n"),
    ),
    Made(
        "nests_its_source",
        "Holds 20,000 parentheses within each other.",
        "68",
        _with(b"x = " + b"(" * 20_000 + b")" * 20_000 + b"\n"),
    ),
    Made(
        "holds_a_very_long_number",
        "Holds a number of a million digits.",
        "68",
        _with(b"x = " + b"9" * 1_000_000 + b"\n"),
    ),
    Made(
        "is_a_link_to_the_reference",
        "Hands in a link to the solution in the place of its own.",
        "62",
        lambda folder: (folder / "las.py").symlink_to(ROOT / "reference/las.py"),
    ),
    Made(
        "brings_its_own_test_runner",
        "Brings files by which pytest would report that everything passed.",
        "69",
        _beside(
            ("conftest.py", "test_las.py", "pytest.py", "_pytest.py"),
            "def pytest_runtest_makereport(item, call):\n    call.excinfo = None\n",
        ),
    ),
    Made(
        "names_files_like_markup",
        "Brings files whose names are markup, a formula, a command and an option.",
        "66",
        _beside(("<img src=x onerror=alert(1)>.py", "=1+1.py", "$(id).py", "-rf.py"), "x = 1\n"),
    ),
)


def attacks() -> list[Attack]:
    """The whole corpus, in the order of the attacks' names."""
    planted = [_planted(folder, read_expected(folder)) for folder in PLANTED.glob("*/")]
    return sorted([*planted, *map(_made, MADE)], key=lambda attack: attack.name)


def _planted(folder: Path, table: Mapping[str, Any]) -> Attack:
    rows, loses = tuple(table.get("attack", "").split()), frozenset(table["loses"])
    plant = partial(lay_out, folder, ROOT)
    return Attack(folder.name, table["about"], rows, loses, table.get("incident", ""), plant)


def _made(made: Made) -> Attack:
    rows = tuple(made.rows.split())
    return Attack(made.name, made.about, rows, frozenset({LOOK_AND_SAY}), "", made.plant)


def part_of(corpus: Sequence[Attack], number: int, each: int) -> list[Attack]:
    """`each` attacks of every family but suites: the same for a number, others for the next."""
    chosen = []
    for family in FAMILIES:
        of = [attack for attack in corpus if attack.family == family]
        apart = max(1, len(of) // each)
        chosen += [of[(number + place * apart) % len(of)] for place in range(min(each, len(of)))]
    return chosen
