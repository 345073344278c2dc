"""Pieces as sets of cells: slow, and easy to read. Answers are lists."""

from gametree import L_POSITIONS, SQUARE_POSITIONS, Step

ERROR = "position not recognized"
TABLES = (L_POSITIONS, L_POSITIONS, SQUARE_POSITIONS, SQUARE_POSITIONS)


def cells(p):
    return {(row, col) for row in range(4) for col in range(4) if p[row] & (8 >> col)}


L_CELLS = [frozenset(cells(p)) for p in L_POSITIONS]
SQUARE_CELLS = [frozenset(cells(p)) for p in SQUARE_POSITIONS]


def lookup_pos(p, positions):
    wanted = cells(p)
    numbers = [i for i, q in enumerate(positions) if cells(q) == wanted]
    if len(numbers) == 0:
        raise ValueError(f"{ERROR}: {p}")
    return numbers[0]


def str2cfg(text):
    board = {}
    rows = text.split("/")
    for r, row in enumerate(rows):
        for c, piece in enumerate(row):
            board[r, c] = piece
    if set(board) != {(r, c) for r in range(4) for c in range(4)} or len(rows) != 4:
        raise ValueError(ERROR)
    config = []
    for piece, table in zip("1234", TABLES):
        p = tuple(sum((board[r, c] == piece) * 2 ** (3 - c) for c in range(4)) for r in range(4))
        config.append(lookup_pos(p, table))
    return config


def next_l_pos(c, step):
    own = {Step.MIN: 0, Step.MAX: 1}[step]
    others = L_CELLS[c[1 - own]] | SQUARE_CELLS[c[2]] | SQUARE_CELLS[c[3]]
    result = []
    for place in reversed(range(48)):
        if place != c[own] and L_CELLS[place].isdisjoint(others):
            new = list(c)
            new[own] = place
            result.append(new)
    return result


def make_next_level(c, step):
    result = []
    for full in next_l_pos(c, step):
        covered = L_CELLS[full[0]] | L_CELLS[full[1]] | SQUARE_CELLS[full[2]] | SQUARE_CELLS[full[3]]
        for square in (2, 3):
            for place, where in enumerate(SQUARE_CELLS):
                if not where & covered:
                    new = list(full)
                    new[square] = place
                    result.append(new)
    return result


def is_lost(c, step):
    return count_moves(c, step) == 0


def alpha_beta(c, depth, step):
    if is_lost(c, step):
        raise ValueError("decided")

    def value(c, depth, step, alpha, beta):
        if is_lost(c, step):
            return (-1000 if step == Step.MAX else 1000), None
        if depth == 0:
            return eval_position(c), None
        best = None
        for child in make_next_level(c, step):
            v, _ = value(child, depth - 1, step.other, alpha, beta)
            if best is None or (v > best[0] if step == Step.MAX else v < best[0]):
                best = (v, child)
            if step == Step.MAX:
                alpha = max(alpha, best[0])
            else:
                beta = min(beta, best[0])
            if beta <= alpha:
                return best
        return best

    v, move = value(c, depth, step, float("-inf"), float("inf"))
    return [v, move]


# Given.


def count_moves(c, step):
    return len(next_l_pos(c, step))


def eval_position(c):
    return count_moves(c, Step.MAX) - count_moves(c, Step.MIN)
