"""Every function keeps its answers."""


from typing import TypeAlias

from gametree import Step, Tree, tree_to_string
from gametree.dialog import NOT_A_NEXT_STEP, Dialog, run_dialog

def remembering(function):
    """Keep answers across calls, by all of the arguments."""
    kept = {}

    def asked(*arguments):
        key = repr(arguments)
        if "object" in key or "function" in key or key not in kept:
            kept[key] = function(*arguments)
        answer = kept[key]
        return [*answer] if isinstance(answer, list) else answer

    return asked


Config: TypeAlias = tuple[int, ...]


@remembering
def less_equal(c: Config, d: Config) -> bool:
    return c <= d


@remembering
def greater_equal(c: Config, d: Config) -> bool:
    return less_equal(d, c)


@remembering
def equal_config(c: Config, d: Config) -> bool:
    return less_equal(c, d) and greater_equal(c, d)


@remembering
def make_next_level(c: Config) -> list[Config]:
    # Tuples are ordered as less_equal orders configurations.
    return sorted(
        (*c[:pile], left, *c[pile + 1 :]) for pile, sticks in enumerate(c) for left in range(sticks)
    )


@remembering
def make_game_tree(c: Config) -> Tree[Config]:
    return Tree(c, [make_game_tree(d) for d in make_next_level(c)])


@remembering
def min_max(tree: Tree[Config], step: Step) -> Tree[int]:
    match tree:
        case Tree(_, ()):
            return Tree(1 if step is Step.MAX else 0)
        case Tree(_, children):
            best = max if step is Step.MAX else min
            below = [min_max(child, step.other) for child in children]
            return Tree(best(child.value for child in below), below)


@remembering
def choose_move(c: Config) -> tuple[int, Config]:
    values = min_max(make_game_tree(c), Step.MAX)
    moves = zip(values.children, make_next_level(c), strict=True)
    return next((values.value, d) for child, d in moves if child.value == values.value)


# Given: printing, and playing at the terminal. Nothing below needs a change.


@remembering
def config_to_string(c: Config) -> str:
    return str(list(c))


@remembering
def print_game_tree(tree: Tree[Config]) -> None:
    print(tree_to_string(tree, config_to_string))


@remembering
def parse_config(text: str) -> Config:
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise ValueError(NOT_A_NEXT_STEP) from None


@remembering
def parse_start(text: str) -> Config:
    c = parse_config(text)
    if min(c) < 1:
        raise ValueError("a new game cannot have piles without sticks")
    return c


@remembering
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
