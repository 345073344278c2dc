"""Calls are dataclasses."""


from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee
from stored import stored

SEARCH_DEPTH = 4


@stored
def c4_hvmm() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


@stored
def c4_hvab() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))
