"""Every function keeps its answers."""


from alphabeta import AlphaBeta
from connect4 import Connect4
from gametree import C4State, HumanPlayer, MiniMax, Referee

def remembering(function):
    """Keep answers across calls, by all of the arguments."""
    kept = {}

    def asked(*arguments):
        key = repr(arguments)
        if "object" in key or "function" in key or key not in kept:
            kept[key] = function(*arguments)
        answer = kept[key]
        return [*answer] if isinstance(answer, list) else answer

    return asked


SEARCH_DEPTH = 4


@remembering
def c4_hvmm() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), MiniMax(game, SEARCH_DEPTH))


@remembering
def c4_hvab() -> Referee[C4State, int]:
    game = Connect4()
    return Referee(game, HumanPlayer(game), AlphaBeta(game, SEARCH_DEPTH))
