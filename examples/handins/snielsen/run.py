from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import HumanPlayer, Referee

DEPTH = 7
GAME = Connect4()
MATCH = Referee(GAME, HumanPlayer(GAME), AlphaBeta(GAME, DEPTH))


def c4_hvab():
    """c4_hvab() ==> the one match of this module, against a Minnie who takes her time"""
    return MATCH


if __name__ == "__main__":
    c4_hvab().go()
