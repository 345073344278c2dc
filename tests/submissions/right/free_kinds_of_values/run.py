"""Numbers and tuples are of subclasses; what is true or false is a number."""


from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee
from own_kinds import own_kinds

SEARCH_DEPTH = 4


@own_kinds
def c4_hvmm() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


@own_kinds
def c4_hvab() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))
