from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import HumanPlayer, MiniMax, Referee


def c4_hvab():
    game = Connect4()
    human = HumanPlayer(game)
    computer = AlphaBeta(game, 4)
    return Referee(game, computer, human)
