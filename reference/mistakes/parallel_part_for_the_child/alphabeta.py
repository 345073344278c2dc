from functools import partial, reduce

from gametree import (
    PARENT_PRUNE, PRUNED, BestEdge, Definitely, Over, Player,
    alpha_is_less_than, beta_is_greater_than, maxalpha, minbeta,
)

# what each player does with a window
IMPROVE = {
    Player.MAXIE: lambda ab, v: (maxalpha(ab[0], v), ab[1]),
    Player.MINNIE: lambda ab, v: (ab[0], minbeta(ab[1], v)),
}
OWN = {Player.MAXIE: lambda ab: ab[0], Player.MINNIE: lambda ab: ab[1]}
# label by (player, above alpha, below beta)
LABEL = {
    (Player.MAXIE, False, True): PARENT_PRUNE,
    (Player.MAXIE, True, False): PRUNED,
    (Player.MINNIE, False, True): PRUNED,
    (Player.MINNIE, True, False): PARENT_PRUNE,
}


class AlphaBeta:
    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth

    update_ab = lambda self, state, ab, value: IMPROVE[self.game.player(state)](ab, value)
    value_for = lambda self, state, ab: OWN[self.game.player(state)](ab)

    def check_bounds(self, ab, state, move, est):
        key = (self.game.player(state), alpha_is_less_than(ab[0], est), beta_is_greater_than(est, ab[1]))
        return LABEL.get(key) or BestEdge(move, est)

    def evaluate(self, depth, ab, state, move):
        label = partial(self.check_bounds, ab, state, move)
        status = self.game.status(state)
        if isinstance(status, Over):
            return label(Definitely(status.outcome))
        if not depth:
            return label(self.game.estimate(state))
        value = self.search(depth, ab, state, self.game.moves(state))
        return value if value is PRUNED else label(value.est)

    def search(self, depth, ab, state, moves):
        def step(window, move):
            if window is None:
                return None
            result = self.evaluate(depth - 1, window, self.game.make_move(state, move), move)
            return None if result is PARENT_PRUNE else self.update_ab(state, window, result)

        window = reduce(step, moves, ab)
        return PRUNED if window is None else self.value_for(state, window)

    next_move = lambda self, state: self.search(
        self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)
    ).move
