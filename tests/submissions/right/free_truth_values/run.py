"""A truth value for each 0 and 1."""


from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee
from as_truth import as_truth

SEARCH_DEPTH = 4


@as_truth
def c4_hvmm() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


@as_truth
def c4_hvab() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))
