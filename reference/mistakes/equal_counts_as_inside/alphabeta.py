from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, Over, Player, est_compare

SIGN = {Player.MAXIE: 1, Player.MINNIE: -1}


class AlphaBeta:
    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth

    def mine(self, state):
        """The place of the mover's bound in a pair."""
        return 0 if self.game.player(state) is Player.MAXIE else 1

    def better(self, state, a, b):
        """Is the estimate a strictly better than b for who moves in state?"""
        return SIGN[self.game.player(state)] * est_compare(a, b) > 0

    def update_ab(self, state, ab, value):
        new = list(ab)
        old = ab[self.mine(state)]
        if value is not PRUNED and (old is PRUNED or not self.better(state, old.est, value.est)):
            new[self.mine(state)] = value
        return tuple(new)

    def value_for(self, state, ab):
        return ab[self.mine(state)]

    def check_bounds(self, ab, state, incoming_move, est):
        own, other = ab[self.mine(state)], ab[1 - self.mine(state)]
        if own is not PRUNED and self.better(state, own.est, est):
            return PARENT_PRUNE
        if other is not PRUNED and self.better(state, est, other.est):
            return PRUNED
        return BestEdge(incoming_move, est)

    def evaluate(self, depth, ab, state, incoming_move):
        status = self.game.status(state)
        if isinstance(status, Over):
            est = Definitely(status.outcome)
        elif depth == 0:
            est = self.game.estimate(state)
        else:
            value = self.search(depth, ab, state, self.game.moves(state))
            if value is PRUNED:
                return PRUNED
            est = value.est
        return self.check_bounds(ab, state, incoming_move, est)

    def search(self, depth, ab, state, moves):
        for move in moves:
            result = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            if result is PARENT_PRUNE:
                return PRUNED
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)

    def next_move(self, state):
        return self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)).move
