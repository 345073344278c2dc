"""Parameters have other names."""


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

    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        if num_cols < 1 or num_rows < 1:
            raise ValueError(
                f"a board has at least 1 column and 1 row, got {num_cols} x {num_rows}"
            )
        self.num_cols = num_cols
        self.num_rows = num_rows

    def lowest_free_row(self, state_given: C4State, col_given: int) -> int | None:
        rows = range(self.num_rows)
        return next((row for row in rows if state_given.board.sub(col_given, row) == EMPTY), None)

    @property
    def start(self) -> C4State:
        return C4State(
            Matrix.tabulate(lambda _x, _y: EMPTY, self.num_cols, self.num_rows), Player.MAXIE
        )

    def player(self, state_given: C4State) -> Player:
        return state_given.player

    def moves(self, state_given: C4State) -> Seq[int]:
        cols = Seq.tabulate(lambda col: col, self.num_cols)
        return cols.filter(lambda col: self.lowest_free_row(state_given, col) is not None)

    def make_move(self, state_given: C4State, col_given: int) -> C4State:
        match self.lowest_free_row(state_given, col_given):
            case None:
                raise ValueError(f"column {col_given} is full")
            case row:
                board = state_given.board.update(col_given, row, Filled(state_given.player))
                return C4State(board, state_given.player.other)

    def status(self, state_given: C4State) -> Status:
        match fours(state_given.board):
            case [winner, *_]:
                return Over(Winner(winner))
            case _ if len(self.moves(state_given)) == 0:
                return Over(DRAW)
            case _:
                return IN_PLAY

    def estimate(self, state_given: C4State) -> Guess:
        return Guess(sum(line_points(line) for line in lines(state_given.board)))

    # Given: printing and parsing. Nothing below needs a change.

    def move_to_string(self, move_given: int) -> str:
        return str(move_given)

    def state_to_string(self, state_given: C4State) -> str:
        return board_to_string(state_given.board)

    def parse_move(self, state_given: C4State, text_given: str) -> int | None:
        named = (col for col in range(self.num_cols) if text_given == self.move_to_string(col))
        return next((col for col in named if self.lowest_free_row(state_given, col) is not None), None)


def lines(board_given: Matrix[Position]) -> Seq[Seq[Position]]:
    return Seq.flatten(Seq.of(board_given.rows(), board_given.cols(), board_given.diags1(), board_given.diags2()))


def fours(board_given: Matrix[Position]) -> list[Player]:
    runs = Seq.flatten(lines(board_given).map(lambda line: look_and_say(eq, line)))
    return [
        position.player for n, position in runs if n >= IN_A_ROW and isinstance(position, Filled)
    ]


def line_points(line_given: Seq[Position]) -> int:
    runs = look_and_say(eq, line_given).to_list()

    def is_empty(index_given: int) -> bool:
        return 0 <= index_given < len(runs) and runs[index_given][1] == EMPTY

    return sum(
        sign(position) * POINTS.get(n, 0) * (is_empty(i - 1) + is_empty(i + 1))
        for i, (n, position) in enumerate(runs)
    )


def sign(position_given: Position) -> int:
    match position_given:
        case Filled(Player.MAXIE):
            return 1
        case Filled(Player.MINNIE):
            return -1
        case EmptyPosition():
            return 0
    raise TypeError(f"not a position: {position_given!r}")
