import searching


def AlphaBeta(game, search_depth):
    """AlphaBeta(game, search_depth) ==> a player, whose class is another one."""
    return searching.AlphaBeta(game, search_depth)
