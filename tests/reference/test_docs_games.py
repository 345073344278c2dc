"""The pages of las, connect4, alphabeta, run, jamboree and popout: examples hold, points add up."""

import doctest
import re
from pathlib import Path

import pytest

from tests.reference.test_reference_alphabeta import FIGURE_4, FIGURE_5_ALPHA_BETA
from tests.reference.test_reference_connect4 import FIGURE_1
from tests.reference.test_reference_jamboree import FIGURE_5_JAMBOREE

DOCS = Path(__file__).parents[2] / "handout" / "docs"
POINTS = {
    "las": {"look_and_say": 6},
    "connect4": {"lowest_free_row": 8, "moves": 8, "make_move": 8, "status": 16, "estimate": 10},
    "alphabeta": {"update_ab": 2, "value_for": 2, "check_bounds": 4, "search": 20, "next_move": 2},
    "run": {"c4_hvab": 2},
    "jamboree": {"search": 10, "next_move": 2},
    "popout": {"rules": 20, "estimate": 5},
}


def page(module: str) -> str:
    return (DOCS / f"{module}.md").read_text(encoding="utf-8")


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize("module", POINTS)
def test_every_example_of_the_page_holds(module: str) -> None:
    result = doctest.testfile(str(DOCS / f"{module}.md"), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 0


def test_every_answer_of_the_exercises_holds() -> None:
    path = str(DOCS / "exercises.md")
    result = doctest.testfile(path, module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 5


@pytest.mark.parametrize("module", POINTS)
def test_the_page_lists_the_tasks_with_their_points(module: str) -> None:
    rows = re.findall(rf"^\| `{module}\.(\w+)` \| [^|]* \| (\d+) \|", page(module), re.MULTILINE)
    assert {task: int(points) for task, points in rows} == POINTS[module]


@pytest.mark.parametrize(
    ("module", "figure"),
    [
        ("alphabeta", FIGURE_4),
        ("jamboree", FIGURE_5_JAMBOREE),
        ("jamboree", FIGURE_5_ALPHA_BETA),
        ("connect4", FIGURE_1),
    ],
    ids=["figure 4", "figure 5, Jamboree", "figure 5, alpha-beta", "figure 1"],
)
def test_the_figure_on_the_page_is_what_the_reference_does(module: str, figure: str) -> None:
    """The tests of the modules compare these figures with the reference, line by line."""
    assert indented(figure) in page(module)


@pytest.mark.parametrize("module", POINTS)
def test_no_line_of_text_is_wider_than_its_column(module: str) -> None:
    """Tables cannot be broken; everything else keeps to 100 columns."""
    wide = [line for line in page(module).splitlines() if len(line) > 100 and "|" not in line]
    assert wide == []
