"""Every function runs in a generator."""


from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee

def stepwise(function):
    """The work is done by a generator that gives one value."""

    def steps(arguments):
        yield function(*arguments)

    def run(*arguments):
        return next(steps(arguments))

    return run


SEARCH_DEPTH = 4


@stepwise
def c4_hvmm() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


@stepwise
def c4_hvab() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))
