"""Connect 4 and PopOut once more, on columns written as strings, to compare with.

A board is a tuple of columns, each a string of X and O from the bottom up, without blanks. Nothing
here uses the library's matrices, views or vocabulary.
"""

from gametree import C4State, EmptyPosition, Filled, Player

Board = tuple[str, ...]


def columns(state: C4State) -> Board:
    """The board of a state as columns. Fails if a disc hangs above an empty position."""
    written = tuple("".join(map(letter, col)) for col in state.board.cols())
    assert all("." not in col.rstrip(".") for col in written)
    return tuple(col.rstrip(".") for col in written)


def letter(position: Filled | EmptyPosition) -> str:
    match position:
        case Filled(player):
            return disc_of(player)
        case EmptyPosition():
            return "."
    raise AssertionError(position)


def disc_of(player: Player) -> str:
    return "X" if player is Player.MAXIE else "O"


def drop(board: Board, col: int, disc: str) -> Board:
    return (*board[:col], board[col] + disc, *board[col + 1 :])


def pop(board: Board, col: int) -> Board:
    return (*board[:col], board[col][1:], *board[col + 1 :])


def has_four(board: Board, disc: str) -> bool:
    """Four in a line, looked for from every position in every direction."""
    return any(
        all(at(board, x + i * dx, y + i * dy) == disc for i in range(4))
        for x in range(len(board))
        for y in range(len(board[x]))
        for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]
    )


def at(board: Board, x: int, y: int) -> str:
    return board[x][y] if 0 <= x < len(board) and 0 <= y < len(board[x]) else "."
