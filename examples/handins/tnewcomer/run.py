"""Connect 4 matches to play in the terminal.

Start one from Python in this folder:

    import run
    run.c4_hvmm().go()      you against minimax
    run.c4_hvab().go()      you against your own alpha-beta pruning
"""

from alphabeta import AlphaBeta  # noqa: F401  (for you)
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee

SEARCH_DEPTH = 4


def c4_hvmm() -> Referee[C4State, int]:
    """c4_hvmm() ==> a match of Connect 4 between you and minimax.

    REQUIRES: nothing.
    ENSURES: the board is 7 x 6; Maxie is a human player and Minnie searches SEARCH_DEPTH moves
    ahead. Nothing is asked or printed until its go() is called.

    >>> c4_hvmm().minnie.search_depth == SEARCH_DEPTH
    True
    """
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


def c4_hvab() -> Referee[C4State, int]:
    """c4_hvab() ==> a match of Connect 4 between you and your alpha-beta pruning.

    REQUIRES: nothing.
    ENSURES: the board is 7 x 6; Maxie is a HumanPlayer and Minnie an AlphaBeta of any positive
    search depth, all three on a Connect4, one or three alike. Nothing is asked until its go() is
    called.

    >>> referee = c4_hvab()
    >>> type(referee.maxie).__name__, type(referee.minnie).__name__
    ('HumanPlayer', 'AlphaBeta')
    """
    raise NotImplementedError("c4_hvab")
