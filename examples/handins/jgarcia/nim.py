"""Generators, match and a fold; prints a little on the way."""

from functools import reduce

from gametree import Step, Tree


def less_equal(c, d) -> bool:
    match c, d:
        case ((), ()):
            return True
        case ((x, *_), (y, *_)) if x != y:
            return x < y
        case _:
            return less_equal(c[1:], d[1:])


def greater_equal(c, d) -> bool:
    return equal_config(c, d) or not less_equal(c, d)


def equal_config(c, d) -> bool:
    return all(x == y for x, y in zip(c, d, strict=True))


def moves(c):
    match c:
        case ():
            return
        case (first, *rest):
            for left in range(first):
                yield (left, *rest)
            for below in moves(tuple(rest)):
                yield (first, *below)


def make_next_level(c):
    """moves yields them in order already: a smaller first pile comes first."""
    print("level of", c)
    return [*moves(c)]


def make_game_tree(c):
    return Tree(c, (make_game_tree(d) for d in make_next_level(c)))


def pick(step):
    return (lambda x, y: x if x >= y else y) if step is Step.MAX else (lambda x, y: y if x >= y else x)


def min_max(tree, step):
    match tree:
        case Tree(children=()):
            return Tree({Step.MAX: 1, Step.MIN: 0}[step])
        case Tree(children=children):
            below = tuple(min_max(child, step.other) for child in children)
            return Tree(reduce(pick(step), (b.value for b in below)), below)


def choose_move(c):
    game = make_game_tree(c)
    value, *_ = (values := min_max(game, Step.MAX)).value, None
    return next(
        (value, child.value)
        for child, worth in zip(game.children, values.children)
        if worth.value == value
    )
