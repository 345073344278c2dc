import connect4
import gametree
from alphabeta import AlphaBeta


class Human(gametree.HumanPlayer):
    """A human player who is greeted."""

    def next_move(self, state):
        print("It is your turn!")
        return super().next_move(state)


class Match(gametree.Referee):
    pass


def c4_hvab():
    return Match(connect4.Connect4(), Human(connect4.Connect4()), AlphaBeta(connect4.Connect4(), 5))
