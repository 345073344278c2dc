"""A board is one number of sixteen bits."""

from gametree import L_POSITIONS, SQUARE_POSITIONS, Step


def bits(p):
    return ((p[0] * 16 + p[1]) * 16 + p[2]) * 16 + p[3]


LS = [bits(p) for p in L_POSITIONS]
SQUARES = [bits(p) for p in SQUARE_POSITIONS]
WIN = 1000


L_PLACES = {p: i for i, p in enumerate(L_POSITIONS)}
SQUARE_PLACES = {p: i for i, p in enumerate(SQUARE_POSITIONS)}


def lookup_pos(p, positions):
    places = L_PLACES if positions is L_POSITIONS else SQUARE_PLACES
    if p not in places:
        raise ValueError("position not recognized")
    return places[p]


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


def alpha_beta(c, depth, step):
    if not next_l_pos(c, step):
        raise ValueError("can not call alpha-beta with decided position")
    best_move = None
    alpha, beta = -10**9, 10**9
    for child in make_next_level(c, step):
        v = evaluate(child, depth - 1, step.other, alpha, beta)
        if step is Step.MAX and v > alpha:
            alpha, best_move = v, child
        if step is Step.MIN and v < beta:
            beta, best_move = v, child
    return (alpha if step is Step.MAX else beta), best_move


def evaluate(c, depth, step, alpha, beta):
    if not next_l_pos(c, step):
        return -WIN if step is Step.MAX else WIN
    if depth == 0:
        return eval_position(c)
    for child in make_next_level(c, step):
        v = evaluate(child, depth - 1, step.other, alpha, beta)
        if step is Step.MAX:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return alpha if step is Step.MAX else beta


# Given.


def count_moves(c, step):
    return len(next_l_pos(c, step))


def eval_position(c):
    return count_moves(c, Step.MAX) - count_moves(c, Step.MIN)
