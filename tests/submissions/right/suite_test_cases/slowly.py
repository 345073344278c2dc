"""What is expected, found out slowly and plainly."""

import random
from itertools import product

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Definitely,
    ExplicitGame,
    Guess,
    Player,
    TreeLeaf,
    TreeNode,
    Winner,
    est_compare,
)


class Spy(ExplicitGame):
    def __init__(self, tree):
        ExplicitGame.__init__(self, tree)
        self.leaves = []

    def estimate(self, state):
        self.leaves.append(state.tree.label)
        return Guess(state.tree.value)


def grow(rng, depth, names):
    label = "n%d" % next(names)
    if depth == 0:
        return TreeLeaf(label, rng.randint(-4, 4))
    if rng.random() < 0.15:
        return TreeLeaf(label, rng.choice([Winner(player) for player in Player]))
    return TreeNode(label, [grow(rng, depth - 1, names) for _ in range(rng.randint(1, 4))])


def some_trees(how_many, depth):
    rng = random.Random(depth)
    for _ in range(how_many):
        names = iter(range(1000))
        yield TreeNode("top", [grow(rng, depth - 1, names) for _ in range(rng.randint(2, 4))])


def worth(tree, player):
    """Minimax."""
    if isinstance(tree, TreeLeaf):
        return Guess(tree.value) if isinstance(tree.value, int) else Definitely(tree.value)
    best = None
    for child in tree.children:
        est = worth(child, player.other)
        if best is None or better(est, best, player):
            best = est
    return best


def better(one, other, player):
    return est_compare(one, other) == (1 if player is Player.MAXIE else -1)


def at_most(one, other):
    return est_compare(one, other) <= 0


def judged(window, player, move, est):
    """The result of a node, by the definition of pruning."""
    alpha, beta = window
    if alpha is not PRUNED and at_most(est, alpha.est):
        return PARENT_PRUNE if player is Player.MAXIE else PRUNED
    if beta is not PRUNED and at_most(beta.est, est):
        return PRUNED if player is Player.MAXIE else PARENT_PRUNE
    return BestEdge(move, est)


class Plain:
    """Alpha-beta and Jamboree, with lists."""

    def __init__(self, percentage):
        self.percentage = percentage
        self.leaves = []

    def evaluate(self, tree, player, window, move):
        if isinstance(tree, TreeLeaf):
            if isinstance(tree.value, int):
                self.leaves.append(tree.label)
            return judged(window, player, move, worth(tree, player))
        found = self.search(tree, player, window)
        return judged(window, player, move, found.est) if isinstance(found, BestEdge) else found

    def search(self, tree, player, window):
        own = 0 if player is Player.MAXIE else 1
        window = list(window)
        cut = int(self.percentage * len(tree.children))
        children = list(enumerate(tree.children))
        for move, child in children[:cut]:
            result = self.evaluate(child, player.other, window, move)
            if result is PARENT_PRUNE:
                return PRUNED
            self.improve(window, own, player, result)
        results = [self.evaluate(c, player.other, tuple(window), m) for m, c in children[cut:]]
        if PARENT_PRUNE in results:
            return PRUNED
        for result in results:
            self.improve(window, own, player, result)
        return window[own]

    def improve(self, window, own, player, result):
        if isinstance(result, BestEdge):
            if window[own] is PRUNED or better(result.est, window[own].est, player):
                window[own] = result


def four_lines(num_cols, num_rows):
    for x, y, (dx, dy) in product(range(num_cols), range(num_rows), [(1, 0), (0, 1), (1, 1), (1, -1)]):
        cells = [(x + k * dx, y + k * dy) for k in range(4)]
        if all(a < num_cols and 0 <= b < num_rows for a, b in cells):
            yield cells


def value_of(grid, to_move):
    """static_evaluate."""
    total = 16 if to_move == "X" else -16
    for cells in four_lines(7, 6):
        slots = [grid[y][x] for x, y in cells]
        xs, os = slots.count("X"), slots.count("O")
        if xs == 4 or os == 4:
            return 512 if xs else -512
        if not os:
            total += [0, 1, 10, 50][xs]
        elif not xs:
            total -= [0, 1, 10, 50][os]
    return total if "_" in grid[0] else 0
