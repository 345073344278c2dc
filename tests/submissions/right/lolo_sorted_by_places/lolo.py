"""Sorts the moves of every position by the places that they leave to the opponent."""

from gametree import L_POSITIONS, SQUARE_POSITIONS, Step


def bits(p):
    return ((p[0] * 16 + p[1]) * 16 + p[2]) * 16 + p[3]


LS = [bits(p) for p in L_POSITIONS]
SQUARES = [bits(p) for p in SQUARE_POSITIONS]
WIN = 1000


def lookup_pos(p, positions):
    for i in range(len(positions)):
        if positions[i] == p:
            return i
    raise ValueError("position not recognized")


def str2cfg(text):
    rows = text.split("/")
    if len(rows) != 4 or any(len(row) != 4 for row in rows):
        raise ValueError("position not recognized")
    found = []
    for piece, table in zip("1234", (L_POSITIONS, L_POSITIONS, SQUARE_POSITIONS, SQUARE_POSITIONS)):
        masks = tuple(
            int("".join("1" if cell == piece else "0" for cell in row), 2) for row in rows
        )
        found.append(lookup_pos(masks, table))
    return tuple(found)


def next_l_pos(c, step):
    red, green, blue, brown = c
    squares = SQUARES[blue] | SQUARES[brown]
    if step is Step.MAX:
        occupied = LS[red] | squares
        return [(red, i, blue, brown) for i, l in enumerate(LS) if not l & occupied and i != green]
    occupied = LS[green] | squares
    return [(i, green, blue, brown) for i, l in enumerate(LS) if not l & occupied and i != red]


def make_next_level(c, step):
    result = []
    for red, green, blue, brown in next_l_pos(c, step):
        occupied = LS[red] | LS[green] | SQUARES[blue] | SQUARES[brown]
        for i, square in enumerate(SQUARES):
            if not square & occupied:
                result.append((red, green, i, brown))
                result.append((red, green, blue, i))
    return result


EXACT = {}


def alpha_beta(c, depth, step):
    if count_moves(c, step) == 0:
        raise ValueError("can not call alpha-beta with decided position")
    alpha, beta, best = -2 * WIN, 2 * WIN, None
    for child in in_order(c, step):
        value = evaluate(child, depth - 1, step.other, alpha, beta)
        if best is None or (value > best[0] if step is Step.MAX else value < best[0]):
            best = value, child
        if step is Step.MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
    return best


def in_order(c, step):
    return sorted(make_next_level(c, step), key=lambda d: (count_moves(d, step.other), d))


def evaluate(c, depth, step, alpha, beta):
    if count_moves(c, step) == 0:
        return -WIN if step is Step.MAX else WIN
    if depth == 0:
        return eval_position(c)
    if (c, depth, step) in EXACT:
        return EXACT[c, depth, step]
    low, high = alpha, beta
    best = -2 * WIN if step is Step.MAX else 2 * WIN
    for child in in_order(c, step):
        value = evaluate(child, depth - 1, step.other, alpha, beta)
        if step is Step.MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    if low < best < high:
        EXACT[c, depth, step] = best
    return best


# Given.


def count_moves(c, step):
    return len(next_l_pos(c, step))


def eval_position(c):
    return count_moves(c, Step.MAX) - count_moves(c, Step.MIN)
