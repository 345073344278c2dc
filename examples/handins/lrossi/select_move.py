"""A stack of frames of its own instead of recursion; prints what it looks at."""

from gametree import ConnectFourGame

OFFSETS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def cell(grid, row, col):
    return grid[row][col] if 0 <= row < 6 and 0 <= col < 7 else None


def static_evaluate(game):
    grid = game.grid
    score = 0
    empty = 0
    for row in range(6):
        for col in range(7):
            empty += grid[row][col] == "_"
            for down, right in OFFSETS:
                line = [cell(grid, row + i * down, col + i * right) for i in range(4)]
                if None in line:
                    continue
                if line == ["X"] * 4:
                    return +512
                if line == ["O"] * 4:
                    return -512
                players = set(line) - {"_"}
                if len(players) == 1:
                    [player] = players
                    points = [1, 10, 50][line.count(player) - 1]
                    score += points if player == "X" else -points
    if not empty:
        return 0
    return score + 16 if game.next_turn == "X" else score - 16


class Frame:
    def __init__(self, game, alpha, beta):
        self.is_x = game.next_turn == "X"
        self.left = game.list_legal_moves()
        self.alpha, self.beta = alpha, beta
        self.best = None
        self.move = None
        self.current = None
        game.search_info.branching_factors.append(len(self.left))

    def take(self, value):
        if self.best is None or (value > self.best if self.is_x else value < self.best):
            self.best, self.move = value, self.current
        if self.is_x:
            self.alpha = max(self.alpha, value)
        else:
            self.beta = min(self.beta, value)


def compute_move(game, alpha_beta=True):
    info = game.search_info
    big = 1 << 20
    stack = [Frame(game, -big, big)]
    while True:
        top = stack[-1]
        if top.best is not None and alpha_beta and top.alpha >= top.beta:
            info.moves_pruned += len(top.left)
            top.left = []
        if not top.left:
            stack.pop()
            if not stack:
                return top.move
            game.undo_move()
            stack[-1].take(top.best)
            continue
        top.current = top.left.pop(0)
        game.do_move(top.current)
        info.moves_considered += 1
        if len(stack) > info.depth_reached:
            info.depth_reached = len(stack)
        if len(stack) >= info.depth_limit or game.is_over:
            value = static_evaluate(game)
            print("leaf", value)
            game.undo_move()
            top.take(value)
        elif alpha_beta:
            stack.append(Frame(game, top.alpha, top.beta))
        else:
            stack.append(Frame(game, -big, big))
