"""Boards that checks ask about purposely: each is as rare as its strategy says."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import strategies as st

from grader.judging.answer_key import draw
from grader.judging.properties import Property
from reference.checks.boards import Board, lines, other
from reference.checks.openings import Weights, runs_on_rivals_discs
from reference.checks.plays import SIZES
from reference.checks.pops import in_play, legal
from reference.checks.uncommon_boards import (
    ALIKE_SIZES,
    DEAD,
    LONE,
    MANY,
    ROOMY,
    SIMILAR,
    alike_cells,
    boards_of_many_discs,
    dead_boards,
    lines_of_alike_cells,
    lone_pops,
    popped_boards,
    small_boards,
    stuck_boards,
)


def examples_of(
    strategy: st.SearchStrategy[tuple[Any, ...]], count: int = 1
) -> list[tuple[Any, ...]]:
    """Some examples, always the same ones."""
    found = draw(Property(strategy, count, lambda _code, example: example), "tests")
    return [example for example in found if isinstance(example, tuple)]


def lead(board: Board) -> int:
    discs = [disc for _, disc in board.discs()]
    return abs(discs.count("X") - discs.count("O"))


def test_on_dead_boards_nobody_can_win_and_a_column_is_free() -> None:
    for boards in examples_of(dead_boards(), len(DEAD)):
        assert [board.mover for board in boards] == ["X", "O"]
        for board in boards:
            assert board.drops()
            assert not board.winners()
            owners = [{board.at(*cell) for cell in line} for line in lines(*board.size)]
            assert all(owner >= {"X", "O"} for owner in owners)


def test_popped_boards_are_in_play_and_full_or_uneven() -> None:
    for boards in examples_of(popped_boards(), len(ROOMY)):
        assert all(map(in_play, boards))
        full = [not board.drops() for board in boards]
        assert full == [True] * 2 + [False] * 4
        assert min(map(lead, boards[2:])) >= 5


def test_of_lone_pops_each_is_the_only_move() -> None:
    for boards in examples_of(lone_pops(), len(LONE)):
        assert [len(legal(board)) for board in boards] == [1, 1]
        assert all(map(in_play, boards))


def test_on_stuck_boards_nobody_has_four_or_a_move() -> None:
    [boards] = examples_of(stuck_boards())
    for board in boards:
        assert (legal(board), board.winners()) == ([], set())
        assert board.num_rows >= 4
        assert board.num_cols > 1


def filled_texts(board: Board) -> set[str]:
    """The filled cells, as coordinates written one after the other."""
    return {f"{x}{y}" for (x, y), _ in board.discs()}


def test_a_free_cell_is_alike_to_a_filled_one() -> None:
    [examples] = examples_of(alike_cells())
    assert [board.mover for board, _ in examples] == ["X", "O"]
    for board, x in examples:
        assert f"{x}{len(board.columns[x])}" in filled_texts(board)


def test_of_lines_of_alike_cells_a_third_are_fours() -> None:
    [boards] = examples_of(lines_of_alike_cells())
    assert [board.winners() for board in boards] == [{"X"}, set(), set(), {"O"}, set(), set()]


KEYS: list[Callable[[int, int], object]] = [
    lambda cols, rows: cols * rows,
    lambda cols, rows: cols + rows,
    lambda cols, rows: f"{cols}{rows}",
    lambda cols, rows: frozenset((cols, rows)),
    *[partial(lambda base, cols, rows: base * cols + rows, base) for base in range(2, 30)],
    *[partial(lambda base, cols, rows: cols + base * rows, base) for base in range(2, 30)],
]


@pytest.mark.parametrize("key", KEYS)
def test_some_sizes_are_alike_to_a_key_that_mixes_columns_and_rows(
    key: Callable[[int, int], object],
) -> None:
    assert len({key(*size) for size in ALIKE_SIZES}) < len(set(ALIKE_SIZES))


def test_of_similar_boards_two_sizes_are_one_number_of_digits() -> None:
    first, second = SIMILAR[-2:]
    assert [board.winners() for board in (first, second)] == [{"X"}, {"X"}]
    assert len({10 * board.num_cols + board.num_rows for board in (first, second)}) == 1


def test_boards_of_many_discs_are_in_play_with_more_than_a_byte_counts() -> None:
    [boards] = examples_of(boards_of_many_discs())
    assert [board.num_discs for board in boards] == [MANY - 1, MANY, MANY + 1, MANY + 2]
    assert all(map(in_play, boards))


def test_runs_on_the_opponents_discs_are_one_drop_from_four() -> None:
    [runs] = examples_of(runs_on_rivals_discs())
    for run in runs:
        board, rivals = run.three, Weights.of(run.three, other(run.owner))
        assert (board.mover, board.winners(), rivals.threes) == (run.owner, set(), 0)
        assert rivals.pairs <= 1
        assert Weights.of(board, run.owner).covers(rivals)
        assert any(board.makes_four(x, len(board.columns[x]), run.owner) for x in board.drops())


@pytest.mark.parametrize("size", SIZES)
def test_of_a_small_size_one_board_is_empty(size: tuple[int, int]) -> None:
    empty, board = small_boards([size])
    assert (empty.num_discs, board.size, board.winners()) == (0, size, set())
