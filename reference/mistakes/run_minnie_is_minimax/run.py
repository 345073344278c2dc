"""Minnie is a MiniMax, as in c4_hvmm."""

from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee

SEARCH_DEPTH = 4


def c4_hvmm() -> Referee[C4State, int]:
    """c4_hvmm() ==> a match of Connect 4 between you and minimax."""
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


def c4_hvab() -> Referee[C4State, int]:
    """c4_hvab() ==> a match of Connect 4 between you and your alpha-beta pruning."""
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))
