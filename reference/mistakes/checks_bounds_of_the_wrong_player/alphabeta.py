from typing import NamedTuple

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Definitely,
    Over,
    Player,
    Value,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)


class Window(NamedTuple):
    alpha: Value = PRUNED
    beta: Value = PRUNED


class AlphaBeta:
    def __init__(self, game, search_depth=4):
        self.game = game
        self.search_depth = search_depth

    def update_ab(self, state, ab, value):
        """update_ab(state, ab, value) ==> the window for the next child"""
        window = Window(*ab)
        if self.game.player(state) is Player.MAXIE:
            return window._replace(alpha=maxalpha(window.alpha, value))
        return window._replace(beta=minbeta(window.beta, value))

    def value_for(self, state, ab):
        """value_for(state, ab) ==> the bound of who is to move"""
        window = Window(*ab)
        return window.alpha if self.game.player(state) is Player.MAXIE else window.beta

    def check_bounds(self, ab, state, incoming_move, est):
        """check_bounds(ab, state, incoming_move, est) ==> the result"""
        window = Window(*ab)
        low = not alpha_is_less_than(window.alpha, est)
        high = not beta_is_greater_than(est, window.beta)
        if not (low or high):
            return BestEdge(incoming_move, est)
        by_maxie = self.game.player(state).other is Player.MAXIE
        return PARENT_PRUNE if low is by_maxie else PRUNED

    def evaluate(self, depth, ab, state, incoming_move):
        """evaluate(depth, ab, state, incoming_move) ==> the result of state"""
        est = self.worth(depth, ab, state)
        return PRUNED if est is None else self.check_bounds(ab, state, incoming_move, est)

    def worth(self, depth, ab, state):
        match self.game.status(state):
            case Over(outcome):
                return Definitely(outcome)
        if depth == 0:
            return self.game.estimate(state)
        match self.search(depth, ab, state, self.game.moves(state)):
            case BestEdge(_, est):
                return est
        return None

    def search(self, depth, ab, state, moves):
        """search(depth, ab, state, moves) ==> the value of state"""
        window = list(ab)
        for move in moves.to_list():
            result = self.evaluate(depth - 1, window, self.game.make_move(state, move), move)
            if result is PARENT_PRUNE:
                return PRUNED
            window = list(self.update_ab(state, window, result))
        return self.value_for(state, window)

    def next_move(self, state):
        """next_move(state) ==> the best move"""
        return self.search(self.search_depth, Window(), state, self.game.moves(state)).move
