"""PopOut by strings.

Type `3` to drop into column 3 and `pop 3` (any number of blanks) to pop it.
The estimator is that of Connect 4: what can be popped is left out on purpose.
"""

import re

from connect4 import Connect4, as_text
from gametree import DRAW, EMPTY, IN_PLAY, C4State, Drop, Filled, Guess, Matrix, Over, Player, Pop, Seq, Winner

FOURS = {Player.MAXIE: "XXXX", Player.MINNIE: "OOOO"}


class PopOut(Connect4):
    def pops(self, state, player):
        return [Pop(c) for c in range(self.num_cols) if state.board.sub(c, 0) == Filled(player)]

    def moves(self, state):
        drops = [Drop(c) for c in range(self.num_cols) if self.lowest_free_row(state, c) is not None]
        return Seq.from_list(drops + self.pops(state, state.player))

    def make_move(self, state, move):
        if type(move) is Drop:
            return Connect4.make_move(self, state, move.col)
        rows = [row.to_list() for row in state.board.rows()]
        for y, row in enumerate(rows):
            row[move.col] = rows[y + 1][move.col] if y + 1 < len(rows) else EMPTY
        return C4State(Matrix(self.num_cols, rows), state.player.other)

    def status(self, state):
        text = as_text(state.board)
        if FOURS[state.player.other] in text:
            return Over(Winner(state.player.other))
        return IN_PLAY if len(self.moves(state)) > 0 else Over(DRAW)

    def estimate(self, state):
        here = Connect4.estimate(self, state).value
        return Guess(here)

    def move_to_string(self, move):
        return f"pop {move.col}" if type(move) is Pop else str(move.col)

    def parse_move(self, state, text):
        if self.status(state) != IN_PLAY:
            return None
        found = re.fullmatch(r"(pop +)?(\d+)", text.strip())
        if not found:
            return None
        move = Pop(int(found[2])) if found[1] else Drop(int(found[2]))
        return move if move in self.moves(state).to_list() else None
