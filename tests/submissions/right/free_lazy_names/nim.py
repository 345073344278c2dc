"""Names are given when they are asked for."""


from typing import TypeAlias

from gametree import Step, Tree, tree_to_string
from gametree.dialog import NOT_A_NEXT_STEP, Dialog, run_dialog

Config: TypeAlias = tuple[int, ...]


def hidden_less_equal(c: Config, d: Config) -> bool:
    return c <= d


def hidden_greater_equal(c: Config, d: Config) -> bool:
    return hidden_less_equal(d, c)


def hidden_equal_config(c: Config, d: Config) -> bool:
    return hidden_less_equal(c, d) and hidden_greater_equal(c, d)


def hidden_make_next_level(c: Config) -> list[Config]:
    # Tuples are ordered as less_equal orders configurations.
    return sorted(
        (*c[:pile], left, *c[pile + 1 :]) for pile, sticks in enumerate(c) for left in range(sticks)
    )


def hidden_make_game_tree(c: Config) -> Tree[Config]:
    return Tree(c, [hidden_make_game_tree(d) for d in hidden_make_next_level(c)])


def hidden_min_max(tree: Tree[Config], step: Step) -> Tree[int]:
    match tree:
        case Tree(_, ()):
            return Tree(1 if step is Step.MAX else 0)
        case Tree(_, children):
            best = max if step is Step.MAX else min
            below = [hidden_min_max(child, step.other) for child in children]
            return Tree(best(child.value for child in below), below)


def hidden_choose_move(c: Config) -> tuple[int, Config]:
    values = hidden_min_max(hidden_make_game_tree(c), Step.MAX)
    moves = zip(values.children, hidden_make_next_level(c), strict=True)
    return next((values.value, d) for child, d in moves if child.value == values.value)


# Given: printing, and playing at the terminal. Nothing below needs a change.


def hidden_config_to_string(c: Config) -> str:
    return str(list(c))


def hidden_print_game_tree(tree: Tree[Config]) -> None:
    print(tree_to_string(tree, hidden_config_to_string))


def hidden_parse_config(text: str) -> Config:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise ValueError(NOT_A_NEXT_STEP) from None


def hidden_parse_start(text: str) -> Config:
    c = hidden_parse_config(text)
    if min(c) < 1:
        raise ValueError("a new game cannot have piles without sticks")
    return c


def hidden_run() -> None:
    run_dialog(
        Dialog[Config](
            name="NIM",
            start=(1, 2),
            parse=hidden_parse_config,
            parse_start=hidden_parse_start,
            to_string=hidden_config_to_string,
            successors=lambda c, _step: hidden_make_next_level(c),
            answer=lambda c, _level: hidden_choose_move(c)[1],
            user_ended="You lost!",
            computer_ended="I lost!",
        )
    )

from typing import TypeAlias

from gametree import Step, Tree, tree_to_string
from gametree.dialog import NOT_A_NEXT_STEP, Dialog, run_dialog

Config: TypeAlias = tuple[int, ...]


def hidden_less_equal(c: Config, d: Config) -> bool:
    return c <= d


def hidden_greater_equal(c: Config, d: Config) -> bool:
    return hidden_less_equal(d, c)


def hidden_equal_config(c: Config, d: Config) -> bool:
    return hidden_less_equal(c, d) and hidden_greater_equal(c, d)


def hidden_make_next_level(c: Config) -> list[Config]:
    # Tuples are ordered as less_equal orders configurations.
    return sorted(
        (*c[:pile], left, *c[pile + 1 :]) for pile, sticks in enumerate(c) for left in range(sticks)
    )


def hidden_make_game_tree(c: Config) -> Tree[Config]:
    return Tree(c, [hidden_make_game_tree(d) for d in hidden_make_next_level(c)])


def hidden_min_max(tree: Tree[Config], step: Step) -> Tree[int]:
    match tree:
        case Tree(_, ()):
            return Tree(1 if step is Step.MAX else 0)
        case Tree(_, children):
            best = max if step is Step.MAX else min
            below = [hidden_min_max(child, step.other) for child in children]
            return Tree(best(child.value for child in below), below)


def hidden_choose_move(c: Config) -> tuple[int, Config]:
    values = hidden_min_max(hidden_make_game_tree(c), Step.MAX)
    moves = zip(values.children, hidden_make_next_level(c), strict=True)
    return next((values.value, d) for child, d in moves if child.value == values.value)


# Given: printing, and playing at the terminal. Nothing below needs a change.


def hidden_config_to_string(c: Config) -> str:
    return str(list(c))


def hidden_print_game_tree(tree: Tree[Config]) -> None:
    print(tree_to_string(tree, hidden_config_to_string))


def hidden_parse_config(text: str) -> Config:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise ValueError(NOT_A_NEXT_STEP) from None


def hidden_parse_start(text: str) -> Config:
    c = hidden_parse_config(text)
    if min(c) < 1:
        raise ValueError("a new game cannot have piles without sticks")
    return c


def hidden_run() -> None:
    run_dialog(
        Dialog[Config](
            name="NIM",
            start=(1, 2),
            parse=hidden_parse_config,
            parse_start=hidden_parse_start,
            to_string=hidden_config_to_string,
            successors=lambda c, _step: hidden_make_next_level(c),
            answer=lambda c, _level: hidden_choose_move(c)[1],
            user_ended="You lost!",
            computer_ended="I lost!",
        )
    )


def __getattr__(name):
    """Give a name when it is asked for."""
    try:
        return globals()[f"hidden_{name}"]
    except KeyError:
        raise AttributeError(name) from None
