"""Parameters have other names."""


from collections.abc import Sequence
from math import inf

from gametree import (
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


def lookup_pos(p_given: BConfig, positions_given: Sequence[BConfig]) -> int:
    for index, position in enumerate(positions_given):
        if position == p_given:
            return index
    raise ValueError("position not recognized")


def str2cfg(text_given: str) -> Config:
    rows = text_given.split("/")
    if [len(row) for row in rows] != [4, 4, 4, 4] or not set(text_given) <= set("1234./"):
        raise ValueError("position not recognized")
    return (
        lookup_pos(_masks(rows, "1"), L_POSITIONS),
        lookup_pos(_masks(rows, "2"), L_POSITIONS),
        lookup_pos(_masks(rows, "3"), SQUARE_POSITIONS),
        lookup_pos(_masks(rows, "4"), SQUARE_POSITIONS),
    )


def _masks(rows_given: Sequence[str], digit_given: str) -> BConfig:
    first, second, third, fourth = (
        sum(bit for cell, bit in zip(row, (8, 4, 2, 1), strict=True) if cell == digit_given)
        for row in rows_given
    )
    return first, second, third, fourth


def next_l_pos(c_given: Config, step_given: Step) -> list[Config]:
    red, green, blue, brown = c_given
    squares = (SQUARE_POSITIONS[blue], SQUARE_POSITIONS[brown])
    match step_given:
        case Step.MAX:
            places = _free(L_POSITIONS, (L_POSITIONS[red], *squares))
            return [(red, place, blue, brown) for place in places if place != green]
        case Step.MIN:
            places = _free(L_POSITIONS, (L_POSITIONS[green], *squares))
            return [(place, green, blue, brown) for place in places if place != red]


def _free(positions_given: Sequence[BConfig], pieces_given: Sequence[BConfig]) -> list[int]:
    row0, row1, row2, row3 = (_union(masks) for masks in zip(*pieces_given, strict=True))
    return [
        index
        for index, (mask0, mask1, mask2, mask3) in reversed(list(enumerate(positions_given)))
        if not (mask0 & row0 or mask1 & row1 or mask2 & row2 or mask3 & row3)
    ]


def _union(masks_given: Sequence[int]) -> int:
    covered = 0
    for mask in masks_given:
        covered |= mask
    return covered


def make_next_level(c_given: Config, step_given: Step) -> list[Config]:
    return [
        full
        for red, green, blue, brown in reversed(next_l_pos(c_given, step_given))
        for square in _free_squares((red, green, blue, brown))
        for full in ((red, green, blue, square), (red, green, square, brown))
    ]


def _free_squares(c_given: Config) -> list[int]:
    red, green, blue, brown = c_given
    pieces = (
        *(L_POSITIONS[red], L_POSITIONS[green]),
        *(SQUARE_POSITIONS[blue], SQUARE_POSITIONS[brown]),
    )
    return _free(SQUARE_POSITIONS, pieces)


def alpha_beta(c_given: Config, depth_given: int, step_given: Step) -> tuple[int, Config]:
    if count_moves(c_given, step_given) == 0:
        raise ValueError("can not call alpha-beta with decided position")
    return _search(c_given, depth_given, step_given, -inf, inf)


def _search(c_given: Config, depth_given: int, step_given: Step, alpha_given: float, beta_given: float) -> tuple[int, Config]:
    first, *others = make_next_level(c_given, step_given)
    best = _evaluate(first, depth_given - 1, step_given.other, alpha_given, beta_given), first
    for child in others:
        if step_given is Step.MAX:
            alpha_given = max(alpha_given, best[0])
        else:
            beta_given = min(beta_given, best[0])
        if beta_given <= alpha_given:
            break
        value = _evaluate(child, depth_given - 1, step_given.other, alpha_given, beta_given)
        if value > best[0] if step_given is Step.MAX else value < best[0]:
            best = value, child
    return best


def _evaluate(c_given: Config, depth_given: int, step_given: Step, alpha_given: float, beta_given: float) -> int:
    if count_moves(c_given, step_given) == 0:
        return -1000 if step_given is Step.MAX else 1000
    return eval_position(c_given) if depth_given == 0 else _search(c_given, depth_given, step_given, alpha_given, beta_given)[0]


# Given: what calls your functions, printing, and playing at the terminal. No need for a change.


def count_moves(c_given: Config, step_given: Step) -> int:
    return len(next_l_pos(c_given, step_given))


def eval_position(c_given: Config) -> int:
    return count_moves(c_given, Step.MAX) - count_moves(c_given, Step.MIN)


def make_game_tree(c_given: Config, depth_given: int, step_given: Step) -> Tree[Config]:
    if depth_given == 0:
        return Tree(c_given)
    children = make_next_level(c_given, step_given)
    return Tree(c_given, [make_game_tree(child, depth_given - 1, step_given.other) for child in children])


def print_game_tree(tree_given: Tree[Config]) -> None:
    print(tree_to_string(tree_given, cfg2str))


def parse_start(text_given: str) -> Config:
    c = str2cfg(text_given)
    if not check_config(c) or count_moves(c, Step.MIN) == 0:
        raise ValueError("nobody can move in this configuration")
    return c


def run() -> None:
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
