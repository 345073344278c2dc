import math

from alphabeta import AlphaBeta
from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, Player, Seq, Winner


class Jamboree(AlphaBeta):
    """Alpha-beta that stops updating its window after some of the moves."""

    def __init__(self, game, search_depth, prune_percentage):
        super().__init__(game, search_depth)
        self.prune_percentage = prune_percentage

    def expand(self, depth, ab, state):
        moves = list(self.game.moves(state))
        first = math.floor(len(moves) * self.prune_percentage)
        return self.search(depth, ab, state, Seq(moves[:first]), Seq(moves[first:]))

    def next_move(self, state):
        worst = BestEdge(None, Definitely(Winner(Player.MINNIE)))
        best = BestEdge(None, Definitely(Winner(Player.MAXIE)))
        return self.expand(self.search_depth, (worst, best), state).move

    def search(self, depth, ab, state, abmoves, mmmoves):
        ab = self.one_by_one(depth, ab, state, abmoves)
        if ab is None:
            return PRUNED
        results = [
            self.evaluate(depth - 1, ab, self.game.make_move(state, move), move) for move in mmmoves
        ]
        if PARENT_PRUNE in results:
            return PRUNED
        for result in results:
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)
