"""Windows cut out of strings; a search that never returns a value outside of its bounds."""

import re
from dataclasses import dataclass

from gametree import ConnectFourGame

INFINITY = 10**9
SCORES = {3: 50, 2: 10, 1: 1, 0: 0}


def strings(grid):
    rows = ["".join(row) for row in grid]
    yield from rows
    yield from map("".join, zip(*rows))
    for slanted in (
        [" " * i + row + " " * (5 - i) for i, row in enumerate(rows)],
        [" " * (5 - i) + row + " " * i for i, row in enumerate(rows)],
    ):
        yield from map("".join, zip(*slanted))


def static_evaluate(game: ConnectFourGame) -> int:
    windows = []
    for string in strings(game.grid):
        windows += [m.group(1) for m in re.finditer(r"(?=([XO_]{4}))", string)]
    if "XXXX" in windows:
        return 512
    if "OOOO" in windows:
        return -512
    if not any("_" in row for row in game.grid):
        return 0
    x = sum(SCORES[w.count("X")] for w in windows if "O" not in w)
    o = sum(SCORES[w.count("O")] for w in windows if "X" not in w)
    return x - o + {"X": 16, "O": -16}[game.next_turn]


@dataclass
class Window:
    alpha: int = -INFINITY
    beta: int = INFINITY

    def closed(self):
        return self.alpha >= self.beta


class Searcher:
    def __init__(self, game, prune):
        self.game = game
        self.prune = prune
        self.info = game.search_info

    def over(self):
        return self.info.depth_limit == self.depth or self.game.winner or self.game.is_over

    depth = 0

    def run(self, window):
        """The value within the window, and the first move that reaches it."""
        maximise = self.game.next_turn == "X"
        legal = self.game.list_legal_moves()
        self.info.branching_factors.append(len(legal))
        window = Window(window.alpha, window.beta)
        choice = None
        for number, col in enumerate(legal):
            if self.prune and window.closed():
                self.info.moves_pruned += len(legal[number:])
                break
            value = self.value_of(col, window if self.prune else Window())
            if maximise and (value > window.alpha):
                window.alpha, choice = value, col
            elif not maximise and value < window.beta:
                window.beta, choice = value, col
        return (window.alpha if maximise else window.beta), choice

    def value_of(self, col, window):
        self.game.do_move(col)
        self.depth += 1
        self.info.moves_considered += 1
        self.info.depth_reached = max(self.info.depth_reached, self.depth)
        value = static_evaluate(self.game) if self.over() else self.run(window)[0]
        self.depth -= 1
        self.game.undo_move()
        return value


def compute_move(game: ConnectFourGame, alpha_beta: bool = True) -> int:
    return Searcher(game, alpha_beta).run(Window())[1]
