import math
from functools import reduce

import alphabeta
from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, Over, Seq


class Jamboree:
    def __init__(self, game, search_depth, prune_percentage):
        self.game = game
        self.search_depth = search_depth
        self.prune_percentage = prune_percentage

    # these three don't depend on what is parallel
    update_ab = alphabeta.AlphaBeta.update_ab
    value_for = alphabeta.AlphaBeta.value_for
    check_bounds = alphabeta.AlphaBeta.check_bounds

    def split(self, moves):
        k = math.floor(self.prune_percentage * len(moves))
        at = lambda low: lambda i: moves.nth(low + i)
        return Seq.tabulate(at(0), k), Seq.tabulate(at(k), len(moves) - k)

    def evaluate(self, depth, ab, state, move):
        label = lambda est: self.check_bounds(ab, state, move, est)
        status = self.game.status(state)
        if isinstance(status, Over):
            return label(Definitely(status.outcome))
        if not depth:
            return label(self.game.estimate(state))
        value = self.search(depth, ab, state, *self.split(self.game.moves(state)))
        return value if value is PRUNED else label(value.est)

    def search(self, depth, ab, state, abmoves, mmmoves):
        child = lambda window: lambda move: self.evaluate(
            depth - 1, window, self.game.make_move(state, move), move
        )
        absorb = lambda window, result: (
            None if window is None or result is PARENT_PRUNE else self.update_ab(state, window, result)
        )
        window = reduce(lambda w, m: None if w is None else absorb(w, child(w)(m)), abmoves, ab)
        if window is not None:
            turned = lambda w, done: (
                None if w is None or done[1] is PARENT_PRUNE
                else self.update_ab(self.game.make_move(state, done[0]), w, done[1])
            )
            window = reduce(turned, zip(mmmoves, mmmoves.map(child(window))), window)
        return PRUNED if window is None else self.value_for(state, window)

    def next_move(self, state):
        edge = self.search(
            self.search_depth, (PRUNED, PRUNED), state, *self.split(self.game.moves(state))
        )
        return edge.move
