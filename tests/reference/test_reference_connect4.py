"""Connect 4: the figure of CMU 2014 and 2012, known counts, and a plain second implementation."""

import functools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connect4 import Connect4, fours, line_points
from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    C4State,
    EmptyPosition,
    Filled,
    HumanPlayer,
    Matrix,
    Over,
    Player,
    Position,
    Referee,
    Seq,
    Winner,
)
from tests.plain_connect4 import Board, columns, disc_of, drop, has_four
from tests.transcripts import screen

repeatable = settings(derandomize=True, deadline=None, max_examples=60)

X, O = Filled(Player.MAXIE), Filled(Player.MINNIE)  # noqa: E741 (the letters of the text)

SIZES = st.tuples(st.integers(1, 7), st.integers(1, 6))

# CMU 2014 and 2012, figure 1: the three boards, and what the referee says between them.
FIGURE_1 = """\
 0 1 2 3 4 5 6
---------------
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | |O| | | |
| | |X|X|O| | |
Maxie, please type your move: 0
Maxie decides to make the move 0 in 0 seconds.
 0 1 2 3 4 5 6
---------------
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | |O| | | |
|X| |X|X|O| | |
Minnie, please type your move: 1
Minnie decides to make the move 1 in 0 seconds.
 0 1 2 3 4 5 6
---------------
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | | | | | |
| | | |O| | | |
|X|O|X|X|O| | |
"""


def after(game: Connect4, cols: str) -> C4State:
    """The state after dropping into columns, each a digit."""
    return functools.reduce(lambda state, col: game.make_move(state, int(col)), cols, game.start)


# --- The texts ---


def test_the_match_of_figure_1_looks_as_printed() -> None:
    """CMU 2014 section 3.2, CMU 2012 section 3.1."""
    game = Connect4()
    human = HumanPlayer(game)
    shown = screen(Referee(game, human, human, clock=lambda: 0.0).go, list("332401"))
    assert FIGURE_1 in shown


def test_minnies_discs_in_the_example_are_at_4_0_and_3_1() -> None:
    """CMU 2014 section 3.3, CMU 2012 section 3.2."""
    board = after(Connect4(), "3324").board
    minnies = [(x, y) for x in range(7) for y in range(6) if board.sub(x, y) == O]
    assert sorted(minnies) == [(3, 1), (4, 0)]


def test_the_default_board_is_7_by_6() -> None:
    board = Connect4().start.board
    assert (board.num_cols, board.num_rows) == (7, 6)


# --- The rules against a plain implementation ---


@repeatable
@given(size=SIZES, data=st.data())
def test_any_match_goes_as_in_a_plain_implementation(
    size: tuple[int, int], data: st.DataObject
) -> None:
    """Board, turn, free rows, moves and status of every state along random matches."""
    num_cols, num_rows = size
    game = Connect4(num_cols, num_rows)
    state: C4State = game.start
    board: Board = ("",) * num_cols
    player = Player.MAXIE
    while True:
        assert (columns(state), game.player(state)) == (board, player)
        free = [len(col) if len(col) < num_rows else None for col in board]
        assert [game.lowest_free_row(state, col) for col in range(num_cols)] == free
        open_cols = [col for col in range(num_cols) if free[col] is not None]
        winners = [p for p in Player if has_four(board, disc_of(p))]
        if winners:
            assert game.status(state) == Over(Winner(winners[0]))
            return
        if not open_cols:
            assert game.status(state) == Over(DRAW)
            return
        assert game.status(state) == IN_PLAY
        assert sorted(game.moves(state)) == open_cols
        col = data.draw(st.sampled_from(open_cols))
        before = hash(state)
        state, old = game.make_move(state, col), state
        assert (columns(old), hash(old)) == (board, before)
        board, player = drop(board, col, disc_of(player)), player.other


def test_the_number_of_positions_after_each_ply_is_the_known_one() -> None:
    """OEIS A212693: legal 7 x 6 positions after 0, 1, 2, … plies."""
    game = Connect4()
    level = {game.start}
    counts = []
    for _ in range(6):
        counts.append(len(level))
        level = {
            game.make_move(state, col)
            for state in level
            if game.status(state) == IN_PLAY
            for col in game.moves(state)
        }
    assert counts == [1, 7, 49, 238, 1120, 4263]


@pytest.mark.parametrize(("num_cols", "num_rows"), [(4, 2), (2, 4), (4, 3), (1, 5)])
def test_full_search_of_a_small_board_agrees_with_a_plain_solver(
    num_cols: int, num_rows: int
) -> None:
    game = Connect4(num_cols, num_rows)

    @functools.cache
    def by_game(state: C4State) -> int:
        match game.status(state):
            case Over(Winner(player)):
                return sign(player)
            case Over():
                return 0
        values = [by_game(game.make_move(state, col)) for col in game.moves(state)]
        return max(values) if state.player is Player.MAXIE else min(values)

    @functools.cache
    def plain(board: Board, player: Player) -> int:
        if has_four(board, disc_of(player.other)):
            return sign(player.other)
        values = [
            plain(drop(board, col, disc_of(player)), player.other)
            for col in range(num_cols)
            if len(board[col]) < num_rows
        ]
        return sign(player) * max((sign(player) * value for value in values), default=0)

    assert by_game(game.start) == plain(("",) * num_cols, Player.MAXIE)
    assert by_game.cache_info().currsize == plain.cache_info().currsize


