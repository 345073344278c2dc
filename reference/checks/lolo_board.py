"""Lolo on sixteen bits: moves and values for the checks, found without the reference.

A placement is one number, the four row masks in a row. `worth` searches with alpha-beta and keeps
the values that it found, so that judging a hand-in's own choice of move is cheap.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TypeAlias

from gametree import L_POSITIONS, SQUARE_POSITIONS, Step
from gametree.lolo import BConfig, Config

INFINITY = 10_000
DECIDED = {Step.MAX: -1000, Step.MIN: 1000}
Answer: TypeAlias = tuple[int, Config]


def _bits(placement: BConfig) -> int:
    first, second, third, fourth = placement
    return first << 12 | second << 8 | third << 4 | fourth


L_BITS = tuple(map(_bits, L_POSITIONS))
SQUARE_BITS = tuple(map(_bits, SQUARE_POSITIONS))


def _free(bits: Sequence[int], covered: int) -> list[int]:
    return [index for index, placement in enumerate(bits) if not placement & covered]


@cache
def legal_configs() -> tuple[Config, ...]:
    """All configurations in which no two pieces overlap."""
    return tuple(
        [
            (red, green, blue, brown)
            for red, red_bits in enumerate(L_BITS)
            for green in _free(L_BITS, red_bits)
            for free in [_free(SQUARE_BITS, red_bits | L_BITS[green])]
            for blue in free
            for brown in free
            if blue != brown
        ]
    )


def places(c: Config, step: Step) -> list[int]:
    """Where the player's L can go."""
    own, other = (1, 0) if step is Step.MAX else (0, 1)
    covered = L_BITS[c[other]] | SQUARE_BITS[c[2]] | SQUARE_BITS[c[3]]
    return [place for place in _free(L_BITS, covered) if place != c[own]]


def is_decided(c: Config, step: Step) -> bool:
    """Whether the player to move has lost."""
    return not places(c, step)


def guess(c: Config) -> int:
    """The heuristic value: the places of green less those of red."""
    return len(places(c, Step.MAX)) - len(places(c, Step.MIN))


@cache
def moves(c: Config, step: Step) -> tuple[Config, ...]:
    """All whole moves."""
    return tuple(_moves(c, step))


def _moves(c: Config, step: Step) -> Iterator[Config]:
    red, green, blue, brown = c
    for place in places(c, step):
        ls = (red, place) if step is Step.MAX else (place, green)
        squares = SQUARE_BITS[blue] | SQUARE_BITS[brown]
        for cell in _free(SQUARE_BITS, L_BITS[ls[0]] | L_BITS[ls[1]] | squares):
            yield (*ls, cell, brown)
            yield (*ls, blue, cell)


def leaves(c: Config, depth: int, step: Step) -> int:
    """The number of leaves that a search without pruning looks at."""
    if depth == 0 or is_decided(c, step):
        return 1
    if depth == 1:
        return 12 * len(places(c, step))
    return sum(leaves(child, depth - 1, step.other) for child in moves(c, step))


@cache
def worth(c: Config, depth: int, step: Step) -> int:
    """The value of a configuration by min-max to a depth."""
    return _search(c, depth, step, -INFINITY, INFINITY)


def _search(c: Config, depth: int, step: Step, alpha: int, beta: int) -> int:
    if is_decided(c, step):
        return DECIDED[step]
    if depth == 0:
        return guess(c)
    for child in moves(c, step):
        value = _search(child, depth - 1, step.other, alpha, beta)
        if step is Step.MAX:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return alpha if step is Step.MAX else beta


# -- the same for a board and its mirror image, or for the other player ----------------------


@cache
def mirrored(c: Config) -> Config:
    """The configuration with left and right exchanged."""
    red, green, blue, brown = c
    ls, squares = _mirrored(L_POSITIONS), _mirrored(SQUARE_POSITIONS)
    return ls[red], ls[green], squares[blue], squares[brown]


@cache
def _mirrored(table: Sequence[BConfig]) -> tuple[int, ...]:
    """The places of the mirror images of a table's placements."""
    return tuple([table.index(tuple(map(_reversed, placement))) for placement in table])


def _reversed(row: int) -> int:
    return int(f"{row:04b}"[::-1], 2)


def exchanged(c: Config) -> Config:
    """The configuration with the two Ls exchanged."""
    red, green, blue, brown = c
    return green, red, blue, brown


def with_squares_exchanged(c: Config) -> Config:
    """The configuration with the two squares exchanged."""
    red, green, blue, brown = c
    return red, green, brown, blue


# -- what is wrong with a move, in words -----------------------------------------------------


def why_no_place(before: Config, after: Config, step: Step) -> str:
    """Why the player's L alone can't move so; empty if it can."""
    own, other = (1, 0) if step is Step.MAX else (0, 1)
    if not all(0 <= i < n for i, n in zip(after, (48, 48, 16, 16), strict=True)):
        return "an index is outside of its table"
    if after[other] != before[other]:
        return "the opponent's L has moved"
    if after[own] == before[own]:
        return "the player's own L has not moved"
    if after[own] not in places(before, step):
        return "the L covers another piece, where that was before the move"
    return "a square has moved" if after[2:] != before[2:] else ""


def why_no_move(before: Config, after: Config, step: Step) -> str:
    """Why a whole move can't lead from one configuration to another; empty if it can."""
    red, green, *squares = after
    reason = why_no_place(before, (red, green, before[2], before[3]), step)
    if reason or not all(0 <= square < 16 for square in squares):
        return reason or "an index is outside of its table"
    if after[2:] == before[2:]:
        return "no square has moved"
    if after[2] != before[2] and after[3] != before[3]:
        return "both squares have moved"
    return "" if after in moves(before, step) else "the square covers another piece"
