#!/usr/bin/env python
# vim: set fileencoding=cp1252 :
# “Lolo” – €
"""One search for both players: a position is worth what its mover gets."""

from gametree import L_POSITIONS, SQUARE_POSITIONS, Step

SIGN = {Step.MAX: 1, Step.MIN: -1}


def lookup_pos(p, positions):
    try:
        return list(positions).index(tuple(p))
    except ValueError:
        raise ValueError("position not recognized") from None


def str2cfg(text):
    rows = text.split("/")
    if list(map(len, rows)) != [4] * 4:
        raise ValueError("position not recognized")

    def piece(digit, table):
        return lookup_pos(
            tuple(int("".join(str(int(x == digit)) for x in row), base=2) for row in rows), table
        )

    return (
        piece("1", L_POSITIONS),
        piece("2", L_POSITIONS),
        piece("3", SQUARE_POSITIONS),
        piece("4", SQUARE_POSITIONS),
    )


def overlap(p, q):
    return p[0] & q[0] or p[1] & q[1] or p[2] & q[2] or p[3] & q[3]


def next_l_pos(c, step):
    red, green, blue, brown = c
    squares = [SQUARE_POSITIONS[blue], SQUARE_POSITIONS[brown]]
    own, other = (green, red) if step is Step.MAX else (red, green)
    blocks = [L_POSITIONS[other], *squares]
    free = [
        i
        for i, p in enumerate(L_POSITIONS)
        if i != own and not any(overlap(p, block) for block in blocks)
    ]
    return [(red, i, blue, brown) if step is Step.MAX else (i, green, blue, brown) for i in free]


def make_next_level(c, step):
    found = []
    for red, green, blue, brown in next_l_pos(c, step):
        pieces = [L_POSITIONS[red], L_POSITIONS[green]]
        pieces += [SQUARE_POSITIONS[blue], SQUARE_POSITIONS[brown]]
        for i in range(16):
            if not any(overlap(SQUARE_POSITIONS[i], p) for p in pieces):
                found += [(red, green, i, brown), (red, green, blue, i)]
    return found


def negamax(c, depth, step, low, high):
    """The value for the player to move, and the move."""
    if count_moves(c, step) == 0:
        return -1000, None
    if depth == 0:
        return SIGN[step] * eval_position(c), None
    best = -(10**6)
    move = None
    for child in make_next_level(c, step):
        v = -negamax(child, depth - 1, step.other, -high, -low)[0]
        if v > best:
            best, move = v, child
        low = max(low, v)
        if low >= high:
            break
    return best, move


def alpha_beta(c, depth, step):
    value, move = negamax(c, depth, step, -(10**6), 10**6)
    if move is None:
        raise ValueError("can not call alpha-beta with decided position")
    return SIGN[step] * value, move


# Given.


def count_moves(c, step):
    return len(next_l_pos(c, step))


def eval_position(c):
    return count_moves(c, Step.MAX) - count_moves(c, Step.MIN)
