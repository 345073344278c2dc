"""Lolo by alpha-beta search to a depth, without ever building the game tree.

A configuration is four indices: the placements of the red L and the green L in `L_POSITIONS`,
and of the blue and the brown square in `SQUARE_POSITIONS`. Green is the computer's, `Step.MAX`;
red is its user's, `Step.MIN`. A move puts the player's own L elsewhere and then one square; the
player whose L cannot move loses. Type `run()` to play.
"""

from collections.abc import Sequence

from gametree import (  # noqa: F401  (the tables are for you)
    L_POSITIONS,
    SQUARE_POSITIONS,
    Step,
    Tree,
    cfg2str,
    check_config,
    tree_to_string,
)
from gametree.dialog import Dialog, run_dialog
from gametree.lolo import BConfig, Config


def lookup_pos(p: BConfig, positions: Sequence[BConfig]) -> int:
    """lookup_pos(p, positions) ==> the index of the placement p in a table.

    REQUIRES: positions is L_POSITIONS or SQUARE_POSITIONS.
    ENSURES: positions[lookup_pos(p, positions)] == p; ValueError("position not recognized")
    when p is not in the table. Bits of a row left of the board, 16 and more, may be ignored.

    >>> lookup_pos((4, 4, 12, 0), L_POSITIONS), lookup_pos((0, 1, 0, 0), SQUARE_POSITIONS)
    (0, 6)
    >>> lookup_pos((15, 15, 15, 15), L_POSITIONS)
    Traceback (most recent call last):
    ValueError: position not recognized
    """
    raise NotImplementedError("lookup_pos")


def str2cfg(text: str) -> Config:
    """str2cfg(text) ==> the configuration of a board typed on one line, a slash between rows.

    REQUIRES: what stands in place of a cell is 1, 2, 3, 4 or a dot.
    ENSURES: the inverse of cfg2str; ValueError("position not recognized") when one of the four
    pieces is missing or has no such shape; a ValueError, in whatever words, when the text is not
    four rows of four.

    >>> str2cfg("42../.211/.221/3..1")
    (16, 41, 15, 5)
    >>> str2cfg("42../.211/.221/...1")
    Traceback (most recent call last):
    ValueError: position not recognized
    """
    raise NotImplementedError("str2cfg")


def next_l_pos(c: Config, step: Step) -> list[Config]:
    """next_l_pos(c, step) ==> the configurations after a move of the player's L alone.

    REQUIRES: c is legal; step is the player who is to move, MAX with the green L, MIN with the
    red one.
    ENSURES: the L lies elsewhere than in c and covers no other piece; the squares have not
    moved; each configuration is there once, in any order. The list is empty when the player
    has lost.

    >>> next_l_pos((31, 38, 5, 1), Step.MIN)
    []
    >>> moves = next_l_pos((31, 38, 5, 1), Step.MAX)
    >>> len(moves), sorted(moves)[:2]
    (17, [(31, 1, 5, 1), (31, 10, 5, 1)])
    """
    raise NotImplementedError("next_l_pos")


def make_next_level(c: Config, step: Step) -> list[Config]:
    """make_next_level(c, step) ==> the configurations that one whole move leads to from c.

    REQUIRES: c is legal; step is the player who is to move.
    ENSURES: first the L has moved as next_l_pos says, round both squares where they were; then
    one square, blue or brown, has moved to a cell that is free after that. Each configuration
    is there once, in any order. The list is empty when the player has lost.

    >>> level = make_next_level((31, 38, 5, 1), Step.MAX)
    >>> len(level), sorted(level)[:3]
    (204, [(31, 1, 2, 1), (31, 1, 4, 1), (31, 1, 5, 2)])
    """
    raise NotImplementedError("make_next_level")


def alpha_beta(c: Config, depth: int, step: Step) -> tuple[int, Config]:
    """alpha_beta(c, depth, step) ==> (value, d): what c is worth, and the move to make.

    REQUIRES: c is legal; depth is positive; step is the player who is to move.
    ENSURES: value is that of a full min-max search to that depth, and d a child of c with that
    value. Where the player to move cannot, a configuration is worth -1000 (MAX is to move) or
    1000 (MIN is), at any depth; any other configuration at depth 0 is worth eval_position.
    Children that can no longer matter are not looked at: none once alpha reaches beta. At the
    root, ValueError("can not call alpha-beta with decided position") when the player to move
    cannot.

    >>> value, move = alpha_beta((35, 24, 3, 10), 1, Step.MIN)
    >>> value
    -1000
    >>> alpha_beta((35, 24, 3, 10), 2, Step.MAX)
    Traceback (most recent call last):
    ValueError: can not call alpha-beta with decided position
    """
    raise NotImplementedError("alpha_beta")


# Given: what calls your functions, printing, and playing at the terminal. No need for a change.


def count_moves(c: Config, step: Step) -> int:
    """count_moves(c, step) ==> the number of placements that a player's L can move to.

    REQUIRES: c is legal.
    ENSURES: moves of squares are not counted.

    >>> count_moves((16, 41, 15, 5), Step.MAX), count_moves((16, 41, 15, 5), Step.MIN)
    (7, 3)
    """
    return len(next_l_pos(c, step))


def eval_position(c: Config) -> int:
    """eval_position(c) ==> a guess at what c is worth: the moves of MAX less those of MIN.

    REQUIRES: c is legal.
    ENSURES: the result does not depend on who is to move.

    >>> eval_position((0, 1, 0, 1)), eval_position((16, 41, 15, 5))
    (0, 4)
    """
    return count_moves(c, Step.MAX) - count_moves(c, Step.MIN)


def make_game_tree(c: Config, depth: int, step: Step) -> Tree[Config]:
    """make_game_tree(c, depth, step) ==> the tree of games from c, at most depth levels deep.

    REQUIRES: c is legal; depth is not negative; step is the player who is to move.
    ENSURES: the children of a node are make_next_level of its configuration.

    >>> len(make_game_tree((0, 1, 0, 1), 1, Step.MAX).children)
    48
    """
    if depth == 0:
        return Tree(c)
    children = make_next_level(c, step)
    return Tree(c, [make_game_tree(child, depth - 1, step.other) for child in children])


def print_game_tree(tree: Tree[Config]) -> None:
    """print_game_tree(tree) ==> None, printing the tree on its side, leftmost child last.

    >>> print_game_tree(make_game_tree((35, 24, 3, 10), 10, Step.MAX))
    223.
    21..
    21.4
    .11.
    <BLANKLINE>
    """
    print(tree_to_string(tree, cfg2str))


def parse_start(text: str) -> Config:
    """parse_start(text) ==> the configuration typed, with which a game may begin.

    ENSURES: ValueError if the user cannot move in it, or for text that is no configuration.

    >>> parse_start(".12./.12./1122/.34.")
    (0, 1, 0, 1)
    """
    c = str2cfg(text)
    if not check_config(c) or count_moves(c, Step.MIN) == 0:
        raise ValueError("nobody can move in this configuration")
    return c


def run() -> None:
    """run() ==> None, playing Lolo at the terminal: you move first, `:h` lists the commands."""
    run_dialog(
        Dialog[Config](
            name="Lolo",
            start=(0, 1, 0, 1),
            parse=str2cfg,
            parse_start=parse_start,
            to_string=cfg2str,
            successors=make_next_level,
            answer=lambda c, level: alpha_beta(c, level, Step.MAX)[1],
            user_ended="You win!",
            computer_ended="I win!",
            level=2,
            gap="\n",
        )
    )
