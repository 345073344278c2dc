"""How the boards of Connect 4 and PopOut are printed."""

from __future__ import annotations

from gametree.connect4_board import EmptyPosition, Filled, Position
from gametree.matrix import Matrix
from gametree.seq import Seq
from gametree.vocabulary import Player


def board_to_string(board: Matrix[Position]) -> str:
    """Return a picture of ``board``: column numbers, a rule, and the rows from the top down.

    Maxie's discs are X, Minnie's O.

    >>> from gametree import EMPTY
    >>> discs = {(0, 0): Filled(Player.MAXIE), (0, 1): Filled(Player.MINNIE)}
    >>> print(board_to_string(Matrix.tabulate(lambda x, y: discs.get((x, y), EMPTY), 3, 2)))
     0 1 2
    -------
    |O| | |
    |X| | |
    """
    width = len(str(board.num_cols - 1))
    numbers = "".join(f" {col:>{width}}" for col in range(board.num_cols))
    rule = "-" * (len(numbers) + 1)
    return "\n".join([numbers, rule, *(_row(row, width) for row in reversed(list(board.rows())))])


def _row(row: Seq[Position], width: int) -> str:
    return "".join(f"|{_letter(position):>{width}}" for position in row) + "|"


def _letter(position: Position) -> str:
    match position:
        case Filled(Player.MAXIE):
            return "X"
        case Filled(Player.MINNIE):
            return "O"
        case EmptyPosition():
            return " "
    raise TypeError(f"not a position: {position!r} (expected Filled(player) or EMPTY)")
