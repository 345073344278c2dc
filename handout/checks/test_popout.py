"""Public checks of PopOut: the board of its page, and small boards for each rule.

Boards are rows of text, the top row first (see boards.py). Lists whose order is free are sorted
by how they are printed before they are compared.
"""

from typing import Any

import pytest

from checks.boards import board_of
from gametree import DRAW, IN_PLAY, C4State, Drop, Guess, Over, Player, Pop, Winner
from grader.student.question import CODE

RULES, ESTIMATE = "popout.rules", "popout.estimate"
MAXIE, MINNIE = Player.MAXIE, Player.MINNIE
EMPTY_ROWS = ["       "] * 3

# The example of docs/popout.md: Maxie pops column 0 and wins.
EXAMPLE = C4State(board_of(*EMPTY_ROWS, "X      ", "OXXX   ", "XOOXXOO"), MAXIE)

TWO_AND_ONE = C4State(board_of("  ", "OX", "XO"), MAXIE)
AFTER_POP = C4State(board_of("  ", " X", "OO"), MINNIE)

FOUR_FOR_BOTH = C4State(board_of("X   O", "OXXXO", "XOOOX"), MAXIE)
FOUR_FOR_MINNIE = C4State(board_of("OXX  ", "XOOOX"), MAXIE)
FULL_IN_PLAY = C4State(board_of("OO", "XX"), MAXIE)
STUCK = C4State(board_of("X", "O", "X"), MINNIE)
FOUR_AND_STUCK = C4State(board_of("XXXXX"), MINNIE)

THREE = C4State(board_of(*["       "] * 5, "O XXX O"), MINNIE)
MINNIES_THREE = C4State(board_of(*["       "] * 4, "    X  ", "X OOO X"), MAXIE)

is_a, in_order, text = CODE.builtins.isinstance, CODE.builtins.sorted, CODE.builtins.str


def game_of(submission: Any, state: C4State) -> Any:
    """The student's game on a board of the size of the state's."""
    return submission.popout.PopOut(state.board.num_cols, state.board.num_rows)


def as_texts(moves: Any) -> Any:
    """The question for the texts of moves, sorted."""
    return in_order(moves.map(text))


@pytest.mark.task(RULES, "the start, and the first move")
def test_start(submission: Any, expect: Any) -> None:
    game = submission.popout.PopOut(2, 3)
    empty = C4State(board_of("  ", "  ", "  "), MAXIE)
    expect((game.start.board, game.start.player), (empty.board, MAXIE))
    standard = submission.popout.PopOut().start.board
    expect((standard.num_cols, standard.num_rows), (7, 6))
    after = game.make_move(game.start, Drop(1))
    expect((after.board, game.player(after)), (board_of("  ", "  ", " X"), MINNIE))


@pytest.mark.task(RULES, "moves: drops where there is room, pops of one's own discs")
def test_moves(submission: Any, expect: Any) -> None:
    for state, expected in (
        (TWO_AND_ONE, ["Drop(0)", "Drop(1)", "Pop(0)"]),
        (FULL_IN_PLAY, ["Pop(0)", "Pop(1)"]),
    ):
        expect(as_texts(game_of(submission, state).moves(state)), expected)


@pytest.mark.task(RULES, "a pop lowers the column, and passes the turn")
def test_pop(submission: Any, expect: Any) -> None:
    after = game_of(submission, TWO_AND_ONE).make_move(TWO_AND_ONE, Pop(0))
    expect((after.board, after.player), (AFTER_POP.board, AFTER_POP.player))


@pytest.mark.task(RULES, "the example of docs/popout.md: Maxie pops column 0 and wins")
def test_example(submission: Any, expect: Any) -> None:
    game = game_of(submission, EXAMPLE)
    expect(game.status(EXAMPLE), IN_PLAY)
    expect(game.status(game.make_move(EXAMPLE, Pop(0))), Over(Winner(MAXIE)))


@pytest.mark.task(RULES, "a pop that makes four for both, and for the opponent alone")
def test_pops_that_end_the_match(submission: Any, expect: Any) -> None:
    for state, winner in ((FOUR_FOR_BOTH, MAXIE), (FOUR_FOR_MINNIE, MINNIE)):
        game = game_of(submission, state)
        expect(game.status(state), IN_PLAY)
        expect(game.status(game.make_move(state, Pop(0))), Over(Winner(winner)))


@pytest.mark.task(RULES, "full boards: in play while a pop is left, else a draw, but a four wins")
def test_full_boards(submission: Any, expect: Any) -> None:
    for state, expected in (
        (FULL_IN_PLAY, IN_PLAY),
        (STUCK, Over(DRAW)),
        (FOUR_AND_STUCK, Over(Winner(MAXIE))),
    ):
        expect(game_of(submission, state).status(state), expected)


@pytest.mark.task(RULES, "moves as they are typed: 3 and pop 3")
def test_parse_move(submission: Any, expect: Any) -> None:
    game = game_of(submission, TWO_AND_ONE)
    expect(game.parse_move(TWO_AND_ONE, "1"), Drop(1))
    expect(game.parse_move(TWO_AND_ONE, "pop 0"), Pop(0))
    for nothing in ("pop 1", "2", "pop 2", "pop", ""):
        expect(game.parse_move(TWO_AND_ONE, nothing), None)


@pytest.mark.task(ESTIMATE, "a Guess with the sign of the player with an open run of three")
def test_estimate(submission: Any, expect: Any) -> None:
    for state, sign in ((THREE, 1), (MINNIES_THREE, -1)):
        estimate = game_of(submission, state).estimate(state)
        expect(is_a(estimate, CODE.gametree.Guess), True, hint="Guess(7) is one; 7 is not")
        expect(CODE.gametree.est_compare(estimate, Guess(0)), sign)
