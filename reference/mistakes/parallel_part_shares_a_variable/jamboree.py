import math

from alphabeta import AlphaBeta
from gametree import PARENT_PRUNE, PRUNED, Definitely, Over, Seq


class Jamboree(AlphaBeta):
    def __init__(self, game, search_depth, prune_percentage):
        super().__init__(game, search_depth)
        self.prune_percentage = prune_percentage

    def evaluate(self, depth, ab, state, incoming_move):
        status = self.game.status(state)
        if isinstance(status, Over):
            est = Definitely(status.outcome)
        elif depth == 0:
            est = self.game.estimate(state)
        else:
            value = self.search(depth, ab, state, *self.two_kinds(state))
            if value is PRUNED:
                return PRUNED
            est = value.est
        return self.check_bounds(ab, state, incoming_move, est)

    def two_kinds(self, state):
        moves = self.game.moves(state).to_list()
        n = math.floor(self.prune_percentage * len(moves))
        return Seq(moves[:n]), Seq(moves[n:])

    def search(self, depth, ab, state, abmoves, mmmoves):
        for move in abmoves:
            result = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            if result is PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
        # as if each had a thread of its own, and the last one happened to be the quickest
        jobs = []
        for move in mmmoves:
            child = self.game.make_move(state, move)
            jobs.append(lambda: self.evaluate(depth - 1, ab, child, move))
        results = []
        while jobs:
            results.append(jobs.pop()())
        if any(result is PARENT_PRUNE for result in results):
            return PRUNED
        for result in results:
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)

    def next_move(self, state):
        edge = self.search(self.search_depth, (PRUNED, PRUNED), state, *self.two_kinds(state))
        return edge.move
