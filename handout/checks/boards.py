"""Boards of Connect 4 and PopOut as text: a row a line, the top row first, X, O and blanks."""

from gametree import C4State
from gametree.connect4_board import DISCS, board_of, rows_of
from grader.student.evidence import BoardPicture

__all__ = ["DISCS", "board_of", "board_picture", "rows_of"]


def board_picture(state: C4State, after: object = None) -> BoardPicture:
    """The board of a state; `after` is the expected state, if a move was asked for."""
    expected = rows_of(after.board) if isinstance(after, C4State) else ()
    return BoardPicture(rows_of(state.board), f"{state.player} to move", expected)
