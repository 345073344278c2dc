from itertools import islice
from math import floor

from alphabeta import AlphaBeta, drive
from gametree import PARENT_PRUNE, PRUNED, Definitely, Over, Seq


class Jamboree(AlphaBeta):
    def __init__(self, game, search_depth, prune_percentage):
        AlphaBeta.__init__(self, game, search_depth)
        self.prune_percentage = prune_percentage

    def parts(self, state):
        moves = self.game.moves(state)
        it = iter(moves)
        yield Seq(islice(it, floor(self.prune_percentage * len(moves))))
        yield Seq(it)

    def evaluating(self, depth, ab, state, incoming_move):
        status = self.game.status(state)
        if isinstance(status, Over):
            return self.check_bounds(ab, state, incoming_move, Definitely(status.outcome))
        if depth == 0:
            return self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
        value = yield self.searching(depth, ab, state, *self.parts(state))
        return value if value is PRUNED else self.check_bounds(ab, state, incoming_move, value.est)

    def searching(self, depth, ab, state, abmoves, mmmoves):
        for move in abmoves:
            result = yield self.evaluating(depth - 1, ab, self.game.make_move(state, move), move)
            if result is PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
        results = []
        for move in reversed(list(mmmoves)):
            child = self.game.make_move(state, move)
            results.append((yield self.evaluating(depth - 1, ab, child, move)))
        if PARENT_PRUNE in results:
            return PRUNED
        for result in results:
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)

    def search(self, depth, ab, state, abmoves, mmmoves):
        return drive(self.searching(depth, ab, state, abmoves, mmmoves))

    def next_move(self, state):
        return self.search(self.search_depth, (PRUNED, PRUNED), state, *self.parts(state)).move
