"""Every function and method has a decorator."""


from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee

def counted(function):
    """Count calls, by a decorator of one's own."""

    def called(*arguments, **named):
        called.times += 1
        return function(*arguments, **named)

    called.times = 0
    return called


SEARCH_DEPTH = 4


@counted
def c4_hvmm() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


@counted
def c4_hvab() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))
