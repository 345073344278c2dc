from math import floor

from alphabeta import AlphaBeta, Window
from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, Over, Seq


class Jamboree(AlphaBeta):
    def __init__(self, game, search_depth=4, prune_percentage=0.5):
        super().__init__(game, search_depth)
        self.prune_percentage = prune_percentage

    def update_ab(self, state, ab, value):
        """update_ab(state, ab, value) ==> the window for the next child, as a list"""
        return list(super().update_ab(state, ab, value))

    def worth(self, depth, ab, state):
        match self.game.status(state):
            case Over(outcome):
                return Definitely(outcome)
        if depth == 0:
            return self.game.estimate(state)
        match self.search(depth, ab, state, *self.divide(state)):
            case BestEdge(_, est):
                return est
        return None

    def divide(self, state):
        moves = self.game.moves(state).to_list()
        n = floor(self.prune_percentage * len(moves))
        return [Seq.from_list(moves[len(moves) - n :]), Seq.from_list(moves[: len(moves) - n])]

    def search(self, depth, ab, state, abmoves, mmmoves):
        """search(depth, ab, state, abmoves, mmmoves) ==> the value of state"""
        window = list(ab)
        for move in abmoves.to_list():
            result = self.evaluate(depth - 1, window, self.game.make_move(state, move), move)
            if result is PARENT_PRUNE:
                return PRUNED
            window = self.update_ab(state, window, result)
        results = mmmoves.map(
            lambda move: self.evaluate(depth - 1, window, self.game.make_move(state, move), move)
        )
        if results.filter(lambda result: result is PARENT_PRUNE) != Seq.empty():
            return PRUNED
        for result in results:
            window = self.update_ab(state, window, result)
        return self.value_for(state, window)

    def next_move(self, state):
        return self.search(self.search_depth, Window(), state, *self.divide(state)).move
