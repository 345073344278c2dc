"""Typed moves: `3` or `pop 3`. Pops don't change the estimate: a run stays a run."""

from connect4 import Connect4, all_runs, is_four
from gametree import *
from gametree.connect4_text import board_to_string


class PopOut:
    def __init__(self, num_cols: int = 7, num_rows: int = 6) -> None:
        self.c4 = Connect4(num_cols, num_rows)
        self.start = self.c4.start

    def player(self, s):
        return s.player

    def moves(self, s):
        mine = Seq.tabulate(lambda c: c, self.c4.num_cols).filter(
            lambda c: s.board.sub(c, 0) == Filled(s.player)
        )
        return self.c4.moves(s).map(Drop).append(mine.map(Pop))

    def make_move(self, s, move):
        match move:
            case Drop(col):
                return self.c4.make_move(s, col)
            case Pop(col):
                def lower(x, y):
                    if x != col:
                        return s.board.sub(x, y)
                    return s.board.sub(x, y) if y > 0 else EMPTY
                return C4State(
                    Matrix.tabulate(lower, s.board.num_cols, s.board.num_rows), s.player.other
                )

    def status(self, s):
        owners = all_runs(s.board).filter(is_four).map(lambda run: run[1].player).to_list()
        if s.player.other in owners:
            return Over(Winner(s.player.other))
        if owners:
            return Over(Winner(s.player))
        match self.moves(s).showl():
            case Nil():
                return Over(DRAW)
            case Cons(_, _):
                return IN_PLAY

    def estimate(self, s):
        return self.c4.estimate(s)

    def move_to_string(self, move):
        match move:
            case Drop(col):
                return str(col)
            case Pop(col):
                return f"pop {col}"

    def state_to_string(self, s):
        return board_to_string(s.board)

    def parse_move(self, s, text):
        if self.status(s) != IN_PLAY:
            return None
        fitting = self.moves(s).filter(lambda move: self.move_to_string(move) == text)
        match fitting.showl():
            case Cons(move, _):
                return move
        return None
