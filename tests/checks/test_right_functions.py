"""What the judge answers in place of small functions: right, and at once, whatever it is asked."""

import resource
from typing import Any

import pytest

from gametree import EMPTY, C4State, Filled, Matrix, Player, Position, Seq
from grader.sandbox.kernel.forked import ForkedProcess
from reference import nim
from reference.checks.right_functions import FUNCTIONS

free_row, columns = FUNCTIONS["connect4.lowest_free_row"], FUNCTIONS["connect4.moves"]
next_level, game_tree = FUNCTIONS["nim.make_next_level"], FUNCTIONS["nim.make_game_tree"]
TOO_MUCH: list[Any] = [
    (10**9,),
    (-(10**9), 10**9),
    (1,) * 1000,
    (0,) * 10**6,
    [float("inf")],
    [float("nan"), 10**9],
]


@pytest.mark.parametrize("config", [(60,) * 12, (0,), (), (2, 4, 3)])
def test_levels_are_those_of_the_reference(config: nim.Config) -> None:
    assert next_level(config) == nim.make_next_level(config)


@pytest.mark.parametrize("config", [(11,), (1, 1, 1, 1, 1, 1), (2, 2, 3)])
def test_trees_are_those_of_the_reference(config: nim.Config) -> None:
    assert game_tree(config) == nim.make_game_tree(config)


@pytest.mark.parametrize("config", [*TOO_MUCH, (17,), (1,) * 12, (90,) * 20])
def test_a_tree_that_no_check_asks_for_is_refused(config: Any) -> None:
    refused_at_once(lambda: game_tree(config))


@pytest.mark.parametrize("config", TOO_MUCH)
def test_a_level_that_no_check_asks_for_is_refused(config: Any) -> None:
    refused_at_once(lambda: next_level(config))


def board(num_cols: int, num_rows: int) -> C4State:
    """A state with no disc but a full first column, and one disc in the second."""

    def position(x: int, y: int) -> Position:
        return Filled(Player.MAXIE) if x == 0 or (x, y) == (1, 0) else EMPTY

    return C4State(Matrix.tabulate(position, num_cols, num_rows), Player.MINNIE)


@pytest.mark.parametrize("size", [(3, 2), (7, 6), (30, 3)])
def test_rows_and_columns_of_connect_4(size: tuple[int, int]) -> None:
    state = board(*size)
    assert [free_row(state, col) for col in (0, 1, size[0] - 1)] == [None, 1, 0]
    assert columns(state) == Seq.of(*range(1, size[0]))


def test_a_board_or_a_column_that_no_check_asks_about_is_refused() -> None:
    for ask in (columns, lambda state: free_row(state, 0)):
        refused_at_once(lambda ask=ask: ask(board(1500, 1000)))
    refused_at_once(lambda: free_row(board(3, 2), -1))
    with pytest.raises(TypeError, match="a state is a C4State, not list"):
        columns([])


def refused_at_once(ask: Any) -> None:
    """Fail unless a `ValueError` comes, in little time and memory."""

    def within_limits() -> bytes:
        resource.setrlimit(resource.RLIMIT_CPU, (10, 10))
        resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
        with pytest.raises(ValueError, match="no check asks"):
            ask()
        return b"refused"

    assert ForkedProcess(within_limits).result() == b"refused"
