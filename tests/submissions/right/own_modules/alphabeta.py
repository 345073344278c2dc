import util_search
from gametree import PARENT_PRUNE, PRUNED


class AlphaBeta(util_search.Bounded):
    """Alpha-beta pruning."""

    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth

    def evaluate(self, depth, ab, state, incoming_move):
        """The result of state when looking depth moves ahead."""
        est = util_search.candidate(self.game, depth, state)
        if est is None:
            value = self.search(depth, ab, state, self.game.moves(state))
            if value is PRUNED:
                return PRUNED
            est = value.est
        return self.check_bounds(ab, state, incoming_move, est)

    def search(self, depth, ab, state, moves):
        """The best of the moves, or the bound."""
        for move in moves:
            value = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            if value is PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, value)
        return self.value_for(state, ab)

    def next_move(self, state):
        """The best move."""
        ab = PRUNED, PRUNED
        return self.search(self.search_depth, ab, state, self.game.moves(state)).move
