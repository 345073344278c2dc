import operator

from gametree import *
from gametree.connect4_text import board_to_string
from las import look_and_say

WORTH = (0, 1, 8, 64)


def all_lines(board):
    return Seq.flatten(Seq.of(board.rows(), board.cols(), board.diags1(), board.diags2()))


def all_runs(board):
    """all_runs(board) ==> runs of all lines
    REQUIRES: true
    ENSURES: a Seq of (length, position)
    """
    return Seq.flatten(all_lines(board).map(lambda line: look_and_say(operator.eq, line)))


def is_four(run):
    length, position = run
    return length >= 4 and position != EMPTY


def value(run):
    match run:
        case (n, Filled(Player.MAXIE)):
            return WORTH[min(n, 3)]
        case (n, Filled(Player.MINNIE)):
            return -WORTH[min(n, 3)]
        case _:
            return 0


class Connect4:
    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        self.num_cols, self.num_rows = num_cols, num_rows

    def lowest_free_row(self, state, col):
        match look_and_say(operator.eq, state.board.cols().nth(col)).filter(lambda r: r[1] == EMPTY).showl():
            case Nil():
                return None
            case Cons((free, _), _):
                return self.num_rows - free

    @property
    def start(self):
        return C4State(Matrix.tabulate(lambda x, y: EMPTY, self.num_cols, self.num_rows), Player.MAXIE)

    def player(self, s):
        match s:
            case C4State(_, player):
                return player

    def moves(self, s):
        top = self.num_rows - 1
        return Seq.tabulate(lambda c: c, self.num_cols).filter(lambda c: s.board.sub(c, top) == EMPTY)

    def make_move(self, s, move):
        match s:
            case C4State(board, player):
                row = self.lowest_free_row(s, move)
                return C4State(board.update(move, row, Filled(player)), player.other)

    def status(self, s):
        match all_runs(s.board).filter(is_four).showl():
            case Cons((_, Filled(player)), _):
                return Over(Winner(player))
        return Over(DRAW) if len(self.moves(s)) == 0 else IN_PLAY

    def estimate(self, s):
        return Guess(all_runs(s.board).mapreduce(value, 0, operator.add))

    def move_to_string(self, move):
        return str(move)

    def state_to_string(self, state):
        return board_to_string(state.board)

    def parse_move(self, state, text):
        named = (col for col in range(self.num_cols) if text == self.move_to_string(col))
        return next((col for col in named if self.lowest_free_row(state, col) is not None), None)
