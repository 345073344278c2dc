"""PopOut, as a kind of Connect4.

`3` drops into column 3, `pop 3` pops it. The estimator is the one of Connect 4; in addition every
bottom disc that its owner can pop counts a point.
"""

from connect4 import Connect4
from gametree import DRAW, EMPTY, IN_PLAY, C4State, Drop, Filled, Guess, Matrix, Over, Player, Pop, Seq, Winner


class PopOut(Connect4):
    """PopOut(num_cols, num_rows) ==> the game
    REQUIRES: num_cols, num_rows >= 1
    ENSURES: a Game[C4State, Drop | Pop]
    """

    def moves(self, state: C4State) -> Seq:
        drops = super().moves(state).map(Drop)
        pops = [Pop(x) for x in range(self.num_cols) if state.board.sub(x, 0) != EMPTY]
        return Seq.from_list(pops).append(drops)

    def make_move(self, state: C4State, move) -> C4State:
        if isinstance(move, Drop):
            return super().make_move(state, move.col)
        columns = [column.to_list() for column in state.board.cols()]
        columns[move.col] = columns[move.col][1:] + [EMPTY]
        board = Matrix.tabulate(lambda x, y: columns[x][y], self.num_cols, self.num_rows)
        return C4State(board, state.player.other)

    def status(self, state: C4State):
        bits = self.bits(state)
        # The one who has just moved comes first: she wins if both have four.
        for player in (state.player.other, state.player):
            if self.has_four(bits[player]):
                return Over(Winner(player))
        return IN_PLAY if len(self.moves(state)) else Over(DRAW)

    def estimate(self, state: C4State) -> Guess:
        bottom = [state.board.sub(x, 0) for x in range(self.num_cols)]
        pops = bottom.count(Filled(Player.MAXIE)) - bottom.count(Filled(Player.MINNIE))
        return Guess(super().estimate(state).value + pops)

    def move_to_string(self, move) -> str:
        return str(move.col) if isinstance(move, Drop) else "pop " + str(move.col)

    def parse_move(self, state: C4State, text: str):
        if self.status(state) is not IN_PLAY:
            return None
        words = text.split()
        for move in self.moves(state):
            if words == self.move_to_string(move).split():
                return move
        return None
