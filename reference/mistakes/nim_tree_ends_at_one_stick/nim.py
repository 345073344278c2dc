from gametree import Step, Tree


def less_equal(c, d):
    for n, m in zip(c, d):
        if n != m:
            return n < m
    return True


def greater_equal(c, d):
    for n, m in zip(c, d):
        if n != m:
            return n > m
    return True


def equal_config(c, d):
    return all(n == m for n, m in zip(c, d))


def make_next_level(c):
    level = []
    for pile, sticks in enumerate(c):
        for left in range(sticks):
            level.append(c[:pile] + (left,) + c[pile + 1 :])
    return sorted(level)


def make_game_tree(c):
    if sum(c) == 1:
        return Tree(c)
    return Tree(c, [make_game_tree(d) for d in make_next_level(c)])


def min_max(tree, step):
    if not tree.children:
        return Tree(1 if step is Step.MAX else 0)
    children = [min_max(child, step.other) for child in tree.children]
    values = [child.value for child in children]
    return Tree(max(values) if step is Step.MAX else min(values), children)


def choose_move(c):
    tree = make_game_tree(c)
    values = min_max(tree, Step.MAX)
    for child, value in zip(tree.children, values.children):
        if value.value == values.value:
            return values.value, child.value
