"""A move generator for Connect Four: minimax to a depth, with or without alpha-beta pruning.

X wants large values and O small ones. To see it play, start Python in this folder:

    from gametree import ConnectFourGame
    game = ConnectFourGame(level=3)
    game.play(3)             your move
    game.play()              the computer's move, by compute_move
    game.finish_game()       the computer plays both sides to the end
"""

from collections.abc import Iterator
from math import inf
from typing import TypeAlias

from gametree import ConnectFourGame

Segment: TypeAlias = tuple[tuple[int, int], ...]

WIN = 512
MOVE_BONUS = 16
SEGMENT_WORTH = (0, 1, 10, 50)


def static_evaluate(game: ConnectFourGame) -> int:
    """static_evaluate(game) ==> what the grid is worth, large for X, without looking ahead.

    REQUIRES: nothing; the game may be over.
    ENSURES: 512 if X has four in a line, -512 if O has, 0 if the grid is full without that.
    Otherwise the sum over all 69 segments (four slots in a line, in any of the four directions)
    and the move bonus, 16 if X is to move and -16 if O is. A segment with tokens of X alone
    counts 1, 10 or 50 for one, two or three of them; with tokens of O alone -1, -10 or -50; an
    empty or mixed one 0. The game is left as it was.

    >>> static_evaluate(ConnectFourGame())
    16
    >>> static_evaluate(ConnectFourGame([[], [], [], [], [], list("X______")]))
    -13
    >>> static_evaluate(ConnectFourGame([[], [], [], [], list("OOO____"), list("XXXX___")]))
    512
    """
    grid = game.grid
    counts = [_count_tokens([grid[row][col] for row, col in segment]) for segment in SEGMENTS]
    if (4, 0) in counts:
        return WIN
    if (0, 4) in counts:
        return -WIN
    if not game.list_legal_moves():
        return 0
    bonus = MOVE_BONUS if game.next_turn == "X" else -MOVE_BONUS
    return sum(_segment_value(xs, os) for xs, os in counts) + bonus


def _segments() -> Iterator[Segment]:
    """All segments: four slots (row, col) in a line that begin and end on the grid."""
    for row in range(6):
        for col in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down < 6 and 0 <= col + 3 * right < 7:
                    yield tuple((row + i * down, col + i * right) for i in range(4))


SEGMENTS = tuple(_segments())


def _count_tokens(slots: list[str]) -> tuple[int, int]:
    return slots.count("X"), slots.count("O")


def _segment_value(xs: int, os: int) -> int:
    match xs, os:
        case _, 0:
            return SEGMENT_WORTH[xs]
        case 0, _:
            return -SEGMENT_WORTH[os]
        case _:
            return 0


def compute_move(game: ConnectFourGame, alpha_beta: bool = True) -> int:
    """compute_move(game) ==> the column of the best move for the player whose turn it is.

    REQUIRES: the game is not over; the counts of game.search_info are 0, and its
    branching_factors empty.
    ENSURES: the value of the column is the largest for X (the smallest for O) by minimax to the
    depth game.search_info.depth_limit; among equals it is the leftmost. Won and full grids are
    leaves at any depth, and leaves are worth static_evaluate. The grid is left as it was.
    With alpha_beta, the remaining moves of a node are cut once its value reaches a bound
    inherited from any ancestor: at least beta for X, at most alpha for O. The column is the
    same with and without.
    game.search_info is filled, and stays the same object: moves_considered counts every node
    looked at but the root, depth_reached is the largest depth of one (the root has 0),
    branching_factors gets the number of legal moves of every node expanded, the root included,
    and moves_pruned grows at a cut by the number of legal moves not looked at.

    >>> game = ConnectFourGame([[], [], [], [], list("OOO____"), list("XXX____")], level=2)
    >>> compute_move(game)
    3
    >>> game.search_info.depth_reached, game.search_info.moves_pruned > 0
    (2, True)
    """
    _, col = _search(game, 0, -inf, inf, alpha_beta)
    return col


def _search(
    game: ConnectFourGame, depth: int, alpha: float, beta: float, alpha_beta: bool
) -> tuple[float, int]:
    """The value and the leftmost best move of a node that is not a leaf.

    alpha is the most that X is sure of on the way from the root to here, beta the least that O
    is (Russell and Norvig, Artificial Intelligence, the chapter on adversarial search).
    """
    moves = game.list_legal_moves()
    game.search_info.branching_factors.append(len(moves))
    maximise = game.next_turn == "X"
    best_value, best_move = -inf if maximise else inf, moves[0]
    for looked_at, col in enumerate(moves, start=1):
        game.do_move(col)
        value = _evaluate(game, depth + 1, alpha, beta, alpha_beta)
        game.undo_move()
        if value > best_value if maximise else value < best_value:
            best_value, best_move = value, col
        if maximise:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha_beta and alpha >= beta:
            game.search_info.moves_pruned += len(moves) - looked_at
            break
    return best_value, best_move


def _evaluate(
    game: ConnectFourGame, depth: int, alpha: float, beta: float, alpha_beta: bool
) -> float:
    """The value of a node below the root, counted as considered."""
    info = game.search_info
    info.moves_considered += 1
    info.depth_reached = max(info.depth_reached, depth)
    if depth == info.depth_limit or game.is_over:
        return static_evaluate(game)
    return _search(game, depth, alpha, beta, alpha_beta)[0]
