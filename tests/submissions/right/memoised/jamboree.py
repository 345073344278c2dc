import math

import alphabeta
from gametree import PARENT_PRUNE, PRUNED, Definitely, Over, Seq


class Jamboree(alphabeta.AlphaBeta):
    tables = {}  # shared by all players: (game, depth) -> table

    def __init__(self, game, search_depth, prune_percentage):
        super().__init__(game, search_depth)
        self.prune_percentage = prune_percentage
        self.known = Jamboree.tables.setdefault((game, search_depth, prune_percentage), {})

    def moves(self, state):
        moves = self.game.moves(state).to_list()
        cut = math.floor(self.prune_percentage * len(moves))
        return Seq.from_list(moves[:cut]), Seq.from_list(moves[cut:])

    def compute(self, depth, ab, state, incoming_move):
        status = self.status(state)
        if isinstance(status, Over):
            return self.check_bounds(ab, state, incoming_move, Definitely(status.outcome))
        if depth == 0:
            return self.check_bounds(ab, state, incoming_move, self.estimate(state))
        value = self.search(depth, ab, state, *self.moves(state))
        if value == PRUNED:
            return PRUNED
        return self.check_bounds(ab, state, incoming_move, value.est)

    def search(self, depth, ab, state, abmoves, mmmoves):
        for move in abmoves:
            result = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            if result == PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
        results = [
            self.evaluate(depth - 1, ab, self.game.make_move(state, move), move) for move in mmmoves
        ]
        for result in results:
            if result == PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)

    def next_move(self, state):
        return self.search(self.search_depth, (PRUNED, PRUNED), state, *self.moves(state)).move
