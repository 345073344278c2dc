import c4game


def Connect4(num_cols=7, num_rows=6):
    """Connect4(num_cols, num_rows) ==> a game, whose class is another one."""
    return c4game.Connect4(num_cols, num_rows)
