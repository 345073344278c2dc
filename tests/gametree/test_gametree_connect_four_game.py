"""Connect Four with moves that can be taken back: `gametree/connect_four_game.py`, CS 182."""

import sys
import types

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gametree import ConnectFourGame, SearchInfo
from gametree.connect_four_game import start_new_game

EMPTY_GRID = (("_",) * 7,) * 6
# CS 182, section 2.2, with the letter O for the zero that is printed there.
SECTION_2_2 = [
    *([list("_______")] * 4),
    list("X__O_XO"),
    list("X_OXOXO"),
]
OPENING_2_2 = """\
The initial state of the game is:

_ _ _ _ _ _ _
_ _ _ _ _ _ _
_ _ _ _ _ _ _
_ _ _ _ _ _ _
X _ _ O _ X O
X _ O X O X O

It is now X's turn.
"""
FULL_WITHOUT_FOUR = ["XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO", "XXOXXOX", "OOXOOXO"]
ALMOST_FULL = ["XX_XXOX", *FULL_WITHOUT_FOUR[1:]]


def leftmost(game, _alpha_beta):
    """A mover that takes the first column with room and says what it looked at."""
    game.search_info.moves_considered += 3
    game.search_info.moves_pruned += 1
    game.search_info.depth_reached = 2
    game.search_info.branching_factors += [7, 6]
    return game.list_legal_moves()[0]


def test_without_a_grid_all_slots_are_free_and_x_begins():
    game = ConnectFourGame()
    assert game.grid == EMPTY_GRID
    assert game.next_turn == "X"
    assert game.list_legal_moves() == [0, 1, 2, 3, 4, 5, 6]
    assert game.search_info == SearchInfo(4)


def test_an_empty_row_may_be_written_as_the_empty_list():
    short = [[], [], [], [], *SECTION_2_2[4:]]
    assert ConnectFourGame(short).grid == ConnectFourGame(SECTION_2_2).grid
    assert ConnectFourGame(SECTION_2_2).grid == tuple(map(tuple, SECTION_2_2))


def test_a_game_can_be_made_from_the_grid_of_another():
    game = ConnectFourGame(SECTION_2_2)
    assert ConnectFourGame(game.grid).grid == game.grid
    assert eval(repr(game)).grid == game.grid


def test_starting_a_game_prints_the_lines_of_section_2_2(capsys):
    game = start_new_game(SECTION_2_2, level=3)
    assert capsys.readouterr().out == OPENING_2_2
    assert game.search_info.depth_limit == 3


def test_the_grid_is_read_only():
    with pytest.raises(AttributeError):
        ConnectFourGame().grid = EMPTY_GRID


