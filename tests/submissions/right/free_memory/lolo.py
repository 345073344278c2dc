"""Every function keeps its answers."""


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



@remembering
def lookup_pos(p: BConfig, positions: Sequence[BConfig]) -> int:
    for index, position in enumerate(positions):
        if position == p:
            return index
    raise ValueError("position not recognized")


@remembering
def str2cfg(text: str) -> Config:
    rows = text.split("/")
    if [len(row) for row in rows] != [4, 4, 4, 4] or not set(text) <= set("1234./"):
        raise ValueError("position not recognized")
    return (
        lookup_pos(_masks(rows, "1"), L_POSITIONS),
        lookup_pos(_masks(rows, "2"), L_POSITIONS),
        lookup_pos(_masks(rows, "3"), SQUARE_POSITIONS),
        lookup_pos(_masks(rows, "4"), SQUARE_POSITIONS),
    )


@remembering
def _masks(rows: Sequence[str], digit: str) -> BConfig:
    first, second, third, fourth = (
        sum(bit for cell, bit in zip(row, (8, 4, 2, 1), strict=True) if cell == digit)
        for row in rows
    )
    return first, second, third, fourth


@remembering
def next_l_pos(c: Config, step: Step) -> list[Config]:
    red, green, blue, brown = c
    squares = (SQUARE_POSITIONS[blue], SQUARE_POSITIONS[brown])
    match step:
        case Step.MAX:
            places = _free(L_POSITIONS, (L_POSITIONS[red], *squares))
            return [(red, place, blue, brown) for place in places if place != green]
        case Step.MIN:
            places = _free(L_POSITIONS, (L_POSITIONS[green], *squares))
            return [(place, green, blue, brown) for place in places if place != red]


@remembering
def _free(positions: Sequence[BConfig], pieces: Sequence[BConfig]) -> list[int]:
    row0, row1, row2, row3 = (_union(masks) for masks in zip(*pieces, strict=True))
    return [
        index
        for index, (mask0, mask1, mask2, mask3) in reversed(list(enumerate(positions)))
        if not (mask0 & row0 or mask1 & row1 or mask2 & row2 or mask3 & row3)
    ]


@remembering
def _union(masks: Sequence[int]) -> int:
    covered = 0
    for mask in masks:
        covered |= mask
    return covered


@remembering
def make_next_level(c: Config, step: Step) -> list[Config]:
    return [
        full
        for red, green, blue, brown in reversed(next_l_pos(c, step))
        for square in _free_squares((red, green, blue, brown))
        for full in ((red, green, blue, square), (red, green, square, brown))
    ]


@remembering
def _free_squares(c: Config) -> list[int]:
    red, green, blue, brown = c
    pieces = (
        *(L_POSITIONS[red], L_POSITIONS[green]),
        *(SQUARE_POSITIONS[blue], SQUARE_POSITIONS[brown]),
    )
    return _free(SQUARE_POSITIONS, pieces)


@remembering
def alpha_beta(c: Config, depth: int, step: Step) -> tuple[int, Config]:
    if count_moves(c, step) == 0:
        raise ValueError("can not call alpha-beta with decided position")
    return _search(c, depth, step, -inf, inf)


@remembering
def _search(c: Config, depth: int, step: Step, alpha: float, beta: float) -> tuple[int, Config]:
    first, *others = make_next_level(c, step)
    best = _evaluate(first, depth - 1, step.other, alpha, beta), first
    for child in others:
        if step is Step.MAX:
            alpha = max(alpha, best[0])
        else:
            beta = min(beta, best[0])
        if beta <= alpha:
            break
        value = _evaluate(child, depth - 1, step.other, alpha, beta)
        if value > best[0] if step is Step.MAX else value < best[0]:
            best = value, child
    return best


@remembering
def _evaluate(c: Config, depth: int, step: Step, alpha: float, beta: float) -> int:
    if count_moves(c, step) == 0:
        return -1000 if step is Step.MAX else 1000
    return eval_position(c) if depth == 0 else _search(c, depth, step, alpha, beta)[0]


# Given: what calls your functions, printing, and playing at the terminal. No need for a change.


@remembering
def count_moves(c: Config, step: Step) -> int:
    return len(next_l_pos(c, step))


@remembering
def eval_position(c: Config) -> int:
    return count_moves(c, Step.MAX) - count_moves(c, Step.MIN)


@remembering
def make_game_tree(c: Config, depth: int, step: Step) -> Tree[Config]:
    if depth == 0:
        return Tree(c)
    children = make_next_level(c, step)
    return Tree(c, [make_game_tree(child, depth - 1, step.other) for child in children])


@remembering
def print_game_tree(tree: Tree[Config]) -> None:
    print(tree_to_string(tree, cfg2str))


@remembering
def parse_start(text: str) -> Config:
    c = str2cfg(text)
    if not check_config(c) or count_moves(c, Step.MIN) == 0:
        raise ValueError("nobody can move in this configuration")
    return c


@remembering
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
