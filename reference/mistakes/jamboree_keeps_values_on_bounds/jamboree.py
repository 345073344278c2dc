import math

from gametree import *
from gametree import PARENT_PRUNE, PRUNED


class Jamboree:

    def __init__(self, game, search_depth, prune_percentage):
        self.game = game
        self.search_depth = search_depth
        self.prune_percentage = prune_percentage

    def trace(self, *words):
        print("JAMBOREE:", *words)

    def update_ab(self, state, ab, value):
        self.trace("update_ab", ab, value)
        (alpha, beta) = ab
        if self.game.player(state) == Player.MAXIE:
            return (maxalpha(alpha, value), beta)
        return (alpha, minbeta(beta, value))

    def value_for(self, state, ab):
        self.trace("value_for", ab)
        (alpha, beta) = ab
        return {Player.MAXIE: alpha, Player.MINNIE: beta}[self.game.player(state)]

    def check_bounds(self, ab, state, incoming_move, est):
        self.trace("check_bounds", ab, est)
        (alpha, beta) = ab
        player = self.game.player(state)
        if alpha != PRUNED and est_compare(est, alpha.est) < 0:
            return PARENT_PRUNE if player == Player.MAXIE else PRUNED
        if not beta_is_greater_than(est, beta):
            return PRUNED if player == Player.MAXIE else PARENT_PRUNE
        return BestEdge(incoming_move, est)

    def split(self, moves):
        moves = moves.to_list()
        here = math.floor(self.prune_percentage * len(moves))
        self.trace("of", moves, "the first", here, "are sequential")
        return (Seq.from_list(moves[:here]), Seq.from_list(moves[here:]))

    def evaluate(self, depth, ab, state, incoming_move):
        self.trace("Evaluating", self.game.state_to_string(state), "with", ab)
        status = self.game.status(state)
        if status != IN_PLAY:
            return self.check_bounds(ab, state, incoming_move, Definitely(status.outcome))
        if depth == 0:
            return self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
        (abmoves, mmmoves) = self.split(self.game.moves(state))
        value = self.search(depth, ab, state, abmoves, mmmoves)
        self.trace("Result of", self.game.state_to_string(state), "is", value)
        if value == PRUNED:
            return PRUNED
        return self.check_bounds(ab, state, incoming_move, value.est)

    def search(self, depth, ab, state, abmoves, mmmoves):
        view = abmoves.showl()
        if view == Nil():
            results = mmmoves.map(
                lambda move: self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            )
            print("results of the parallel part:")
            for result in results:
                print("   ", result)
            if PARENT_PRUNE in results.to_list():
                return PRUNED
            for result in results:
                ab = self.update_ab(state, ab, result)
            return self.value_for(state, ab)
        child = self.game.make_move(state, view.head)
        result = self.evaluate(depth - 1, ab, child, view.head)
        if result == PARENT_PRUNE:
            return PRUNED
        return self.search(depth, self.update_ab(state, ab, result), state, view.tail, mmmoves)

    def next_move(self, state):
        (abmoves, mmmoves) = self.split(self.game.moves(state))
        best = self.search(self.search_depth, (PRUNED, PRUNED), state, abmoves, mmmoves)
        self.trace("best is", best)
        return best.move
