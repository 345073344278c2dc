"""Numbers and tuples are of subclasses; what is true or false is a number."""


from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee

class Number(int):
    """A whole number."""


class Pair(tuple):
    """A sequence that never changes."""


def own_kind(value):
    if type(value) is int:
        return Number(value)
    if type(value) is tuple:
        return Pair(map(own_kind, value))
    if type(value) is list:
        return [own_kind(each) for each in value]
    return value


def own_kinds(function):
    def converted(*arguments):
        return own_kind(function(*arguments))

    return converted


SEARCH_DEPTH = 4


@own_kinds
def c4_hvmm() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


@own_kinds
def c4_hvab() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))
