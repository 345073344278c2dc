from gametree import L_POSITIONS, SQUARE_POSITIONS, Step


def lookup_pos(p, positions):
    for index, position in enumerate(positions):
        if position == p:
            return index
    raise ValueError("position not recognized")


def find(p, table):
    if p not in table:
        raise ValueError("position not recognized")
    return table.index(p)


def str2cfg(text):
    rows = text.split("/")
    rows = (rows + [""] * 4)[:4]
    masks = {
        piece: tuple(
            sum(8 >> col for col, cell in enumerate(row) if cell == piece) for row in rows
        )
        for piece in "1234"
    }
    return (
        find(masks["1"], L_POSITIONS),
        find(masks["2"], L_POSITIONS),
        find(masks["3"], SQUARE_POSITIONS),
        find(masks["4"], SQUARE_POSITIONS),
    )


def bits(p):
    return p[0] << 12 | p[1] << 8 | p[2] << 4 | p[3]


LS = [bits(p) for p in L_POSITIONS]
SQUARES = [bits(p) for p in SQUARE_POSITIONS]


def next_l_pos(c, step):
    red, green, blue, brown = c
    squares = SQUARES[blue] | SQUARES[brown]
    result = []
    for place, p in enumerate(LS):
        if step is Step.MAX:
            if place != green and not p & (LS[red] | squares):
                result.append((red, place, blue, brown))
        elif place != red and not p & (LS[green] | squares):
            result.append((place, green, blue, brown))
    return result


def make_next_level(c, step):
    result = []
    for red, green, blue, brown in next_l_pos(c, step):
        covered = LS[red] | LS[green] | SQUARES[blue] | SQUARES[brown]
        for cell, p in enumerate(SQUARES):
            if not p & covered:
                result.append((red, green, cell, brown))
                result.append((red, green, blue, cell))
    return result


def alpha_beta(c, depth, step):
    if count_moves(c, step) == 0:
        raise ValueError("can not call alpha-beta with decided position")
    return search(c, depth, step, float("-inf"), float("inf"))


def search(c, depth, step, alpha, beta):
    if count_moves(c, step) == 0:
        return (-1000 if step is Step.MAX else 1000), c
    if depth == 0:
        return eval_position(c), c
    best, move = None, None
    for child in make_next_level(c, step):
        value, _ = search(child, depth - 1, step.other, alpha, beta)
        if step is Step.MAX:
            if best is None or value > best:
                best, move = value, child
            alpha = max(alpha, best)
        else:
            if best is None or value < best:
                best, move = value, child
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, move


# Given.


def count_moves(c, step):
    return len(next_l_pos(c, step))


def eval_position(c):
    return count_moves(c, Step.MAX) - count_moves(c, Step.MIN)
