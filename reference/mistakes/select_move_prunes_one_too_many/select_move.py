POINTS = [0, 1, 10, 50]


def segments(grid):
    for row in range(6):
        for col in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * down < 6 and 0 <= col + 3 * right < 7:
                    yield [grid[row + i * down][col + i * right] for i in range(4)]


def static_evaluate(game):
    total = 16 if game.next_turn == "X" else -16
    for segment in segments(game.grid):
        xs, os = segment.count("X"), segment.count("O")
        if xs == 4:
            return 512
        if os == 4:
            return -512
        if os == 0:
            total += POINTS[xs]
        elif xs == 0:
            total -= POINTS[os]
    if not game.list_legal_moves():
        return 0
    return total


def compute_move(game, alpha_beta=True):
    return search(game, 0, -10000, 10000, alpha_beta)[1]


def search(game, depth, alpha, beta, prune):
    info = game.search_info
    if depth > 0:
        info.moves_considered += 1
    info.depth_reached = max(info.depth_reached, depth)
    moves = game.list_legal_moves()
    if depth == info.depth_limit or game.winner or not moves:
        return static_evaluate(game), None
    info.branching_factors.append(len(moves))
    best, choice = None, None
    for number, col in enumerate(moves, start=1):
        game.do_move(col)
        value, _ = search(game, depth + 1, alpha, beta, prune)
        game.undo_move()
        if game.next_turn == "X":
            if best is None or value > best:
                best, choice = value, col
            alpha = max(alpha, value)
        else:
            if best is None or value < best:
                best, choice = value, col
            beta = min(beta, value)
        if prune and alpha >= beta:
            info.moves_pruned += len(moves) - number + 1
            break
    return best, choice
