import math

from alphabeta import AlphaBeta
from gametree import PARENT_PRUNE, PRUNED, Seq


class Jamboree(AlphaBeta):
    """Alpha-beta that stops updating its window after some of the moves."""

    def __init__(self, game, search_depth, prune_percentage):
        super().__init__(game, search_depth)
        self.prune_percentage = prune_percentage

    def expand(self, depth, ab, state):
        moves = list(self.game.moves(state))
        first = math.floor(len(moves) * self.prune_percentage)
        return self.search(depth, ab, state, Seq(moves[:first]), Seq(moves[first:]))

    def search(self, depth, ab, state, abmoves, mmmoves):
        ab = self.one_by_one(depth, ab, state, abmoves)
        if ab is None:
            return PRUNED
        return self.value_for(state, ab)
