from gametree import *
from gametree import PARENT_PRUNE, PRUNED


def indent(depth):
    return "    " * depth


class AlphaBeta:

    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth
        print("new AlphaBeta player for", game, "depth", search_depth)

    def show(self, ab):
        """The bounds as text."""
        return "(" + ", ".join("none" if v == PRUNED else str(v.est) for v in ab) + ")"

    def name(self, state):
        return self.game.state_to_string(state)

    def update_ab(self, state, ab, value):
        (alpha, beta) = ab
        if self.game.player(state) == Player.MAXIE:
            new = (maxalpha(alpha, value), beta)
        else:
            new = (alpha, minbeta(beta, value))
        print("update", self.show(ab), "with", value, "->", self.show(new))
        return new

    def value_for(self, state, ab):
        (alpha, beta) = ab
        return {Player.MAXIE: alpha, Player.MINNIE: beta}[self.game.player(state)]

    def check_bounds(self, ab, state, incoming_move, est):
        (alpha, beta) = ab
        player = self.game.player(state)
        if not alpha_is_less_than(alpha, est):
            result = PARENT_PRUNE if player == Player.MAXIE else PRUNED
        elif not beta_is_greater_than(est, beta):
            result = PRUNED if player == Player.MAXIE else PARENT_PRUNE
        else:
            result = BestEdge(incoming_move, est)
        print("check_bounds", self.show(ab), est, "->", result)
        return result

    def evaluate(self, depth, ab, state, incoming_move):
        print(indent(self.search_depth - depth), "Evaluating", self.name(state), "with", self.show(ab))
        status = self.game.status(state)
        if status != IN_PLAY:
            result = self.check_bounds(ab, state, incoming_move, Definitely(status.outcome))
        elif depth <= 1:
            result = self.check_bounds(ab, state, incoming_move, self.game.estimate(state))
        else:
            result = self.search(depth, ab, state, self.game.moves(state))
            if result != PRUNED:
                result = self.check_bounds(ab, state, incoming_move, result.est)
        print(indent(self.search_depth - depth), "Result of", self.name(state), "is", result)
        return result

    def search(self, depth, ab, state, moves):
        view = moves.showl()
        if view == Nil():
            return self.value_for(state, ab)
        child = self.game.make_move(state, view.head)
        result = self.evaluate(depth - 1, ab, child, view.head)
        if result == PARENT_PRUNE:
            print("pruned", len(view.tail), "moves")
            return PRUNED
        return self.search(depth, self.update_ab(state, ab, result), state, view.tail)

    def next_move(self, state):
        best = self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state))
        print("!!! best is", best)
        return best.move


print("alphabeta loaded")
