"""Boards that checks ask about purposely: each is as rare as its strategy says."""

import pytest
from hypothesis import strategies as st

from grader.judging.answer_key import draw
from grader.judging.properties import Property
from reference.checks.boards import Board, lines
from reference.checks.plays import SIZES
from reference.checks.pops import in_play, legal
from reference.checks.uncommon_boards import (
    DEAD,
    LONE,
    ROOMY,
    dead_boards,
    lone_pops,
    popped_boards,
    small_boards,
)

Boards = tuple[Board, ...]


def examples_of(strategy: st.SearchStrategy[Boards], count: int) -> list[Boards]:
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


@pytest.mark.parametrize("size", SIZES)
def test_of_a_small_size_one_board_is_empty(size: tuple[int, int]) -> None:
    empty, board = small_boards([size])
    assert (empty.num_discs, board.size, board.winners()) == (0, size, set())
