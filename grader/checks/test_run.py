"""Hidden checks of run: Minnie answers.

Only what `c4_hvab` puts together is judged (see the public checks). Minnie is asked for a move
where few are left, so that it is all the same how many moves ahead she looks.
"""

from functools import cache
from random import Random
from typing import Any

import pytest

from checks.boards import board_picture
from checks.compare import same, short
from checks.evidence import CheckFailed, Evidence
from checks.question import python_text
from grader.checks.boards import Board, Goal, steered
from grader.checks.plays import STANDARD, until_found

MATCHES = 4
ALMOST_ALL = STANDARD[0] * STANDARD[1] - 3


@cache
def late_boards() -> tuple[Board, ...]:
    """Boards in play on which Minnie is to move, three cells in two columns being free."""
    return tuple(map(_late, range(MATCHES)))


def _late(seed: int) -> Board:
    rng = Random(seed)

    def attempt() -> Board | None:
        board = steered(Goal(STANDARD, {}, "O", least=ALMOST_ALL), rng)
        return board if board is not None and len(board.drops()) == 2 else None

    return until_found(attempt)


def is_legal(board: Board, move: Any) -> bool:
    """Whether an answer is a column that can be played."""
    return any(same(move, col) for col in board.drops())


@pytest.mark.task("run.c4_hvab", "Minnie answers with a legal move")
def test_minnie_answers(submission: Any, expect: Any) -> None:
    for board in late_boards():
        game = submission.connect4.Connect4()
        same_player = submission.alphabeta.AlphaBeta(game, 1).next_move(board.state)
        try:
            judged = is_legal(board, expect.answer(same_player))
        except CheckFailed:
            judged = False
        if judged:
            _expect_legal(board, submission.run.c4_hvab().minnie.next_move(board.state), expect)


def _expect_legal(board: Board, question: Any, expect: Any) -> None:
    move = expect.answer(question)
    if not is_legal(board, move):
        legal = " or ".join(map(str, board.drops()))
        message = f"Minnie's move is {short(move)}, where {legal} would be legal"
        picture = board_picture(board.state)
        raise CheckFailed(Evidence(message, python_text(question), picture=picture))
