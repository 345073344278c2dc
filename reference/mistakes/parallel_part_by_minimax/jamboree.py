import math

from alphabeta import AlphaBeta
from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, Over, Seq


class Jamboree(AlphaBeta):
    """Alpha-beta that stops updating its window after some of the moves."""

    def __init__(self, game, search_depth, prune_percentage):
        super().__init__(game, search_depth)
        self.prune_percentage = prune_percentage

    def expand(self, depth, ab, state):
        moves = list(self.game.moves(state))
        first = math.floor(len(moves) * self.prune_percentage)
        return self.search(depth, ab, state, Seq(moves[:first]), Seq(moves[first:]))

    def minimax(self, depth, state):
        status = self.game.status(state)
        if isinstance(status, Over):
            return Definitely(status.outcome)
        if depth == 0:
            return self.game.estimate(state)
        best = PRUNED, PRUNED
        for move in self.game.moves(state):
            est = self.minimax(depth - 1, self.game.make_move(state, move))
            best = self.update_ab(state, best, BestEdge(move, est))
        return self.value_for(state, best).est

    def search(self, depth, ab, state, abmoves, mmmoves):
        ab = self.one_by_one(depth, ab, state, abmoves)
        if ab is None:
            return PRUNED
        results = []
        for move in mmmoves:
            child = self.game.make_move(state, move)
            results.append(self.check_bounds(ab, child, move, self.minimax(depth - 1, child)))
        if PARENT_PRUNE in results:
            return PRUNED
        for result in results:
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)
