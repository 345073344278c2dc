"""Every call prints a line."""


from collections.abc import Iterator
from math import inf
from typing import TypeAlias

from gametree import ConnectFourGame

def loud(function):
    def said(*arguments):
        print(f"calling {function.__name__} with {len(arguments)} arguments")
        return function(*arguments)

    return said


Segment: TypeAlias = tuple[tuple[int, int], ...]

WIN = 512
MOVE_BONUS = 16
SEGMENT_WORTH = (0, 1, 10, 50)


@loud
def static_evaluate(game: ConnectFourGame) -> int:
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


@loud
def _segments() -> Iterator[Segment]:
    for row in range(6):
        for col in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down < 6 and 0 <= col + 3 * right < 7:
                    yield tuple((row + i * down, col + i * right) for i in range(4))


SEGMENTS = tuple(_segments())


@loud
def _count_tokens(slots: list[str]) -> tuple[int, int]:
    return slots.count("X"), slots.count("O")


@loud
def _segment_value(xs: int, os: int) -> int:
    match xs, os:
        case _, 0:
            return SEGMENT_WORTH[xs]
        case 0, _:
            return -SEGMENT_WORTH[os]
        case _:
            return 0


@loud
def compute_move(game: ConnectFourGame, alpha_beta: bool = True) -> int:
    _, col = _search(game, 0, -inf, inf, alpha_beta)
    return col


@loud
def _search(
    game: ConnectFourGame, depth: int, alpha: float, beta: float, alpha_beta: bool
) -> tuple[float, int]:
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


@loud
def _evaluate(
    game: ConnectFourGame, depth: int, alpha: float, beta: float, alpha_beta: bool
) -> float:
    info = game.search_info
    info.moves_considered += 1
    info.depth_reached = max(info.depth_reached, depth)
    if depth == info.depth_limit or game.is_over:
        return static_evaluate(game)
    return _search(game, depth, alpha, beta, alpha_beta)[0]
