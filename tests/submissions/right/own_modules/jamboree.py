import math

import util_search
from gametree import PARENT_PRUNE, PRUNED, Seq


class Jamboree(util_search.Bounded):
    """Alpha-beta pruning for the first moves, then all the others at once."""

    def __init__(self, game, search_depth, prune_percentage):
        self.game = game
        self.search_depth = search_depth
        self.prune_percentage = prune_percentage

    def evaluate(self, depth, ab, state, incoming_move):
        est = util_search.candidate(self.game, depth, state)
        if est is None:
            value = self.search(depth, ab, state, *self.both_parts(state))
            if value is PRUNED:
                return PRUNED
            est = value.est
        return self.check_bounds(ab, state, incoming_move, est)

    def both_parts(self, state):
        """The moves of state that go first, and the others."""
        moves = self.game.moves(state)
        first = math.floor(self.prune_percentage * len(moves))
        return (
            Seq.tabulate(moves.nth, first),
            Seq.tabulate(lambda i: moves.nth(first + i), len(moves) - first),
        )

    def search(self, depth, ab, state, abmoves, mmmoves):
        def value_of(move):
            return self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)

        for move in abmoves:
            value = value_of(move)
            if value is PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, value)
        values = mmmoves.map(value_of).to_list()
        if any(value is PARENT_PRUNE for value in values):
            return PRUNED
        for value in values:
            ab = self.update_ab(state, ab, value)
        return self.value_for(state, ab)

    def next_move(self, state):
        ab = PRUNED, PRUNED
        return self.search(self.search_depth, ab, state, *self.both_parts(state)).move
