from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import HumanPlayer, MiniMax, Referee


def c4_hvab():
    game = Connect4(6, 7)
    return Referee(game, HumanPlayer(game), AlphaBeta(game, search_depth=3))
