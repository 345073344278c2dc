"""Hidden checks of run: Minnie answers, and doesn't miss her last chance.

Only what `c4_hvab` puts together is judged (see the public checks). Minnie is asked for a move
where few are left, so that it is all the same how many moves ahead she looks. Her moves are judged
here, while what kind of object she is, the public checks take on the hand-in's own word.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest

from checks.boards import board_picture
from checks.kinds import class_of
from grader.student.compare import same, short
from grader.student.evidence import CheckFailed, Evidence
from grader.student.python_text import python_text
from grader.student.question import CODE
from reference.checks.boards import Board, Goal, steered
from reference.checks.plays import STANDARD, until_found

MATCHES = 4
CELLS_LEFT = 3
ALMOST_ALL = STANDARD[0] * STANDARD[1] - CELLS_LEFT


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


@cache
def last_chances() -> tuple[Board, ...]:
    """Such boards on which one of the two moves wins at once, and the other one never does.

    On every other one of them it is the first move that wins.
    """
    return tuple([_last_chance(seed, wins=seed % 2) for seed in range(MATCHES)])


def _last_chance(seed: int, wins: int) -> Board:
    rng = Random(seed)

    def attempt() -> Board | None:
        board = steered(Goal(STANDARD, {}, "O", least=ALMOST_ALL), rng)
        if board is None or len(board.drops()) != 2:
            return None
        winning, other = board.drops()[wins], board.drops()[1 - wins]
        return board if _wins(board, winning) and _best(board.drop(other)) >= 0 else None

    return until_found(attempt)


def _wins(board: Board, col: int) -> bool:
    return board.makes_four(col, len(board.columns[col]), board.mover)


def _best(board: Board) -> int:
    """What the mover comes to at best: 1 for a win, 0 for a draw, -1 for a loss."""
    values = [1 if _wins(board, col) else -_best(board.drop(col)) for col in board.drops()]
    return max(values, default=0)


def is_legal(board: Board, move: Any) -> bool:
    """Whether an answer is a column that can be played."""
    return any(same(move, col) for col in board.drops())


def is_win(board: Board, move: Any) -> bool:
    """Whether an answer is a column that can be played, and wins."""
    return any(same(move, col) and _wins(board, col) for col in board.drops())


@pytest.mark.task("run.c4_hvab", "Minnie answers with a legal move")
def test_minnie_answers(submission: Any, expect: Any) -> None:
    for board in late_boards():
        if all(is_legal(board, move) for move in _moves_of_same_players(board, submission, expect)):
            _expect_legal(board, submission.run.c4_hvab().minnie.next_move(board.state), expect)


@pytest.mark.task("run.c4_hvab", "Minnie makes the move that wins, where one does")
def test_minnie_wins(submission: Any, expect: Any) -> None:
    for board in last_chances():
        if all(is_win(board, move) for move in _moves_of_same_players(board, submission, expect)):
            _expect_win(board, submission.run.c4_hvab().minnie.next_move(board.state), expect)


@pytest.mark.task("run.c4_hvab", "Minnie looks a whole number of moves ahead, at least one")
def test_depth(submission: Any, expect: Any) -> None:
    minnie = submission.run.c4_hvab().minnie
    # What a player keeps her depth in is hers to choose; if it is as in MiniMax, it must be one or
    # more, and whole: steps of one never get from half a move to none.
    question = CODE.builtins.getattr(minnie, "search_depth", 1)
    depth = expect.answer(question)
    if isinstance(depth, int | float) and (depth < 1 or depth % 1 > 0):
        kind = f"the search depth is {'below 1' if depth < 1 else 'no whole number'}"
        words, call = f"the search depth is {depth}", python_text(question)
        raise CheckFailed(Evidence(words, call, kind=kind))


@pytest.mark.task("run.c4_hvab", "a match stays as it is when another one is put together")
def test_another_match(submission: Any, expect: Any) -> None:
    match, made_by = submission.run.c4_hvab(), submission.alphabeta.AlphaBeta
    minnie = class_of(made_by, made_by(submission.connect4.Connect4(), 1), expect)

    def has_own_minnie() -> Any:
        return CODE.builtins.isinstance(match.minnie, minnie)

    others = [submission.run.c4_hvab().maxie]
    if _is_a_match(submission.run.c4_hvmm(), expect):
        others.append(submission.run.c4_hvmm().maxie)
    before, *_, after = expect.answer([has_own_minnie(), *others, has_own_minnie()])
    if before is True and after is not True:
        call = python_text([match, *others, match.minnie])
        words = "its Minnie is another one after c4_hvmm()"
        raise CheckFailed(Evidence(words, call, kind=words))


def _is_a_match(question: Any, expect: Any) -> bool:
    # What is given may have been left out, or changed, by who has no use for it.
    with suppress(CheckFailed):
        return expect.answer(CODE.builtins.isinstance(question, CODE.gametree.Referee)) is True
    return False


def _moves_of_same_players(board: Board, submission: Any, expect: Any) -> Iterator[Any]:
    """What players make of the board that these checks put together from the same parts.

    A fault of the parts is not this task's, however many moves ahead it shows.
    """
    game = submission.connect4.Connect4()
    for depth in range(1, CELLS_LEFT + 1):
        try:
            yield expect.answer(submission.alphabeta.AlphaBeta(game, depth).next_move(board.state))
        except CheckFailed:
            yield None


def _expect_legal(board: Board, question: Any, expect: Any) -> None:
    move = expect.answer(question)
    if not is_legal(board, move):
        legal = " or ".join(map(str, board.drops()))
        message = f"Minnie's move is {short(move)}, where {legal} would be legal"
        picture, kind = board_picture(board.state), "Minnie's move is not legal"
        raise CheckFailed(Evidence(message, python_text(question), picture=picture, kind=kind))


def _expect_win(board: Board, question: Any, expect: Any) -> None:
    move = expect.answer(question)
    if not is_win(board, move):
        winning = next(col for col in board.drops() if _wins(board, col))
        message = f"Minnie's move is {short(move)}, where {winning} wins at once"
        picture, kind = board_picture(board.state), "Minnie doesn't take a move that wins at once"
        raise CheckFailed(Evidence(message, python_text(question), picture=picture, kind=kind))
