"""One search for both players, by a sign; a draw and a win end it."""

TABLE = {0: 0, 1: 1, 2: 10, 3: 50}


def lines(grid):
    for r in range(6):
        for c in range(7):
            for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                if 0 <= r + 3 * dr < 6 and c + 3 * dc < 7:
                    yield [grid[r + i * dr][c + i * dc] for i in range(4)]


def static_evaluate(game):
    total = 16 if game.next_turn == "X" else -16
    for line in lines(game.grid):
        xs, os = line.count("X"), line.count("O")
        if xs == 4:
            return 512
        if os == 4:
            return -512
        if xs == 0:
            total -= TABLE[os]
        elif os == 0:
            total += TABLE[xs]
    return total if game.list_legal_moves() else 0


def compute_move(game, alpha_beta=True):
    return negamax(game, 0, float("-inf"), float("inf"), alpha_beta)[1]


def negamax(game, depth, low, high, prune):
    info = game.search_info
    if depth > 0:
        info.moves_considered += 1
    if depth > info.depth_reached:
        info.depth_reached = depth
    sign = 1 if game.next_turn == "X" else -1
    value = static_evaluate(game)
    moves = game.list_legal_moves()
    if depth == info.depth_limit or abs(value) == 512 and game.is_over or not moves:
        return sign * value, None
    info.branching_factors = [len(moves)] + info.branching_factors
    best, best_move = float("-inf"), None
    for i, move in enumerate(moves):
        game.do_move(move)
        v = -negamax(game, depth + 1, -high, -low, prune)[0]
        game.undo_move()
        if v > best:
            best, best_move = v, move
        low = max(low, best)
        if prune and low >= high:
            info.moves_pruned += len(moves) - 1 - i
            break
    return best, best_move
