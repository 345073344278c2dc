"""The pages of nim, lolo and select_move: examples hold on the reference, points add up."""

import doctest
import re
from collections import Counter
from pathlib import Path

import pytest

import select_move

DOCS = Path(__file__).parents[2] / "handout" / "docs"
POINTS = {
    "nim": {
        "less_equal": 1,
        "greater_equal": 1,
        "equal_config": 1,
        "make_next_level": 4,
        "make_game_tree": 4,
        "min_max": 5,
        "choose_move": 4,
    },
    "lolo": {
        "lookup_pos": 2,
        "str2cfg": 4,
        "next_l_pos": 6,
        "make_next_level": 6,
        "alpha_beta": 12,
    },
    "select_move": {"static_evaluate": 8, "compute_move": 12},
}


def page(module):
    return (DOCS / f"{module}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", POINTS)
def test_every_example_of_the_page_holds(module):
    result = doctest.testfile(str(DOCS / f"{module}.md"), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.parametrize("module", POINTS)
def test_the_page_lists_the_tasks_with_the_points_of_the_contract(module):
    rows = re.findall(rf"^\| `{module}\.(\w+)` \| [^|]* \| (\d+) \|", page(module), re.MULTILINE)
    assert {task: int(points) for task, points in rows} == POINTS[module]


def test_the_figure_of_segments_is_that_of_the_data():
    counts = Counter(slot for segment in select_move.SEGMENTS for slot in segment)
    drawn = re.findall(r"^    (?:[.abc] ){7} +([\d ]+)$", page("select_move"), re.MULTILINE)
    assert [[int(n) for n in row.split()] for row in drawn] == [
        [counts[row, col] for col in range(7)] for row in range(6)
    ]


def test_the_three_segments_drawn_are_segments():
    figure = re.findall(r"^    ((?:[.abc] ){7}) +[\d ]+$", page("select_move"), re.MULTILINE)
    slots = [(mark, (r, c)) for r, row in enumerate(figure) for c, mark in enumerate(row.split())]
    drawn = [{slot for mark, slot in slots if mark == letter} for letter in "abc"]
    segments = {frozenset(segment) for segment in select_move.SEGMENTS}
    assert all(segment in segments for segment in drawn)
