"""moves leaves out the last column."""

from operator import eq
from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    C4State,
    EmptyPosition,
    Filled,
    Guess,
    Matrix,
    Over,
    Player,
    Position,
    Seq,
    Status,
    Winner,
)
from gametree.connect4_text import board_to_string
from las import look_and_say

IN_A_ROW = 4
POINTS = {2: 16, 3: 64}


class Connect4:
    """Connect4(num_cols, num_rows) ==> the game on an empty board of that size; 7 x 6 by default."""

    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        if num_cols < 1 or num_rows < 1:
            raise ValueError(
                f"a board has at least 1 column and 1 row, got {num_cols} x {num_rows}"
            )
        self.num_cols = num_cols
        self.num_rows = num_rows

    def lowest_free_row(self, state: C4State, col: int) -> int | None:
        """lowest_free_row(state, col) ==> the row that a disc dropped into column col comes to."""
        rows = range(self.num_rows)
        return next((row for row in rows if state.board.sub(col, row) == EMPTY), None)

    @property
    def start(self) -> C4State:
        """start ==> the state in which a match begins."""
        return C4State(
            Matrix.tabulate(lambda _x, _y: EMPTY, self.num_cols, self.num_rows), Player.MAXIE
        )

    def player(self, state: C4State) -> Player:
        """player(state) ==> the player who is to move in state."""
        return state.player

    def moves(self, state: C4State) -> Seq[int]:
        """moves(state) ==> the columns that are not full."""
        cols = Seq.tabulate(lambda col: col, self.num_cols - 1)
        return cols.filter(lambda col: self.lowest_free_row(state, col) is not None)

    def make_move(self, state: C4State, col: int) -> C4State:
        """make_move(state, col) ==> the state after the player to move drops a disc into col."""
        match self.lowest_free_row(state, col):
            case None:
                raise ValueError(f"column {col} is full")
            case row:
                board = state.board.update(col, row, Filled(state.player))
                return C4State(board, state.player.other)

    def status(self, state: C4State) -> Status:
        """status(state) ==> whether the game is over in state, and how it ended."""
        match fours(state.board):
            case [winner, *_]:
                return Over(Winner(winner))
            case _ if len(self.moves(state)) == 0:
                return Over(DRAW)
            case _:
                return IN_PLAY

    def estimate(self, state: C4State) -> Guess:
        """estimate(state) ==> how good state is for Maxie, whoever is to move."""
        return Guess(sum((line_points(line) for line in lines(state.board))))

    def move_to_string(self, move: int) -> str:
        """move_to_string(move) ==> the number of the column."""
        return str(move)

    def state_to_string(self, state: C4State) -> str:
        """state_to_string(state) ==> a picture of the board, X for Maxie's discs, O for Minnie's."""
        return board_to_string(state.board)

    def parse_move(self, state: C4State, text: str) -> int | None:
        """parse_move(state, text) ==> the column that text names, None if that is no legal move."""
        named = (col for col in range(self.num_cols) if text == self.move_to_string(col))
        return next((col for col in named if self.lowest_free_row(state, col) is not None), None)


def lines(board: Matrix[Position]) -> Seq[Seq[Position]]:
    """lines(board) ==> everything along which four discs can be in a line."""
    return Seq.flatten(Seq.of(board.rows(), board.cols(), board.diags1(), board.diags2()))


def fours(board: Matrix[Position]) -> list[Player]:
    """fours(board) ==> the owner of every run of four discs or more."""
    runs = Seq.flatten(lines(board).map(lambda line: look_and_say(eq, line)))
    return [
        position.player for n, position in runs if n >= IN_A_ROW and isinstance(position, Filled)
    ]


def line_points(line: Seq[Position]) -> int:
    """line_points(line) ==> what the runs of discs in line are worth, for Maxie positive."""
    runs = look_and_say(eq, line).to_list()

    def is_empty(index: int) -> bool:
        return 0 <= index < len(runs) and runs[index][1] == EMPTY

    return sum(
        (
            sign(position) * POINTS.get(n, 0) * (is_empty(i - 1) + is_empty(i + 1))
            for i, (n, position) in enumerate(runs)
        )
    )


def sign(position: Position) -> int:
    """sign(position) ==> 1 for a disc of Maxie's, -1 for one of Minnie's, 0 for EMPTY."""
    match position:
        case Filled(Player.MAXIE):
            return 1
        case Filled(Player.MINNIE):
            return -1
        case EmptyPosition():
            return 0
    raise TypeError(f"not a position: {position!r}")
