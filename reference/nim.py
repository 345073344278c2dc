"""Nim by full search: build the whole game tree, evaluate it by min-max, choose a move.

A configuration is a tuple with the number of sticks in each pile. A move takes one or more sticks
from one pile, and the player who takes the last stick loses. The computer is `Step.MAX`, its
user `Step.MIN`; a win of the computer is worth 1 and a loss 0. Type `run()` to play.
"""

from typing import TypeAlias

from gametree import Step, Tree, tree_to_string
from gametree.dialog import NOT_A_NEXT_STEP, Dialog, run_dialog

Config: TypeAlias = tuple[int, ...]


def less_equal(c: Config, d: Config) -> bool:
    """less_equal(c, d) ==> whether c comes before d or is the same.

    REQUIRES: c and d have the same number of piles, at least one.
    ENSURES: the first pile in which c and d differ decides; without one the result is True.

    >>> less_equal((0, 2), (1, 0)), less_equal((1, 0), (0, 2)), less_equal((1, 0), (1, 0))
    (True, False, True)
    """
    return c <= d


def greater_equal(c: Config, d: Config) -> bool:
    """greater_equal(c, d) ==> whether c comes after d or is the same.

    REQUIRES: c and d have the same number of piles, at least one.
    ENSURES: greater_equal(c, d) == less_equal(d, c).

    >>> greater_equal((1, 1), (1, 0)), greater_equal((0, 2), (1, 0)), greater_equal((3,), (3,))
    (True, False, True)
    """
    return less_equal(d, c)


def equal_config(c: Config, d: Config) -> bool:
    """equal_config(c, d) ==> whether c and d are the same configuration.

    REQUIRES: c and d have the same number of piles, at least one.
    ENSURES: True if and only if both less_equal(c, d) and greater_equal(c, d); the order of
    the piles matters.

    >>> equal_config((1, 2), (1, 2)), equal_config((1, 2), (2, 1))
    (True, False)
    """
    return less_equal(c, d) and greater_equal(c, d)


def make_next_level(c: Config) -> list[Config]:
    """make_next_level(c) ==> the configurations that one move leads to from c.

    REQUIRES: no pile of c is negative; c may be the empty configuration.
    ENSURES: each configuration is there once, in increasing order by less_equal; the list is
    empty when no stick is left.

    >>> make_next_level((2,))
    [(0,), (1,)]
    >>> make_next_level((1, 2))
    [(0, 2), (1, 0), (1, 1)]
    >>> make_next_level((0, 0, 0))
    []
    """
    # Tuples are ordered as less_equal orders configurations.
    return sorted(
        (*c[:pile], left, *c[pile + 1 :]) for pile, sticks in enumerate(c) for left in range(sticks)
    )


def make_game_tree(c: Config) -> Tree[Config]:
    """make_game_tree(c) ==> the tree of all games that begin at c.

    REQUIRES: c has at least one pile, and no pile of c is negative.
    ENSURES: the root is c; the children of every node are make_next_level of its configuration,
    in that order. Equal configurations are not merged.

    >>> make_game_tree((2,))
    Tree((2,), (Tree((0,)), Tree((1,), (Tree((0,)),))))
    """
    return Tree(c, [make_game_tree(d) for d in make_next_level(c)])


def min_max(tree: Tree[Config], step: Step) -> Tree[int]:
    """min_max(tree, step) ==> a tree of the same shape with the value of every node.

    REQUIRES: tree is a game tree; step is the player who is to move at its root.
    ENSURES: a leaf where MAX is to move is worth 1, a leaf where MIN is to move 0, since the
    opponent took the last stick. Elsewhere the value is the largest value of the children where
    MAX is to move, and the smallest where MIN is. Players alternate from level to level.

    >>> one_stick = Tree((1,), (Tree((0,)),))
    >>> min_max(Tree((2,), (Tree((0,)), one_stick)), Step.MAX)
    Tree(1, (Tree(0), Tree(1, (Tree(1),))))
    >>> min_max(one_stick, Step.MIN)
    Tree(1, (Tree(1),))
    """
    match tree:
        case Tree(_, ()):
            return Tree(1 if step is Step.MAX else 0)
        case Tree(_, children):
            best = max if step is Step.MAX else min
            below = [min_max(child, step.other) for child in children]
            return Tree(best(child.value for child in below), below)


def choose_move(c: Config) -> tuple[int, Config]:
    """choose_move(c) ==> (value, d): what c is worth when MAX is to move, and the move to make.

    REQUIRES: a stick is left in c.
    ENSURES: value is that of the root of the game tree by min_max; d is the leftmost child of
    the root with that value, also when every move loses.

    >>> choose_move((2,)), choose_move((1, 2)), choose_move((1, 1, 1))
    ((1, (1,)), (1, (1, 0)), (0, (0, 1, 1)))
    """
    values = min_max(make_game_tree(c), Step.MAX)
    moves = zip(values.children, make_next_level(c), strict=True)
    return next((values.value, d) for child, d in moves if child.value == values.value)


# Given: printing, and playing at the terminal. Nothing below needs a change.


def config_to_string(c: Config) -> str:
    """config_to_string(c) ==> c as it is printed in a game.

    >>> config_to_string((1, 2))
    '[1, 2]'
    """
    return str(list(c))


def print_game_tree(tree: Tree[Config]) -> None:
    """print_game_tree(tree) ==> None, printing the tree on its side, leftmost child last.

    >>> print_game_tree(Tree((1,), [Tree((0,))]))
    [1]
      [0]
    """
    print(tree_to_string(tree, config_to_string))


def parse_config(text: str) -> Config:
    """parse_config(text) ==> the configuration typed as numbers with commas between them.

    ENSURES: ValueError for any other text.

    >>> parse_config("0, 3, 2")
    (0, 3, 2)
    """
    try:
        return tuple(int(number) for number in text.split(","))
    except ValueError:
        raise ValueError(NOT_A_NEXT_STEP) from None


def parse_start(text: str) -> Config:
    """parse_start(text) ==> the configuration typed, with which a game may begin.

    ENSURES: ValueError if a pile has no sticks, or for text that is no configuration.

    >>> parse_start("2,2,2")
    (2, 2, 2)
    """
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
