"""Public checks of select_move: the grids of its page, and searches that can be done by hand."""

from typing import Any

import pytest

from gametree import ConnectFourGame
from grader.student.question import LibraryClass

EMPTY_ROW: list[str] = []
SECTION_2_2 = [*[EMPTY_ROW] * 4, list("X__O_XO"), list("X_OXOXO")]
SECTION_3_1 = list(map(list, ("___XOX_", "OXXOOXO", "OOXXOOX", "OXOOXXO", "XOXXXOX", "XOXOXOX")))
THREES = [*[EMPTY_ROW] * 4, list("OOO____"), list("XXX____")]
BOTH_SIDES = [*[EMPTY_ROW] * 4, list("_OOO___"), list("_XXX___")]
FOUR = [*[EMPTY_ROW] * 4, list("OOO____"), list("XXXX___")]
FULL = list(map(list, ("XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO")))


def game_of(*arguments: Any) -> Any:
    """A new game, beside the student's code."""
    return LibraryClass(ConnectFourGame)(*arguments)


def rows_of(grid: list[list[str]]) -> list[list[str]]:
    """A grid as a game gives it, with every row in full."""
    return [row or ["_"] * 7 for row in grid]


@pytest.mark.task("select_move.static_evaluate", "nothing on the grid: the move bonus of X")
def test_empty(submission: Any, expect: Any) -> None:
    expect(submission.select_move.static_evaluate(game_of()), 16)


@pytest.mark.task("select_move.static_evaluate", "one token on the bottom, and O to move")
def test_one_token(submission: Any, expect: Any) -> None:
    for col, segments in ((0, 3), (1, 4), (2, 5), (3, 7), (6, 3)):
        row = ["X" if at == col else "_" for at in range(7)]
        game = game_of([*[EMPTY_ROW] * 5, row])
        expect(submission.select_move.static_evaluate(game), segments - 16)


@pytest.mark.task("select_move.static_evaluate", "a win, and a draw")
def test_over(submission: Any, expect: Any) -> None:
    expect(submission.select_move.static_evaluate(game_of(FOUR)), 512)
    swapped = [["XO_"["OX_".index(slot)] for slot in row] for row in FOUR]
    expect(submission.select_move.static_evaluate(game_of(swapped)), -512)
    expect(submission.select_move.static_evaluate(game_of(FULL)), 0)


@pytest.mark.task("select_move.static_evaluate", "the first grid of docs/select_move.md")
def test_section_2_2(submission: Any, expect: Any) -> None:
    expect(submission.select_move.static_evaluate(game_of(SECTION_2_2)), 6)


@pytest.mark.task("select_move.compute_move", "makes its own four, and prevents the other's")
def test_obvious(submission: Any, expect: Any) -> None:
    for alpha_beta in (True, False):
        expect(submission.select_move.compute_move(game_of(THREES, 2), alpha_beta), 3)
    o_to_move = [*[EMPTY_ROW] * 4, list("OO_____"), list("XXX____")]
    expect(submission.select_move.compute_move(game_of(o_to_move, 2)), 3)


@pytest.mark.task("select_move.compute_move", "a tie goes to the left")
def test_tie(submission: Any, expect: Any) -> None:
    expect(submission.select_move.compute_move(game_of(BOTH_SIDES, 1)), 0)
    expect(submission.select_move.compute_move(game_of(BOTH_SIDES, 1), False), 0)


@pytest.mark.task("select_move.compute_move", "chooses column 1 in the endgame of its page")
def test_section_3_1(submission: Any, expect: Any) -> None:
    for level in (2, 4, 6):
        for alpha_beta in (True, False):
            game = game_of(SECTION_3_1, level)
            expect(submission.select_move.compute_move(game, alpha_beta), 1)


@pytest.mark.task("select_move.compute_move", "the figures of two plies without pruning")
def test_figures(submission: Any, expect: Any) -> None:
    game = game_of([], 2)
    move, info = submission.select_move.compute_move(game, False), game.search_info
    figures = (info.moves_considered, info.moves_pruned, info.depth_reached)
    expect((move, figures, info.branching_factors), (1, (7 + 49, 0, 2), [7] * 8))


@pytest.mark.task("select_move.compute_move", "with pruning, each move is considered or pruned")
def test_pruning(submission: Any, expect: Any) -> None:
    game = game_of([], 2)
    move, info = submission.select_move.compute_move(game, True), game.search_info
    figures = (info.moves_considered, info.moves_pruned, info.depth_reached)
    expect((move, figures, info.branching_factors), (1, (41, 15, 2), [7] * 8))


@pytest.mark.task("select_move.compute_move", "leaves the grid as it was")
def test_grid(submission: Any, expect: Any) -> None:
    game = game_of(SECTION_2_2, 3)
    move = submission.select_move.compute_move(game)
    expect((move, game.grid), (0, rows_of(SECTION_2_2)))
