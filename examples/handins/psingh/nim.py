"""Classes are subclasses of others; functions are methods as well."""


from typing import TypeAlias

from gametree import Step, Tree, tree_to_string
from gametree.dialog import NOT_A_NEXT_STEP, Dialog, run_dialog

Config: TypeAlias = tuple[int, ...]


def less_equal(c: Config, d: Config) -> bool:
    return c <= d


def greater_equal(c: Config, d: Config) -> bool:
    return less_equal(d, c)


def equal_config(c: Config, d: Config) -> bool:
    return less_equal(c, d) and greater_equal(c, d)


def make_next_level(c: Config) -> list[Config]:
    # Tuples are ordered as less_equal orders configurations.
    return sorted(
        (*c[:pile], left, *c[pile + 1 :]) for pile, sticks in enumerate(c) for left in range(sticks)
    )


def make_game_tree(c: Config) -> Tree[Config]:
    return Tree(c, [make_game_tree(d) for d in make_next_level(c)])


def min_max(tree: Tree[Config], step: Step) -> Tree[int]:
    match tree:
        case Tree(_, ()):
            return Tree(1 if step is Step.MAX else 0)
        case Tree(_, children):
            best = max if step is Step.MAX else min
            below = [min_max(child, step.other) for child in children]
            return Tree(best(child.value for child in below), below)


def choose_move(c: Config) -> tuple[int, Config]:
    values = min_max(make_game_tree(c), Step.MAX)
    moves = zip(values.children, make_next_level(c), strict=True)
    return next((values.value, d) for child, d in moves if child.value == values.value)


# Given: printing, and playing at the terminal. Nothing below needs a change.


def config_to_string(c: Config) -> str:
    return str(list(c))


def print_game_tree(tree: Tree[Config]) -> None:
    print(tree_to_string(tree, config_to_string))


def parse_config(text: str) -> Config:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise ValueError(NOT_A_NEXT_STEP) from None


def parse_start(text: str) -> Config:
    c = parse_config(text)
    if min(c) < 1:
        raise ValueError("a new game cannot have piles without sticks")
    return c


def run() -> None:
    run_dialog(
        Dialog[Config](
            name="NIM",
            start=(1, 2),
            parse=parse_config,
            parse_start=parse_start,
            to_string=config_to_string,
            successors=lambda c, _step: make_next_level(c),
            answer=lambda c, _level: choose_move(c)[1],
            user_ended="You lost!",
            computer_ended="I lost!",
        )
    )


class Solution:
    """The functions as methods, too."""

    less_equal = staticmethod(less_equal)
    greater_equal = staticmethod(greater_equal)
    equal_config = staticmethod(equal_config)
    make_next_level = staticmethod(make_next_level)
    make_game_tree = staticmethod(make_game_tree)
    min_max = staticmethod(min_max)
    choose_move = staticmethod(choose_move)
    config_to_string = staticmethod(config_to_string)
    print_game_tree = staticmethod(print_game_tree)
    parse_config = staticmethod(parse_config)
    parse_start = staticmethod(parse_start)
    run = staticmethod(run)
