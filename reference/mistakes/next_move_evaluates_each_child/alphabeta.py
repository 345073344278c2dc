from functools import lru_cache

from gametree import *  # noqa: F403
from gametree import PARENT_PRUNE, PRUNED, Cons, Nil, Over, Player


class AlphaBeta:
    """Alpha-beta pruning with a table of known results."""

    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth
        self.known = {}
        self.estimate = lru_cache(maxsize=None)(game.estimate)
        self.status = lru_cache(maxsize=None)(game.status)

    def update_ab(self, state, ab, value):
        a, b = ab
        if self.game.player(state) == Player.MINNIE:
            return a, minbeta(b, value)
        return maxalpha(a, value), b

    def value_for(self, state, ab):
        return ab[self.game.player(state) == Player.MINNIE]

    def check_bounds(self, ab, state, incoming_move, est):
        a, b = ab
        minnie = self.game.player(state) == Player.MINNIE
        if not alpha_is_less_than(a, est):
            return PRUNED if minnie else PARENT_PRUNE
        if not beta_is_greater_than(est, b):
            return PARENT_PRUNE if minnie else PRUNED
        return BestEdge(incoming_move, est)

    def evaluate(self, depth, ab, state, incoming_move):
        # the window is part of the key: a result holds for its own bounds only
        key = depth, tuple(ab), state, incoming_move
        if key not in self.known:
            self.known[key] = self.compute(depth, ab, state, incoming_move)
        return self.known[key]

    def compute(self, depth, ab, state, incoming_move):
        status = self.status(state)
        if isinstance(status, Over):
            return self.check_bounds(ab, state, incoming_move, Definitely(status.outcome))
        if depth == 0:
            return self.check_bounds(ab, state, incoming_move, self.estimate(state))
        value = self.search(depth, ab, state, self.game.moves(state))
        if value == PRUNED:
            return PRUNED
        return self.check_bounds(ab, state, incoming_move, value.est)

    def search(self, depth, ab, state, moves):
        match moves.showl():
            case Nil():
                return self.value_for(state, ab)
            case Cons(move, rest):
                result = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
                if result == PARENT_PRUNE:
                    return PRUNED
                return self.search(depth, self.update_ab(state, ab, result), state, rest)

    def next_move(self, state):
        ab = PRUNED, PRUNED
        for move in self.game.moves(state):
            child = self.game.make_move(state, move)
            edge = self.evaluate(self.search_depth - 1, (PRUNED, PRUNED), child, move)
            ab = self.update_ab(state, ab, edge)
        return self.value_for(state, ab).move
