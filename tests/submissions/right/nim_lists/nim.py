"""Lists wherever a tuple could be: their content is the same."""

from gametree import Step, Tree


def less_equal(first, second):
    return list(first) <= list(second)


def greater_equal(first, second):
    return list(first) >= list(second)


def equal_config(first, second):
    return list(first) == list(second)


def make_next_level(config):
    config = list(config)
    result = []
    for i in range(len(config)):
        for n in range(config[i]):
            result += [config[:i] + [n] + config[i + 1:]]
    result.sort()
    return result


def make_game_tree(config):
    children = []
    for next_config in make_next_level(config):
        children.append(make_game_tree(next_config))
    return Tree(list(config), children)


def value_of(config, is_max):
    """The value of a configuration alone, for choose_move."""
    values = [value_of(d, not is_max) for d in make_next_level(config)]
    if len(values) == 0:
        return 1 if is_max else 0
    return max(values) if is_max else min(values)


def min_max(tree, step):
    is_max = step == Step.MAX
    children = []
    for child in tree.children:
        children.append(min_max(child, Step.MIN if is_max else Step.MAX))
    if children == []:
        return Tree(1 if is_max else 0, [])
    values = [child.value for child in children]
    return Tree(max(values) if is_max else min(values), children)


def choose_move(config):
    value = value_of(config, True)
    for d in make_next_level(config):
        if value_of(d, False) == value:
            return [value, d]
