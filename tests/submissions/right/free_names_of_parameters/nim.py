"""Parameters have other names."""


from typing import TypeAlias

from gametree import Step, Tree, tree_to_string
from gametree.dialog import NOT_A_NEXT_STEP, Dialog, run_dialog

Config: TypeAlias = tuple[int, ...]


def less_equal(c_given: Config, d_given: Config) -> bool:
    return c_given <= d_given


def greater_equal(c_given: Config, d_given: Config) -> bool:
    return less_equal(d_given, c_given)


def equal_config(c_given: Config, d_given: Config) -> bool:
    return less_equal(c_given, d_given) and greater_equal(c_given, d_given)


def make_next_level(c_given: Config) -> list[Config]:
    # Tuples are ordered as less_equal orders configurations.
    return sorted(
        (*c_given[:pile], left, *c_given[pile + 1 :]) for pile, sticks in enumerate(c_given) for left in range(sticks)
    )


def make_game_tree(c_given: Config) -> Tree[Config]:
    return Tree(c_given, [make_game_tree(d) for d in make_next_level(c_given)])


def min_max(tree_given: Tree[Config], step_given: Step) -> Tree[int]:
    match tree_given:
        case Tree(_, ()):
            return Tree(1 if step_given is Step.MAX else 0)
        case Tree(_, children):
            best = max if step_given is Step.MAX else min
            below = [min_max(child, step_given.other) for child in children]
            return Tree(best(child.value for child in below), below)


def choose_move(c_given: Config) -> tuple[int, Config]:
    values = min_max(make_game_tree(c_given), Step.MAX)
    moves = zip(values.children, make_next_level(c_given), strict=True)
    return next((values.value, d) for child, d in moves if child.value == values.value)


# Given: printing, and playing at the terminal. Nothing below needs a change.


def config_to_string(c_given: Config) -> str:
    return str(list(c_given))


def print_game_tree(tree_given: Tree[Config]) -> None:
    print(tree_to_string(tree_given, config_to_string))


def parse_config(text_given: str) -> Config:
    try:
        return tuple(int(number) for number in text_given.split(","))
    except ValueError:
        raise ValueError(NOT_A_NEXT_STEP) from None


def parse_start(text_given: str) -> Config:
    c = parse_config(text_given)
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
