"""Every mistake of a first hour is found within a screen: the cause in the first ten lines."""

from pathlib import Path

import pytest

from tests.student.checking.first_hour import SLIPS, Slip, make_folder, read
from tests.support import HANDOUT

MOST_LINES, CAUSE_WITHIN = 25, 10
# What must be written before a file of the reference runs.
NEEDS = {
    "connect4.py": ["las.py"],
    "run.py": ["las.py", "connect4.py", "alphabeta.py"],
    "popout.py": ["las.py", "connect4.py"],
}


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name.replace(" ", "_"))
def test_the_cause_is_among_the_first_lines(tmp_path: Path, slip: Slip) -> None:
    folder = tmp_path / "hw09"
    make_folder(folder, HANDOUT, slip)
    reading = read(folder)
    shown = "\n".join(reading.lines)
    assert 0 < reading.cause(slip) <= CAUSE_WITHIN, shown
    assert len(reading.lines) <= MOST_LINES, shown


@pytest.mark.parametrize("slip", {slip.file: slip for slip in SLIPS}.values(), ids=lambda s: s.file)
def test_the_cause_is_among_the_first_lines_where_nothing_else_is_begun(
    tmp_path: Path, slip: Slip
) -> None:
    folder = tmp_path / "hw09"
    make_folder(folder, HANDOUT, slip, slip.file, *NEEDS.get(slip.file, ()))
    reading = read(folder)
    shown = "\n".join(reading.lines)
    assert 0 < reading.cause(slip) <= CAUSE_WITHIN, shown
    assert len(reading.lines) <= MOST_LINES, shown


def test_there_are_thirty_of_all_kinds() -> None:
    kinds = {slip.kind for slip in SLIPS}
    assert len(SLIPS) >= 30
    assert kinds >= {
        *("value", "type", "order", "visits", "loop", "recursion", "exception", "import"),
        *("syntax", "print", "input", "missing", "half begun"),
    }
    assert {slip.file for slip in SLIPS} == {path.name for path in HANDOUT.glob("*.py")}


def test_a_finished_hand_in_is_a_few_lines(tmp_path: Path) -> None:
    make_folder(tmp_path / "hw09", HANDOUT, None)
    assert len(read(tmp_path / "hw09").lines) <= 6
