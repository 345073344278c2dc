import math
from fractions import Fraction

from alphabeta import AlphaBeta
from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, InPlay, Over, Seq


class Jamboree(AlphaBeta):
    def __init__(self, game, search_depth, prune_percentage):
        super().__init__(game, search_depth)
        self.prune_percentage = prune_percentage

    def number_in_sequence(self, n):
        """floor(prune_percentage * n), found by trying"""
        product = Fraction(self.prune_percentage * n)
        return max(k for k in range(n + 1) if Fraction(k) <= product)

    def evaluate(self, depth, ab, state, incoming_move):
        self.note("evaluate", depth=depth, ab=ab, move=incoming_move)
        self.assert_window(ab)
        match self.game.status(state):
            case Over(outcome):
                return self.check_bounds(ab, state, incoming_move, Definitely(outcome))
            case InPlay() if depth == 0:
                return self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
        value = self.search(depth, ab, state, *self.split(state))
        if isinstance(value, BestEdge):
            return self.check_bounds(ab, state, incoming_move, value.est)
        return PRUNED

    def split(self, state):
        moves = self.game.moves(state)
        k = self.number_in_sequence(len(moves))
        assert k == math.floor(self.prune_percentage * len(moves))
        numbered = sorted(enumerate(moves), key=lambda pair: pair[0])
        first = Seq.from_list([move for i, move in numbered if i < k])
        others = Seq.from_list([move for i, move in numbered if i >= k])
        assert first.append(others) == moves
        return first, others

    def search(self, depth, ab, state, abmoves, mmmoves):
        given = ab
        for move in abmoves:
            self.assert_window(ab)
            result = self.evaluate(depth - 1, given, self.game.make_move(state, move), move)
            if result == PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
        results = {}
        for number, move in enumerate(mmmoves):
            child = self.game.make_move(state, move)
            results[number] = self.evaluate(depth - 1, ab, child, move)
        if any(result == PARENT_PRUNE for result in results.values()):
            return PRUNED
        for number in sorted(results):
            ab = self.update_ab(state, ab, results[number])
        return self.value_for(state, ab)

    def next_move(self, state):
        edge = self.search(self.search_depth, (PRUNED, PRUNED), state, *self.split(state))
        return edge.move
