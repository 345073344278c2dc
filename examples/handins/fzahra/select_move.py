"""Searches on columns of its own and never touches the game; segments as bit masks."""

WIDTH, HEIGHT = 7, 6


def mask(cells):
    return sum(1 << (c * HEIGHT + r) for c, r in cells)


SEGMENTS = (
    [mask((c + i, r) for i in range(4)) for c in range(4) for r in range(6)]
    + [mask((c, r + i) for i in range(4)) for c in range(7) for r in range(3)]
    + [mask((c + i, r + i) for i in range(4)) for c in range(4) for r in range(3)]
    + [mask((c + i, r + 3 - i) for i in range(4)) for c in range(4) for r in range(3)]
)


class Position:
    def __init__(self, heights, tokens, to_move):
        self.heights = heights
        self.tokens = tokens
        self.to_move = to_move

    @classmethod
    def of(cls, game):
        tokens = {"X": 0, "O": 0}
        heights = [0] * WIDTH
        for r, row in enumerate(reversed(game.grid)):
            for c, slot in enumerate(row):
                if slot != "_":
                    tokens[slot] |= 1 << (c * HEIGHT + r)
                    heights[c] += 1
        return cls(heights, tokens, game.next_turn)

    def moves(self):
        return [c for c in range(WIDTH) if self.heights[c] < HEIGHT]

    def after(self, col):
        heights, tokens = list(self.heights), dict(self.tokens)
        tokens[self.to_move] |= 1 << (col * HEIGHT + heights[col])
        heights[col] += 1
        return Position(heights, tokens, "O" if self.to_move == "X" else "X")

    def winner(self):
        for player, own in self.tokens.items():
            if any(own & s == s for s in SEGMENTS):
                return player
        return None

    def value(self):
        winner = self.winner()
        if winner:
            return 512 if winner == "X" else -512
        if not self.moves():
            return 0
        points = [0, 1, 10, 50]
        total = 16 if self.to_move == "X" else -16
        for s in SEGMENTS:
            xs = bin(self.tokens["X"] & s).count("1")
            os = bin(self.tokens["O"] & s).count("1")
            if not os:
                total += points[xs]
            if not xs:
                total -= points[os]
        return total


def static_evaluate(game):
    return Position.of(game).value()


def compute_move(game, alpha_beta=True):
    start = Position.of(game)
    if start.to_move == "X":
        _, move = best_for_x(start, 0, -1000, 1000, alpha_beta, game.search_info)
    else:
        _, move = best_for_o(start, 0, -1000, 1000, alpha_beta, game.search_info)
    return move


def leaf(position, depth, info):
    return depth == info.depth_limit or position.winner() or not position.moves()


def look(position, depth, info):
    info.moves_considered += 1
    info.depth_reached = max(depth, info.depth_reached)


def best_for_x(position, depth, alpha, beta, prune, info):
    moves = position.moves()
    info.branching_factors.append(len(moves))
    value, best = -1000, None
    while moves:
        move = moves.pop(0)
        child = position.after(move)
        look(child, depth + 1, info)
        if leaf(child, depth + 1, info):
            v = child.value()
        else:
            v, _ = best_for_o(child, depth + 1, max(alpha, value), beta, prune, info)
        if v > value:
            value, best = v, move
        if prune and value >= beta:
            info.moves_pruned += len(moves)
            break
    return value, best


def best_for_o(position, depth, alpha, beta, prune, info):
    moves = position.moves()
    info.branching_factors.append(len(moves))
    value, best = 1000, None
    while moves:
        move = moves.pop(0)
        child = position.after(move)
        look(child, depth + 1, info)
        if leaf(child, depth + 1, info):
            v = child.value()
        else:
            v, _ = best_for_x(child, depth + 1, alpha, min(beta, value), prune, info)
        if v < value:
            value, best = v, move
        if prune and value <= alpha:
            info.moves_pruned += len(moves)
            break
    return value, best
