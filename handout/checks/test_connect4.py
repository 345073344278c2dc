"""Public checks of Connect 4: the boards of its page, and small boards that fit into a line.

Boards are rows of text, the top row first (see boards.py). Lists whose order is free are sorted
before they are compared.
"""

from typing import Any

import pytest

from checks.boards import board_of
from gametree import DRAW, EMPTY, IN_PLAY, C4State, Guess, Matrix, Over, Player, Winner
from grader.student.question import CODE

FREE, MOVES, MOVE = "connect4.lowest_free_row", "connect4.moves", "connect4.make_move"
STATUS, ESTIMATE = "connect4.status", "connect4.estimate"
MAXIE, MINNIE = Player.MAXIE, Player.MINNIE
EMPTY_ROWS = ["       "] * 4

# The match of docs/connect4.md: Maxie drops a disc into column 0, and Minnie answers in column 1.
FIGURE = C4State(board_of(*EMPTY_ROWS, "   O   ", "  XXO  "), MAXIE)
AFTER_MAXIE = C4State(board_of(*EMPTY_ROWS, "   O   ", "X XXO  "), MINNIE)
AFTER_MINNIE = C4State(board_of(*EMPTY_ROWS, "   O   ", "XOXXO  "), MAXIE)

NOTHING = C4State(board_of(*EMPTY_ROWS, *EMPTY_ROWS[:2]), MAXIE)
NEARLY_FULL = C4State(board_of("O X", "XXO"), MINNIE)
FULL = C4State(board_of("OOX", "XXO"), MAXIE)

ROW = C4State(board_of("OOO ", "XXXX"), MINNIE)
COLUMN = C4State(board_of("O  ", "O X", "O X", "O X", "XXO"), MAXIE)
RISING = C4State(board_of("   X", "  XO", "XXOX", "XOOO"), MINNIE)
FALLING = C4State(board_of("O   ", "XO  ", "XXO ", "OXXO"), MAXIE)

THREE = C4State(board_of(*EMPTY_ROWS, "       ", "O XXX O"), MINNIE)
TWO = C4State(board_of(*EMPTY_ROWS, "      X", "O XX  O"), MINNIE)
MINNIES_THREE = C4State(board_of(*EMPTY_ROWS, "    X  ", "X OOO X"), MAXIE)

in_order, is_a = CODE.builtins.sorted, CODE.builtins.isinstance
compare = CODE.gametree.est_compare


def game_of(submission: Any, state: C4State) -> Any:
    """The student's game on a board of the size of the state's."""
    return submission.connect4.Connect4(state.board.num_cols, state.board.num_rows)


@pytest.mark.task(FREE, "the columns of the example match")
def test_rows_of_figure_1(submission: Any, expect: Any) -> None:
    for col, row in enumerate((0, 0, 1, 2, 1, 0, 0)):
        expect(game_of(submission, FIGURE).lowest_free_row(FIGURE, col), row)


@pytest.mark.task(FREE, "None for a full column")
def test_full_column(submission: Any, expect: Any) -> None:
    game = game_of(submission, NEARLY_FULL)
    expect(game.lowest_free_row(NEARLY_FULL, 0), None)
    expect(game.lowest_free_row(NEARLY_FULL, 1), 1)
    expect(game.lowest_free_row(NEARLY_FULL, 2), None)


@pytest.mark.task(FREE, "parse_move, which relies on it")
def test_parse_move(submission: Any, expect: Any) -> None:
    game = game_of(submission, NEARLY_FULL)
    expect(game.parse_move(NEARLY_FULL, "1"), 1)
    expect(game.parse_move(NEARLY_FULL, "0"), None, hint="column 0 is full")
    expect(game.parse_move(NEARLY_FULL, "3"), None, hint="the last column is 2")


@pytest.mark.task(MOVES, "the start: an empty board, and Maxie is to move")
def test_start(submission: Any, expect: Any) -> None:
    for size in ((7, 6), (1, 1), (9, 4)):
        empty = Matrix.tabulate(lambda _x, _y: EMPTY, *size)
        game = submission.connect4.Connect4(*size)
        expect((game.start.board, game.start.player), (empty, MAXIE))
    standard = submission.connect4.Connect4().start.board
    expect((standard.num_cols, standard.num_rows), (7, 6))


