"""Connect 4 without `lowest_free_row`."""

import plain


class Connect4(plain.Connect4):
    def lowest_free_row(self, the_state, column):
        raise NotImplementedError("lowest_free_row")
