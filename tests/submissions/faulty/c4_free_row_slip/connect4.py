"""Connect 4 whose `lowest_free_row` leaves out the bottom row."""

import gametree as gt
import plain


class Connect4(plain.Connect4):
    def lowest_free_row(self, the_state, column):
        row = self.num_rows
        while row > 1 and the_state.board.sub(column, row - 1) == gt.EMPTY:
            row -= 1
        return None if row == self.num_rows else row
