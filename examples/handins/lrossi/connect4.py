"""Every function runs in a generator."""


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

def stepwise(function):
    """The work is done by a generator that gives one value."""

    def steps(arguments):
        yield function(*arguments)

    def run(*arguments):
        return next(steps(arguments))

    return run


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

    @stepwise
    def lowest_free_row(self, state: C4State, col: int) -> int | None:
        rows = range(self.num_rows)
        return next((row for row in rows if state.board.sub(col, row) == EMPTY), None)

    @property
    def start(self) -> C4State:
        return C4State(
            Matrix.tabulate(lambda _x, _y: EMPTY, self.num_cols, self.num_rows), Player.MAXIE
        )

    @stepwise
    def player(self, state: C4State) -> Player:
        return state.player

    @stepwise
    def moves(self, state: C4State) -> Seq[int]:
        cols = Seq.tabulate(lambda col: col, self.num_cols)
        return cols.filter(lambda col: self.lowest_free_row(state, col) is not None)

    @stepwise
    def make_move(self, state: C4State, col: int) -> C4State:
        match self.lowest_free_row(state, col):
            case None:
                raise ValueError(f"column {col} is full")
            case row:
                board = state.board.update(col, row, Filled(state.player))
                return C4State(board, state.player.other)

    @stepwise
    def status(self, state: C4State) -> Status:
        match fours(state.board):
            case [winner, *_]:
                return Over(Winner(winner))
            case _ if len(self.moves(state)) == 0:
                return Over(DRAW)
            case _:
                return IN_PLAY

    @stepwise
    def estimate(self, state: C4State) -> Guess:
        return Guess(sum(line_points(line) for line in lines(state.board)))

    # Given: printing and parsing. Nothing below needs a change.

    @stepwise
    def move_to_string(self, move: int) -> str:
        return str(move)

    @stepwise
    def state_to_string(self, state: C4State) -> str:
        return board_to_string(state.board)

    @stepwise
    def parse_move(self, state: C4State, text: str) -> int | None:
        named = (col for col in range(self.num_cols) if text == self.move_to_string(col))
        return next((col for col in named if self.lowest_free_row(state, col) is not None), None)


@stepwise
def lines(board: Matrix[Position]) -> Seq[Seq[Position]]:
    return Seq.flatten(Seq.of(board.rows(), board.cols(), board.diags1(), board.diags2()))


@stepwise
def fours(board: Matrix[Position]) -> list[Player]:
    runs = Seq.flatten(lines(board).map(lambda line: look_and_say(eq, line)))
    return [
        position.player for n, position in runs if n >= IN_A_ROW and isinstance(position, Filled)
    ]


@stepwise
def line_points(line: Seq[Position]) -> int:
    runs = look_and_say(eq, line).to_list()

    def is_empty(index: int) -> bool:
        return 0 <= index < len(runs) and runs[index][1] == EMPTY

    return sum(
        sign(position) * POINTS.get(n, 0) * (is_empty(i - 1) + is_empty(i + 1))
        for i, (n, position) in enumerate(runs)
    )


@stepwise
def sign(position: Position) -> int:
    match position:
        case Filled(Player.MAXIE):
            return 1
        case Filled(Player.MINNIE):
            return -1
        case EmptyPosition():
            return 0
    raise TypeError(f"not a position: {position!r}")
