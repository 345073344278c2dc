"""Alpha-beta as a coroutine: a node yields (depth, ab, child, move) and is sent the result."""

from gametree import (
    PARENT_PRUNE, PRUNED, BestEdge, Definitely, InPlay, Over, Player, Seq,
    alpha_is_less_than, beta_is_greater_than, maxalpha, minbeta,
)


def drive(root):
    """Run a generator and all the generators that it asks for, without recursion."""
    waiting, answer = [root], None
    while waiting:
        try:
            waiting.append(waiting[-1].send(answer))
            answer = None
        except StopIteration as done:
            waiting.pop()
            answer = done.value
    return answer


class AlphaBeta:
    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth

    def update_ab(self, state, ab, value):
        alpha, beta = ab
        if self.game.player(state) is Player.MAXIE:
            alpha = maxalpha(alpha, value)
        else:
            beta = minbeta(beta, value)
        return alpha, beta

    def value_for(self, state, ab):
        alpha, beta = ab
        return alpha if self.game.player(state) is Player.MAXIE else beta

    def check_bounds(self, ab, state, incoming_move, est):
        alpha, beta = ab
        labels = [PARENT_PRUNE, PRUNED]
        if self.game.player(state) is Player.MINNIE:
            labels.reverse()
        if not alpha_is_less_than(alpha, est):
            return labels[0]
        if not beta_is_greater_than(est, beta):
            return labels[1]
        return BestEdge(incoming_move, est)

    def evaluating(self, depth, ab, state, incoming_move):
        match self.game.status(state):
            case Over(outcome):
                est = Definitely(outcome)
            case InPlay() if depth == 0:
                est = self.game.estimate(state)
            case _:
                value = yield self.searching(depth, ab, state, self.game.moves(state))
                if value is PRUNED:
                    return PRUNED
                est = value.est
        return self.check_bounds(ab, state, incoming_move, est)

    def searching(self, depth, ab, state, moves):
        for move in moves:
            child = self.game.make_move(state, move)
            result = yield self.evaluating(depth - 1, ab, child, move)
            if result is PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)

    def evaluate(self, depth, ab, state, incoming_move):
        return drive(self.evaluating(depth, ab, state, incoming_move))

    def search(self, depth, ab, state, moves):
        return drive(self.searching(depth, ab, state, moves))

    def next_move(self, state):
        return self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)).move
