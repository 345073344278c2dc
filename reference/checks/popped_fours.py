"""What is drawn for PopOut: fours that only a pop can make, away from the edges, or many at once.

No column is among them: a pop moves one as a whole, so that four in it were there before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random

from hypothesis import strategies as st

from gametree import Pop
from reference.checks.boards import (
    DIRECTIONS,
    WINNING,
    Board,
    Cell,
    Line,
    lines,
    other,
    steered,
)
from reference.checks.plays import until_found
from reference.checks.pops import Grown, Turn, through

# How many discs are at least above and below each disc of a line, by the direction of the line.
LEVEL = (((4, 4), 1), ((4, 5), 1), ((7, 6), 2), ((4, 8), 3), ((12, 5), 1))
STEEP = (((4, 7), 1), ((7, 6), 1), ((5, 9), 2), ((9, 7), 1))
DEPTHS = {"row": LEVEL, "rising": STEEP, "falling": STEEP}

# What the opponent of the player who pops has in comparison, and on which boards.
MANY_LINES = {
    "more": ((4, 4), (5, 4), (5, 5), (7, 6)),
    "fewer": ((5, 5), (6, 5), (7, 6)),
    "longer": ((5, 4), (6, 5), (7, 6), (9, 5)),
}


@dataclass(frozen=True, slots=True)
class _Place:
    """A board, and how deep the lines on it are to be."""

    size: tuple[int, int]
    depth: int = 0

    def lines_through(self, col: int) -> list[Line]:
        """Lines that a pop in a column makes, so deep, as they stand before it."""
        return [line for line in through(col, self.size) if self._is_deep(line, col)]

    def _is_deep(self, line: Line, col: int) -> bool:
        num_rows = self.size[1]
        return all(self.depth <= y - (x == col) < num_rows - self.depth for x, y in line)

    def popped(
        self, popper: str, col: int, owned: Sequence[tuple[str, Line]], rng: Random
    ) -> Turn | None:
        """A pop in a column that makes lines, each of its owner, and fours of nobody else's."""
        wanted, heights = {(col, 0): popper}, dict[int, int]()
        for owner, line in owned:
            if any(wanted.get(cell, owner) != owner for cell in line):
                return None
            wanted |= dict.fromkeys(line, owner)
            heights |= {x: max(heights.get(x, 0), y + 1 + self.depth) for x, y in line}
        board = steered(Grown(self.size, wanted, popper, heights=heights), rng, 5)
        turn = Turn(board, Pop(col)) if board is not None else None
        owners = {owner for owner, _ in owned}
        return turn if turn is not None and turn.after.winners() == owners else None


# -- away from the edges -----------------------------------------------------------------------


def buried_fours() -> st.SearchStrategy[tuple[Turn, ...]]:
    """Pops that make fours in one direction with discs above and below each of their discs.

    They are of the player who pops, of the opponent alone, or of both.
    """
    return st.sampled_from(list(product(DEPTHS, "XO"))).map(_buried)


def _buried(kind: tuple[str, str]) -> tuple[Turn, ...]:
    (name, popper), rng = kind, Random(repr(kind))
    found = []
    for size, depth in DEPTHS[name]:
        for owners in (popper, other(popper)):
            place = _Place(size, depth)
            found.append(until_found(partial(_buried_pop, place, name, popper, owners, rng)))
        # For two lines there is no room on four rows, and less of it above and below.
        if size[1] > WINNING:
            both, place = popper + other(popper), _Place(size, 1)
            found.append(until_found(partial(_buried_pop, place, name, popper, both, rng)))
    return tuple(found)


def _buried_pop(place: _Place, name: str, popper: str, owners: str, rng: Random) -> Turn | None:
    col = rng.randrange(place.size[0])
    deep = place.lines_through(col)
    among = [line for line in deep if _step(line, col) == DIRECTIONS[name]]
    if not among:
        return None
    owned = [(owners[0], rng.choice(among)), *[(owner, rng.choice(deep)) for owner in owners[1:]]]
    turn = place.popped(popper, col, owned, rng)
    return turn if turn is not None and _depth(turn.after) >= place.depth else None


def _step(line: Line, col: int) -> Cell:
    (x, y), (next_x, next_y) = [(x, y - (x == col)) for x, y in line[:2]]
    return next_x - x, next_y - y


def _depth(board: Board) -> int:
    """How many discs are at least above and below each disc of each four."""
    cells = [cell for disc in "XO" for line in _fours(board, disc) for cell in line]
    return min(min(y, len(board.columns[x]) - 1 - y) for x, y in cells)


def _fours(board: Board, disc: str) -> list[Line]:
    return [line for line in lines(*board.size) if all(board.at(*cell) == disc for cell in line)]


# -- many at once ------------------------------------------------------------------------------


def uneven_fours() -> st.SearchStrategy[tuple[Turn, ...]]:
    """Pops that make fours of both players: more of them, or longer ones, for one of the two."""
    return st.sampled_from(list(product(MANY_LINES, "XO"))).map(_uneven)


def _uneven(kind: tuple[str, str]) -> tuple[Turn, ...]:
    (name, popper), rng = kind, Random(repr(kind))
    places = map(_Place, MANY_LINES[name])
    return tuple([until_found(partial(_uneven_pop, at, name, popper, rng)) for at in places])


def _uneven_pop(place: _Place, name: str, popper: str, rng: Random) -> Turn | None:
    rival, col = other(popper), rng.randrange(place.size[0])
    first, second, third = [rng.choice(through(col, place.size)) for _ in range(3)]
    if name == "longer":
        long = rng.choice(through(col, place.size, WINNING + 1))
        owned = [(popper, first), (rival, long)]
    else:
        richer, poorer = (rival, popper) if name == "more" else (popper, rival)
        owned = [(richer, first), (richer, second), (poorer, third)]
        if len(set(first) & set(second)) > 1:
            return None
    turn = place.popped(popper, col, owned, rng)
    if turn is None:
        return None
    own, theirs = [len(_fours(turn.after, disc)) for disc in (popper, rival)]
    return turn if (own > theirs if name == "fewer" else own < theirs) else None
