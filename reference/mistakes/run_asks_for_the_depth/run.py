from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import HumanPlayer, MiniMax, Referee


def c4_hvab():
    depth = int(input("Search depth? "))
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, depth))