@pytest.mark.parametrize(
    ("grid_list", "message"),
    [
        ([[]] * 5, "a grid has 6 rows, not 5"),
        ([[]] * 5 + [["X"]], "row 5 must be empty or 7 slots 'X', 'O' or '_'"),
        ([[]] * 5 + [list("X__0___")], "row 5 must be empty or 7 slots 'X', 'O' or '_'"),
        ([[]] * 4 + [list("__X____"), []], "a token of column 2 has nothing below it"),
    ],
)
def test_a_grid_that_is_none_is_refused(grid_list, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        ConnectFourGame(grid_list)


def test_a_level_is_positive():
    with pytest.raises(ValueError, match="level must be positive, not 0"):
        ConnectFourGame(level=0)


@given(st.lists(st.integers(0, 6), max_size=60))
@settings(derandomize=True, max_examples=100)
def test_undoing_all_moves_gives_the_first_grid_again(columns):
    game = ConnectFourGame(SECTION_2_2)
    grids = []
    for col in columns:
        if col in game.list_legal_moves():
            grids.append((game.grid, game.next_turn))
            game.do_move(col)
    for before in reversed(grids):
        game.undo_move()
        assert (game.grid, game.next_turn) == before


def test_players_alternate_and_tokens_stack():
    game = ConnectFourGame()
    for col in (3, 3, 3):
        game.do_move(col)
    assert [row[3] for row in game.grid] == ["_", "_", "_", "X", "O", "X"]
    assert game.next_turn == "O"


def test_the_moves_of_the_grid_that_was_set_up_cannot_be_taken_back():
    with pytest.raises(ValueError, match="no move to take back"):
        ConnectFourGame(SECTION_2_2).undo_move()


@pytest.mark.parametrize("col", [0, 7, -1])
def test_a_column_without_room_takes_no_token(col):
    game = ConnectFourGame([list("X______"), *(list(row + "______") for row in "OXOXO")])
    with pytest.raises(ValueError, match=f"no token can be dropped into column {col}"):
        game.do_move(col)


@pytest.mark.parametrize(
    "rows",
    [
        ["_" * 7] * 5 + ["___XXXX"],
        ["_" * 7] * 2 + ["______X"] * 4,
        ["_" * 7] * 2 + ["X______", "OX_____", "OOX____", "OOOX___"],
        ["_" * 7] * 2 + ["______X", "_____XO", "____XOO", "___XOOO"],
    ],
)
def test_four_in_any_direction_win_and_the_columns_stay_open(rows):
    game = ConnectFourGame(rows)
    assert game.winner == "X"
    assert game.is_over
    assert game.list_legal_moves() == [0, 1, 2, 3, 4, 5, 6]


def test_four_tokens_with_a_break_between_them_win_nothing():
    """The end of one column and the start of the next are no line either."""
    rows = ["X______"] * 3 + ["O______"] * 2 + ["OXX_X__"]
    assert ConnectFourGame(rows).winner is None


@given(st.lists(st.integers(0, 6), max_size=42))
@settings(derandomize=True, max_examples=200)
def test_the_winner_is_who_has_four_slots_in_a_line(columns):
    game = ConnectFourGame()
    for col in columns:
        if col in game.list_legal_moves():
            game.do_move(col)
    slots = {(row, col): game.grid[row][col] for row in range(6) for col in range(7)}
    lines = {
        "".join(slots.get((row + i * down, col + i * right), "_") for i in range(4))
        for row, col in slots
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    }
    assert (game.winner is not None) == bool({"XXXX", "OOOO"} & lines)
    assert game.winner is None or game.winner * 4 in lines


def test_a_full_grid_is_over_without_a_winner():
    game = ConnectFourGame(FULL_WITHOUT_FOUR)
    assert game.list_legal_moves() == []
    assert game.winner is None
    assert game.is_over


def test_play_with_a_column_shows_the_grid_and_whose_turn_it_is(capsys):
    game = ConnectFourGame(SECTION_2_2)
    assert game.play(4) == 4
    assert capsys.readouterr().out == (
        "X plays column 4:\n\n"
        "_ _ _ _ _ _ _\n_ _ _ _ _ _ _\n_ _ _ _ _ _ _\n_ _ _ _ _ _ _\n"
        "X _ _ O X X O\nX _ O X O X O\n\nIt is now O's turn.\n"
    )


def test_a_computed_move_comes_with_the_figures_of_its_search(capsys):
    game = ConnectFourGame(level=3)
    assert game.play(mover=leftmost) == 0
    assert capsys.readouterr().out.endswith(
        "X _ _ _ _ _ _\n\n"
        "Moves considered:         3\n"
        "Moves pruned:             1\n"
        "Average branching factor: 6.50\n"
        "Maximum depth reached:    2 of 3\n"
        "It is now O's turn.\n"
    )


def test_each_computed_move_starts_with_fresh_figures():
    game = ConnectFourGame(level=3)
    game.quiet = True
    for _ in range(2):
        game.play(mover=leftmost)
        assert game.search_info == SearchInfo(3, 3, 1, 2, [7, 6])


def test_the_mover_learns_whether_to_prune():
    seen = []

    def mover(_game, alpha_beta):
        seen.append(alpha_beta)
        return 0

    game = ConnectFourGame()
    game.quiet = True
    game.play(mover=mover)
    game.alpha_beta = False
    game.play(mover=mover)
    assert seen == [True, False]


def test_without_a_mover_the_file_select_move_is_asked(monkeypatch):
    file = types.ModuleType("select_move")
    file.compute_move = lambda _game, _alpha_beta: 5
    monkeypatch.setitem(sys.modules, "select_move", file)
    assert ConnectFourGame().play() == 5


def test_a_round_is_two_moves():
    game = ConnectFourGame()
    game.play_round(3, mover=leftmost)
    assert game.grid[5] == ("O", "_", "_", "X", "_", "_", "_")


def test_a_round_ends_with_the_move_that_wins(capsys):
    game = ConnectFourGame([[], [], [], [], list("OOO____"), list("XXX____")])
    game.play_round(3, mover=leftmost)
    assert game.winner == "X"
    assert capsys.readouterr().out.endswith("\n\nX wins.\n")


def test_a_finished_game_cannot_be_played_on():
    with pytest.raises(ValueError, match="the game is over"):
        ConnectFourGame(FULL_WITHOUT_FOUR).play(0)


def test_finish_game_plays_to_the_end_and_sums_the_figures_up(capsys):
    """In column 2 X, in 3 O, in 2 X: both go for a column of four, and X is first."""
    game = ConnectFourGame(level=3)
    game.quiet = True
    in_turn = iter([2, 3] * 4)

    def mover(game, alpha_beta):
        leftmost(game, alpha_beta)
        return next(in_turn)

    game.finish_game(mover)
    assert capsys.readouterr().out == (
        "Moves played:             7\n"
        "Moves considered:         21\n"
        "Moves pruned:             7\n"
        "Average branching factor: 6.50\n"
        "Maximum depth reached:    2 of 3\n"
        "X wins.\n"
    )


def test_finish_game_reports_a_draw(capsys):
    ConnectFourGame(ALMOST_FULL).finish_game(leftmost)
    assert capsys.readouterr().out.endswith("The game is a draw.\n")
