"""Parameters have other names."""


from collections.abc import Iterator
from math import inf
from typing import TypeAlias

from gametree import ConnectFourGame

Segment: TypeAlias = tuple[tuple[int, int], ...]

WIN = 512
MOVE_BONUS = 16
SEGMENT_WORTH = (0, 1, 10, 50)


def static_evaluate(game_given: ConnectFourGame) -> int:
    grid = game_given.grid
    counts = [_count_tokens([grid[row][col] for row, col in segment]) for segment in SEGMENTS]
    if (4, 0) in counts:
        return WIN
    if (0, 4) in counts:
        return -WIN
    if not game_given.list_legal_moves():
        return 0
    bonus = MOVE_BONUS if game_given.next_turn == "X" else -MOVE_BONUS
    return sum(_segment_value(xs, os) for xs, os in counts) + bonus


def _segments() -> Iterator[Segment]:
    for row in range(6):
        for col in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down < 6 and 0 <= col + 3 * right < 7:
                    yield tuple((row + i * down, col + i * right) for i in range(4))


SEGMENTS = tuple(_segments())


def _count_tokens(slots_given: list[str]) -> tuple[int, int]:
    return slots_given.count("X"), slots_given.count("O")


def _segment_value(xs_given: int, os_given: int) -> int:
    match xs_given, os_given:
        case _, 0:
            return SEGMENT_WORTH[xs_given]
        case 0, _:
            return -SEGMENT_WORTH[os_given]
        case _:
            return 0


def compute_move(game_given: ConnectFourGame, alpha_beta: bool = True) -> int:
    _, col = _search(game_given, 0, -inf, inf, alpha_beta)
    return col


def _search(
    game_given: ConnectFourGame, depth_given: int, alpha_given: float, beta_given: float, alpha_beta_given: bool
) -> tuple[float, int]:
    moves = game_given.list_legal_moves()
    game_given.search_info.branching_factors.append(len(moves))
    maximise = game_given.next_turn == "X"
    best_value, best_move = -inf if maximise else inf, moves[0]
    for looked_at, col in enumerate(moves, start=1):
        game_given.do_move(col)
        value = _evaluate(game_given, depth_given + 1, alpha_given, beta_given, alpha_beta_given)
        game_given.undo_move()
        if value > best_value if maximise else value < best_value:
            best_value, best_move = value, col
        if maximise:
            alpha_given = max(alpha_given, value)
        else:
            beta_given = min(beta_given, value)
        if alpha_beta_given and alpha_given >= beta_given:
            game_given.search_info.moves_pruned += len(moves) - looked_at
            break
    return best_value, best_move


def _evaluate(
    game_given: ConnectFourGame, depth_given: int, alpha_given: float, beta_given: float, alpha_beta_given: bool
) -> float:
    info = game_given.search_info
    info.moves_considered += 1
    info.depth_reached = max(info.depth_reached, depth_given)
    if depth_given == info.depth_limit or game_given.is_over:
        return static_evaluate(game_given)
    return _search(game_given, depth_given, alpha_given, beta_given, alpha_beta_given)[0]
