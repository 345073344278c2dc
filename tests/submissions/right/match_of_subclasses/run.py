import connect4, alphabeta
from gametree import HumanPlayer, Referee
class Me(HumanPlayer):
    pass
class It(alphabeta.AlphaBeta):
    def next_move(self, state):
        return super().next_move(state)
class Room(Referee): ...
def c4_hvab(*, depth=3):
    g = connect4.Connect4(num_rows=6, num_cols=7)
    return Room(g, Me(g), It(g, depth))
def c4_hvmm(): ...
