from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import HumanPlayer, MiniMax, Referee


def c4_hvmm():
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, 3))


def c4_hvab():
    """c4_hvab() ==> match
    REQUIRES: true
    ENSURES: you against alpha-beta
    """
    game = Connect4(7, 6)
    return Referee(game, maxie=HumanPlayer(game), minnie=AlphaBeta(game, 2))
