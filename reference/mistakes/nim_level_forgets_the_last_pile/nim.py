"""make_next_level stops before the last pile."""

from typing import TypeAlias
from gametree import Step, Tree, tree_to_string
from gametree.dialog import NOT_A_NEXT_STEP, Dialog, run_dialog

Config: TypeAlias = tuple[int, ...]


def less_equal(c: Config, d: Config) -> bool:
    """less_equal(c, d) ==> whether c comes before d or is the same."""
    return c <= d


def greater_equal(c: Config, d: Config) -> bool:
    """greater_equal(c, d) ==> whether c comes after d or is the same."""
    return less_equal(d, c)


def equal_config(c: Config, d: Config) -> bool:
    """equal_config(c, d) ==> whether c and d are the same configuration."""
    return less_equal(c, d) and greater_equal(c, d)


def make_next_level(c: Config) -> list[Config]:
    """make_next_level(c) ==> the configurations that one move leads to from c."""
    return sorted(
        (
            (*c[:pile], left, *c[pile + 1 :])
            for pile, sticks in enumerate(c[:-1])
            for left in range(sticks)
        )
    )


def make_game_tree(c: Config) -> Tree[Config]:
    """make_game_tree(c) ==> the tree of all games that begin at c."""
    return Tree(c, [make_game_tree(d) for d in make_next_level(c)])


def min_max(tree: Tree[Config], step: Step) -> Tree[int]:
    """min_max(tree, step) ==> a tree of the same shape with the value of every node."""
    match tree:
        case Tree(_, []):
            return Tree(1 if step is Step.MAX else 0)
        case Tree(_, children):
            best = max if step is Step.MAX else min
            below = [min_max(child, step.other) for child in children]
            return Tree(best((child.value for child in below)), below)


def choose_move(c: Config) -> tuple[int, Config]:
    """choose_move(c) ==> (value, d): what c is worth when MAX is to move, and the move to make."""
    values = min_max(make_game_tree(c), Step.MAX)
    moves = zip(values.children, make_next_level(c), strict=True)
    return next(((values.value, d) for child, d in moves if child.value == values.value))


def config_to_string(c: Config) -> str:
    """config_to_string(c) ==> c as it is printed in a game."""
    return str(list(c))


def print_game_tree(tree: Tree[Config]) -> None:
    """print_game_tree(tree) ==> None, printing the tree on its side, leftmost child last."""
    print(tree_to_string(tree, config_to_string))


def parse_config(text: str) -> Config:
    """parse_config(text) ==> the configuration typed as numbers with commas between them."""
    try:
        return tuple((int(number) for number in text.split(",")))
    except ValueError:
        raise ValueError(NOT_A_NEXT_STEP) from None


def parse_start(text: str) -> Config:
    """parse_start(text) ==> the configuration typed, with which a game may begin."""
    c = parse_config(text)
    if min(c) < 1:
        raise ValueError("a new game cannot have piles without sticks")
    return c


def run() -> None:
    """run() ==> None, playing Nim at the terminal: you move first, `:h` lists the commands."""
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