@pytest.mark.task(MOVES, "every column of the example match, and the one column that is not full")
def test_moves(submission: Any, expect: Any) -> None:
    expect(in_order(game_of(submission, FIGURE).moves(FIGURE)), [0, 1, 2, 3, 4, 5, 6])
    expect(in_order(game_of(submission, NEARLY_FULL).moves(NEARLY_FULL)), [1])


@pytest.mark.task(MOVES, "moves is a Seq")
def test_moves_are_a_seq(submission: Any, expect: Any) -> None:
    hint = "Seq.tabulate and filter make one, and Seq.from_list(xs) makes one of a list"
    question = is_a(game_of(submission, FIGURE).moves(FIGURE), CODE.gametree.Seq)
    expect(question, True, hint=hint)


@pytest.mark.task(MOVES, "player is the one whose turn it is")
def test_player(submission: Any, expect: Any) -> None:
    game = game_of(submission, FIGURE)
    expect(game.player(FIGURE), MAXIE)
    expect(game.player(AFTER_MAXIE), MINNIE)


@pytest.mark.task(MOVE, "the two moves of the example match")
def test_figure_1(submission: Any, expect: Any) -> None:
    game = game_of(submission, FIGURE)
    for state, col, expected in ((FIGURE, 0, AFTER_MAXIE), (AFTER_MAXIE, 1, AFTER_MINNIE)):
        after = game.make_move(state, col)
        expect((after.board, after.player), (expected.board, expected.player))


@pytest.mark.task(MOVE, "from the empty board to the example match")
def test_match(submission: Any, expect: Any) -> None:
    game = submission.connect4.Connect4()
    state: Any = NOTHING
    for col in (3, 3, 2, 4):
        state = game.make_move(state, col)
    expect((state.board, state.player), (FIGURE.board, FIGURE.player))


@pytest.mark.task(MOVE, "the state that is given stays as it was")
def test_state_stays(submission: Any, expect: Any) -> None:
    given = CODE.gametree.C4State(FIGURE.board, FIGURE.player)
    after = game_of(submission, FIGURE).make_move(given, 0)
    expect((after.player, given), (MINNIE, FIGURE))


@pytest.mark.task(STATUS, "the example match is in play")
def test_in_play(submission: Any, expect: Any) -> None:
    for state in (FIGURE, AFTER_MAXIE, AFTER_MINNIE, NEARLY_FULL):
        expect(game_of(submission, state).status(state), IN_PLAY)


@pytest.mark.task(STATUS, "four in each of the four directions")
def test_wins(submission: Any, expect: Any) -> None:
    for state, winner in ((ROW, MAXIE), (COLUMN, MINNIE), (RISING, MAXIE), (FALLING, MINNIE)):
        expect(game_of(submission, state).status(state), Over(Winner(winner)))


@pytest.mark.task(STATUS, "a full board without a four is a draw")
def test_draw(submission: Any, expect: Any) -> None:
    expect(game_of(submission, FULL).status(FULL), Over(DRAW))


@pytest.mark.task(ESTIMATE, "a Guess")
def test_guess(submission: Any, expect: Any) -> None:
    question = game_of(submission, FIGURE).estimate(FIGURE)
    expect(is_a(question, CODE.gametree.Guess), True, hint="Guess(7) is one; 7 is not")


@pytest.mark.task(ESTIMATE, "an open run of three has its owner's sign")
def test_sign(submission: Any, expect: Any) -> None:
    hint = "runs of Maxie's count as points, runs of Minnie's as points less, whoever is to move"
    for state, sign in ((THREE, 1), (MINNIES_THREE, -1)):
        estimate = game_of(submission, state).estimate(state)
        expect(compare(estimate, Guess(0)), sign, hint=hint)


@pytest.mark.task(ESTIMATE, "an open run of three weighs more than one of two")
def test_three_and_two(submission: Any, expect: Any) -> None:
    game = game_of(submission, THREE)
    expect(compare(game.estimate(THREE), game.estimate(TWO)), 1)
