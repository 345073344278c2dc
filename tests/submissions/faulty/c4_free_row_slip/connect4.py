import gametree as gt
from gametree.connect4_text import board_to_string


def windows(cols, rows):
    """windows(cols, rows) ==> list of lists of four cells
    REQUIRES: cols, rows >= 1
    ENSURES: all of them that are on the board
    """
    result = []
    for x in range(cols):
        for y in range(rows):
            candidates = [
                [(x + i, y) for i in range(4)],
                [(x, y + i) for i in range(4)],
                [(x + i, y + i) for i in range(4)],
                [(x - i, y + i) for i in range(4)],
            ]
            for cells in candidates:
                if all(0 <= a < cols and 0 <= b < rows for a, b in cells):
                    result.append(cells)
    return result


class Connect4:
    """The game on a board of the given size."""

    def __init__(self, num_cols=7, num_rows=6):
        self.num_cols = num_cols
        self.num_rows = num_rows
        self.all_windows = windows(num_cols, num_rows)

    def lowest_free_row(self, the_state, column):
        """lowest_free_row(the_state, column) ==> int or None"""
        row = self.num_rows
        while row > 1 and the_state.board.sub(column, row - 1) == gt.EMPTY:
            row -= 1
        return None if row == self.num_rows else row

    @property
    def start(self):
        empty = gt.Matrix.tabulate(lambda x, y: gt.EMPTY, self.num_cols, self.num_rows)
        return gt.C4State(empty, gt.Player.MAXIE)

    def player(self, the_state):
        return the_state.player

    def moves(self, the_state):
        legal = []
        for column in range(self.num_cols):
            if self.lowest_free_row(the_state, column) != None:
                legal.append(column)
        return gt.Seq.of(*legal)

    def make_move(self, the_state, column):
        row = self.lowest_free_row(the_state, column)
        disc = gt.Filled(the_state.player)
        new_board = the_state.board.update(column, row, disc)
        if the_state.player == gt.Player.MAXIE:
            return gt.C4State(new_board, gt.Player.MINNIE)
        else:
            return gt.C4State(new_board, gt.Player.MAXIE)

    def contents(self, the_state, player):
        """contents(the_state, player) ==> for each window free of the opponent, how many are hers"""
        own = gt.Filled(player)
        theirs = gt.Filled(player.other)
        counts = []
        for cells in self.all_windows:
            found = [the_state.board.sub(x, y) for x, y in cells]
            if theirs not in found:
                counts.append(found.count(own))
        return counts

    def status(self, the_state):
        for player in gt.Player:
            if 4 in self.contents(the_state, player):
                return gt.Over(gt.Winner(player))
        if len(self.moves(the_state)) == 0:
            return gt.Over(gt.DRAW)
        return gt.IN_PLAY

    def estimate(self, the_state):
        """estimate(the_state) ==> Guess, the cube of the discs in each window"""
        maxie = sum(n**3 for n in self.contents(the_state, gt.Player.MAXIE))
        minnie = sum(n**3 for n in self.contents(the_state, gt.Player.MINNIE))
        return gt.Guess(maxie - minnie)

    def move_to_string(self, move):
        return str(move)

    def state_to_string(self, state):
        return board_to_string(state.board)

    def parse_move(self, state, text):
        named = (col for col in range(self.num_cols) if text == self.move_to_string(col))
        return next((col for col in named if self.lowest_free_row(state, col) is not None), None)
