"""Calls are dataclasses."""


from connect4 import POINTS, Connect4, fours, sign
from gametree import (
    DRAW,
    EMPTY,
    IN_PLAY,
    C4State,
    Drop,
    Filled,
    Guess,
    Matrix,
    Over,
    Player,
    Pop,
    Position,
    Seq,
    Status,
    Winner,
)
from gametree.connect4_text import board_to_string

from dataclasses import dataclass, field


@dataclass
class _Call:
    """A call is an object with fields before it is made."""

    arguments: tuple
    answer: object = field(default=None, repr=False)


def stored(function):
    def made(*arguments):
        call = _Call(arguments)
        call.answer = function(*call.arguments)
        return call.answer

    return made



class PopOut:

    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        if num_cols < 1 or num_rows < 1:
            raise ValueError(
                f"a board has at least 1 column and 1 row, got {num_cols} x {num_rows}"
            )
        self.num_cols = num_cols
        self.num_rows = num_rows
        self.connect4 = Connect4(num_cols, num_rows)

    @property
    def start(self) -> C4State:
        return self.connect4.start

    @stored
    def player(self, state: C4State) -> Player:
        return state.player

    @stored
    def moves(self, state: C4State) -> Seq[Drop | Pop]:
        drops: Seq[Drop | Pop] = self.connect4.moves(state).map(Drop)
        return drops.append(own_bottoms(state.board, state.player).map(Pop))

    @stored
    def make_move(self, state: C4State, move: Drop | Pop) -> C4State:
        match move:
            case Drop(col):
                return self.connect4.make_move(state, col)
            case Pop(col) if state.board.sub(col, 0) == Filled(state.player):
                return C4State(popped(state.board, col), state.player.other)
            case Pop(col):
                raise ValueError(f"{state.player} has no disc at the bottom of column {col}")

    @stored
    def status(self, state: C4State) -> Status:
        owners = fours(state.board)
        moved_last = state.player.other
        if moved_last in owners:
            return Over(Winner(moved_last))
        if state.player in owners:
            return Over(Winner(state.player))
        return IN_PLAY if len(self.moves(state)) > 0 else Over(DRAW)

    @stored
    def estimate(self, state: C4State) -> Guess:
        runs = self.connect4.estimate(state).value
        return Guess(runs + sum(pop_points(state.board, player) for player in Player))

    # Given: printing and parsing. Nothing below needs a change.

    @stored
    def move_to_string(self, move: Drop | Pop) -> str:
        match move:
            case Drop(col):
                return str(col)
            case Pop(col):
                return f"pop {col}"

    @stored
    def state_to_string(self, state: C4State) -> str:
        return board_to_string(state.board)

    @stored
    def parse_move(self, state: C4State, text: str) -> Drop | Pop | None:
        if self.status(state) != IN_PLAY:
            return None
        legal = self.moves(state)
        return next((move for move in legal if self.move_to_string(move) == text), None)


@stored
def own_bottoms(board: Matrix[Position], player: Player) -> Seq[int]:
    cols = Seq.tabulate(lambda col: col, board.num_cols)
    return cols.filter(lambda col: board.sub(col, 0) == Filled(player))


@stored
def popped(board: Matrix[Position], col: int) -> Matrix[Position]:
    top = board.num_rows - 1

    def after(x: int, y: int) -> Position:
        if x != col:
            return board.sub(x, y)
        return EMPTY if y == top else board.sub(x, y + 1)

    return Matrix.tabulate(after, board.num_cols, board.num_rows)


@stored
def pop_points(board: Matrix[Position], player: Player) -> int:
    pops = own_bottoms(board, player)
    winning = pops.filter(lambda col: player in fours(popped(board, col)))
    return sign(Filled(player)) * POINTS[3] * len(winning)
