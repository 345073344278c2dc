"""Boards of Connect 4 and PopOut as text: a row a line, the top row first, X, O and blanks."""

from gametree import EMPTY, C4State, Filled, Matrix, Player, Position
from grader.student.evidence import BoardPicture

DISCS: dict[str, Position] = {"X": Filled(Player.MAXIE), "O": Filled(Player.MINNIE), " ": EMPTY}
_LETTERS = {position: letter for letter, position in DISCS.items()}


def board_of(*rows: str) -> Matrix[Position]:
    """The board that the rows show.

    >>> board_of("O ", "XX").sub(0, 1)
    Filled(Player.MINNIE)
    """
    bottom_up = rows[::-1]
    return Matrix.tabulate(lambda x, y: DISCS[bottom_up[y][x]], len(rows[0]), len(rows))


def rows_of(board: Matrix[Position]) -> tuple[str, ...]:
    """The rows that show a board: the inverse of `board_of`.

    >>> rows_of(board_of("O ", "XX"))
    ('O ', 'XX')
    """
    return tuple(["".join(map(_LETTERS.__getitem__, row)) for row in board.rows()][::-1])


def board_picture(state: C4State, after: object = None) -> BoardPicture:
    """The board of a state; `after` is the state that is due, if a move was asked for."""
    due = rows_of(after.board) if isinstance(after, C4State) else ()
    return BoardPicture(rows_of(state.board), f"{state.player} to move", due)
