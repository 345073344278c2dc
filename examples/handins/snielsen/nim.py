"""Everything is kept: levels, trees and values."""

from functools import lru_cache

from gametree import Step, Tree


def less_equal(c, d):
    for a, b in zip(c, d):
        if a < b:
            return True
        if a > b:
            return False
    return True


def greater_equal(c, d):
    return less_equal(d, c)


def equal_config(c, d):
    return less_equal(c, d) and less_equal(d, c)


@lru_cache(maxsize=None)
def level(c):
    found = {c[:i] + (left,) + c[i + 1:] for i, n in enumerate(c) for left in range(n)}
    return tuple(sorted(found))


def make_next_level(c):
    return list(level(tuple(c)))


@lru_cache(maxsize=None)
def make_game_tree(c):
    return Tree(c, tuple(make_game_tree(d) for d in level(c)))


VALUES = {}


def min_max(tree, step):
    key = (tree, step)
    if key not in VALUES:
        if not tree.children:
            VALUES[key] = Tree(int(step is Step.MAX))
        else:
            other = Step.MIN if step is Step.MAX else Step.MAX
            children = [min_max(child, other) for child in tree.children]
            values = sorted(child.value for child in children)
            VALUES[key] = Tree(values[-1 if step is Step.MAX else 0], children)
    return VALUES[key]


@lru_cache(maxsize=None)
def choose_move(c):
    tree = min_max(make_game_tree(c), Step.MAX)
    values = [child.value for child in tree.children]
    return tree.value, level(c)[values.index(tree.value)]
