"""The states and moves that Connect 4 and PopOut share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gametree.matrix import Matrix
from gametree.values import Constant, Record
from gametree.vocabulary import Player


@dataclass(frozen=True, slots=True, repr=False)
class Filled(Record):
    """A position that holds a disc of ``player``.

    >>> from gametree import Player
    >>> Filled(Player.MAXIE)
    Filled(Player.MAXIE)
    """

    player: Player


class EmptyPosition(Constant):
    """The class of ``EMPTY``, a position without a disc. Match it as ``EmptyPosition()``.

    >>> EmptyPosition() is EMPTY
    True
    """

    __slots__ = ()
    constant_name = "EMPTY"


EMPTY = EmptyPosition()
Position: TypeAlias = Filled | EmptyPosition


@dataclass(frozen=True, slots=True, repr=False)
class C4State(Record):
    """A board, (0, 0) at the bottom left, and the player whose turn it is.

    >>> from gametree import Matrix, Player
    >>> state = C4State(Matrix.tabulate(lambda x, y: EMPTY, 7, 6), Player.MAXIE)
    >>> state.board.sub(6, 5), state.player
    (EMPTY, Player.MAXIE)
    """

    board: Matrix[Position]
    player: Player


@dataclass(frozen=True, slots=True, repr=False)
class Drop(Record):
    """PopOut's ordinary move: drop a disc into column ``col``, counted from 0.

    >>> Drop(3)
    Drop(3)
    """

    col: int


@dataclass(frozen=True, slots=True, repr=False)
class Pop(Record):
    """PopOut's other move: take one's own disc out of the bottom of column ``col``.

    >>> Pop(3)
    Pop(3)
    """

    col: int


DISCS: dict[str, Position] = {"X": Filled(Player.MAXIE), "O": Filled(Player.MINNIE), " ": EMPTY}
_LETTERS = {position: letter for letter, position in DISCS.items()}


def board_of(*rows: str) -> Matrix[Position]:
    """The board that rows of text show, the top row first: X, O, and a blank or a dot.

    >>> board_of("O.", "XX").sub(0, 1)
    Filled(Player.MINNIE)
    """
    bottom_up = rows[::-1]
    return Matrix.tabulate(
        lambda x, y: DISCS[bottom_up[y][x].replace(".", " ")], len(rows[0]), len(rows)
    )


def rows_of(board: Matrix[Position]) -> tuple[str, ...]:
    """The rows that show a board: the inverse of `board_of`.

    >>> rows_of(board_of("O ", "XX"))
    ('O ', 'XX')
    """
    return tuple(["".join(map(_LETTERS.__getitem__, row)) for row in board.rows()][::-1])
