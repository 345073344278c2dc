"""A move generator for Connect Four: minimax to a depth, with or without alpha-beta pruning.

X wants large values and O small ones. To see it play, start Python in this folder:

    from gametree import ConnectFourGame
    game = ConnectFourGame(level=3)
    game.play(3)             your move
    game.play()              the computer's move, by compute_move
    game.finish_game()       the computer plays both sides to the end
"""

from gametree import ConnectFourGame


def static_evaluate(game: ConnectFourGame) -> int:
    """static_evaluate(game) ==> what the grid is worth, large for X, without looking ahead.

    REQUIRES: nothing; the game may be over.
    ENSURES: 512 if X has four in a line, -512 if O has, 0 if the grid is full without that.
    Otherwise the sum over all 69 segments (four slots in a line, in any of the four directions)
    and the move bonus, 16 if X is to move and -16 if O is. A segment with tokens of X alone
    counts 1, 10 or 50 for one, two or three of them; with tokens of O alone -1, -10 or -50; an
    empty or mixed one 0. The game is left as it was.

    >>> static_evaluate(ConnectFourGame())
    16
    >>> static_evaluate(ConnectFourGame([[], [], [], [], [], list("X______")]))
    -13
    >>> static_evaluate(ConnectFourGame([[], [], [], [], list("OOO____"), list("XXXX___")]))
    512
    """
    raise NotImplementedError("static_evaluate")


def compute_move(game: ConnectFourGame, alpha_beta: bool = True) -> int:
    """compute_move(game) ==> the column of the best move for the player whose turn it is.

    REQUIRES: the game is not over; the counts of game.search_info are 0, and its
    branching_factors empty.
    ENSURES: the value of the column is the largest for X (the smallest for O) by minimax to the
    depth game.search_info.depth_limit; among equals it is the leftmost. Won and full grids are
    leaves at any depth, and leaves are worth static_evaluate. The grid is left as it was.
    With alpha_beta, the remaining moves of a node are cut once its value reaches a bound
    inherited from any ancestor: at least beta for X, at most alpha for O. The column is the
    same with and without.
    game.search_info is filled, and stays the same object: moves_considered counts every node
    looked at but the root, depth_reached is the largest depth of one (the root has 0),
    branching_factors gets the number of legal moves of every node expanded, the root included,
    and moves_pruned grows at a cut by the number of legal moves not looked at.

    >>> game = ConnectFourGame([[], [], [], [], list("OOO____"), list("XXX____")], level=2)
    >>> compute_move(game)
    3
    >>> game.search_info.depth_reached, game.search_info.moves_pruned > 0
    (2, True)
    """
    raise NotImplementedError("compute_move")
