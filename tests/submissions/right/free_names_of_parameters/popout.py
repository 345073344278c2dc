"""Parameters have other names."""


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

    def player(self, state_given: C4State) -> Player:
        return state_given.player

    def moves(self, state_given: C4State) -> Seq[Drop | Pop]:
        drops: Seq[Drop | Pop] = self.connect4.moves(state_given).map(Drop)
        return drops.append(own_bottoms(state_given.board, state_given.player).map(Pop))

    def make_move(self, state_given: C4State, move_given: Drop | Pop) -> C4State:
        match move_given:
            case Drop(col):
                return self.connect4.make_move(state_given, col)
            case Pop(col) if state_given.board.sub(col, 0) == Filled(state_given.player):
                return C4State(popped(state_given.board, col), state_given.player.other)
            case Pop(col):
                raise ValueError(f"{state_given.player} has no disc at the bottom of column {col}")

    def status(self, state_given: C4State) -> Status:
        owners = fours(state_given.board)
        moved_last = state_given.player.other
        if moved_last in owners:
            return Over(Winner(moved_last))
        if state_given.player in owners:
            return Over(Winner(state_given.player))
        return IN_PLAY if len(self.moves(state_given)) > 0 else Over(DRAW)

    def estimate(self, state_given: C4State) -> Guess:
        runs = self.connect4.estimate(state_given).value
        return Guess(runs + sum(pop_points(state_given.board, player) for player in Player))

    # Given: printing and parsing. Nothing below needs a change.

    def move_to_string(self, move_given: Drop | Pop) -> str:
        match move_given:
            case Drop(col):
                return str(col)
            case Pop(col):
                return f"pop {col}"

    def state_to_string(self, state_given: C4State) -> str:
        return board_to_string(state_given.board)

    def parse_move(self, state_given: C4State, text_given: str) -> Drop | Pop | None:
        if self.status(state_given) != IN_PLAY:
            return None
        legal = self.moves(state_given)
        return next((move for move in legal if self.move_to_string(move) == text_given), None)


def own_bottoms(board_given: Matrix[Position], player_given: Player) -> Seq[int]:
    cols = Seq.tabulate(lambda col: col, board_given.num_cols)
    return cols.filter(lambda col: board_given.sub(col, 0) == Filled(player_given))


def popped(board_given: Matrix[Position], col_given: int) -> Matrix[Position]:
    top = board_given.num_rows - 1

    def after(x_given: int, y_given: int) -> Position:
        if x_given != col_given:
            return board_given.sub(x_given, y_given)
        return EMPTY if y_given == top else board_given.sub(x_given, y_given + 1)

    return Matrix.tabulate(after, board_given.num_cols, board_given.num_rows)


def pop_points(board_given: Matrix[Position], player_given: Player) -> int:
    pops = own_bottoms(board_given, player_given)
    winning = pops.filter(lambda col: player_given in fours(popped(board_given, col)))
    return sign(Filled(player_given)) * POINTS[3] * len(winning)