def sign(player: Player) -> int:
    return 1 if player is Player.MAXIE else -1


# --- Winning, and not winning ---

WINS = {
    "row": "0011223",
    "column": "0101010",
    "rising diagonal": "01122323363",
    "falling diagonal": "65544343303",
    "the end of a row": "6655443",
    "five in a row": "001133442",
}


@pytest.mark.parametrize("cols", WINS.values(), ids=WINS)
def test_four_in_any_direction_win_and_three_do_not(cols: str) -> None:
    game = Connect4()
    assert game.status(after(game, cols[:-1])) == IN_PLAY
    assert game.status(after(game, cols)) == Over(Winner(Player.MAXIE))


def test_minnie_wins_too() -> None:
    game = Connect4()
    assert game.status(after(game, "60112233")) == IN_PLAY
    assert game.status(after(game, "01010161")) == Over(Winner(Player.MINNIE))


def test_a_win_that_fills_the_board_is_no_draw() -> None:
    game = Connect4(1, 4)
    assert game.status(after(game, "0000")) == Over(DRAW)
    # 7 x 1: X X X X is possible only if Minnie lets it, on the last four columns to fill.
    low = Connect4(7, 1)
    assert low.status(after(low, "0415263")) == Over(Winner(Player.MAXIE))


def test_discs_around_a_corner_are_no_line() -> None:
    game = Connect4(4, 2)
    assert fours(after(game, "0011").board) == []


# --- The estimator (by the ruling: sign and order on reachable boards) ---

# Rows from the top down, as many as hold discs; single discs of O against X's open run.
THREE = {
    "row": ["...O...", "O.XXX.O"],
    "column": ["...X...", "...X...", "O..X.OO"],
    "rising diagonal": ["....X..", "...XO..", "O.XOX.O"],
    "falling diagonal": ["..X....", "..OX...", "O.XOX.O"],
}
TWO = {
    "row": ["O.XX..O"],
    "column": ["...X...", "O..X..O"],
    "rising diagonal": ["...X...", "O.XO..."],
    "falling diagonal": ["...X...", "...OX.O"],
}


def state_of(rows: list[str], player: Player, *, swapped: bool = False) -> C4State:
    """A 7 x 6 board from its rows; `swapped` gives each disc to the other player."""
    letters = {"X": O, "O": X} if swapped else {"X": X, "O": O}
    bottom_up = rows[::-1]

    def position(x: int, y: int) -> Position:
        return letters.get(bottom_up[y][x], EMPTY) if y < len(rows) else EMPTY

    return C4State(Matrix.tabulate(position, 7, 6), player)


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize("direction", THREE)
def test_an_open_run_of_three_has_its_owners_sign_and_outweighs_two(
    direction: str, player: Player
) -> None:
    """Whoever is to move, and whoever owns the run."""
    estimate = Connect4().estimate
    three = estimate(state_of(THREE[direction], player)).value
    two = estimate(state_of(TWO[direction], player)).value
    assert three > two > 0
    assert estimate(state_of(THREE[direction], player, swapped=True)).value == -three


POSITIONS = st.sampled_from([X, O, EMPTY])


@repeatable
@given(line=st.lists(POSITIONS, max_size=7))
def test_the_estimator_is_fair(line: list[Filled | EmptyPosition]) -> None:
    """Swapping the players or reading from the other end changes the sign, or nothing."""
    swapped = [O if p == X else X if p == O else p for p in line]
    assert line_points(Seq.from_list(swapped)) == -line_points(Seq.from_list(line))
    assert line_points(Seq.from_list(line[::-1])) == line_points(Seq.from_list(line))


def test_the_examples_of_the_text_are_ordered_as_it_says() -> None:
    """CMU 2014 section 3.3: blocked on both sides, on one side, and open on both sides."""
    closed = line_points(Seq.of(O, X, X, X, O))
    half = line_points(Seq.of(O, X, X, X, EMPTY))
    open_run = line_points(Seq.of(EMPTY, X, X, X, EMPTY))
    assert closed < half < open_run


# --- Given: parsing and printing ---


def test_a_column_is_parsed_when_it_exists_and_is_not_full() -> None:
    game = Connect4(3, 1)
    state = game.make_move(game.start, 1)
    texts = ["0", "1", "2", "3", "-1", "00", " 0", "", "x", "٠"]
    assert [game.parse_move(state, text) for text in texts] == [0, None, 2] + [None] * 7


def test_numbers_of_two_digits_keep_the_columns_straight() -> None:
    lines = Connect4(11, 1).state_to_string(after(Connect4(11, 1), "3")).splitlines()
    assert [len(line) for line in lines[1:]] == [34, 34]
    assert lines[0].index("3") == lines[2].index("X")


def test_boards_without_columns_or_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 column and 1 row, got 0 x 6"):
        Connect4(0, 6)


def test_a_full_column_takes_no_more() -> None:
    game = Connect4(2, 1)
    with pytest.raises(ValueError, match="column 0 is full"):
        after(game, "00")
