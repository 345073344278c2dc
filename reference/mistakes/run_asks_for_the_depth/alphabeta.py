"""HW 9, alpha-beta pruning."""

from typing import Any

import gametree as gt
from gametree import BestEdge, Player, Seq


class AlphaBeta:
    def __init__(self, game: Any, search_depth: int) -> None:
        self.game = game
        self.search_depth = search_depth

    def update_ab(self, state: Any, ab: gt.Bounds, value: gt.Value) -> gt.Bounds:
        """Improve the bound of the player who is to move."""
        if self.game.player(state) == Player.MAXIE:
            return gt.maxalpha(ab[0], value), ab[1]
        else:
            return ab[0], gt.minbeta(ab[1], value)

    def value_for(self, state: Any, ab: gt.Bounds) -> gt.Value:
        if self.game.player(state) == Player.MAXIE:
            return ab[0]
        else:
            return ab[1]

    def check_bounds(self, ab: gt.Bounds, state: Any, incoming_move: Any, est: gt.Est) -> gt.Result:
        """Label a node whose value would be est."""
        too_low = not gt.alpha_is_less_than(ab[0], est)
        too_high = not gt.beta_is_greater_than(est, ab[1])
        maxie = self.game.player(state) == Player.MAXIE
        if not too_low and not too_high:
            return BestEdge(incoming_move, est)
        elif too_low:
            if maxie:
                return gt.PARENT_PRUNE
            else:
                return gt.PRUNED
        else:
            if maxie:
                return gt.PRUNED
            else:
                return gt.PARENT_PRUNE

    def evaluate(self, depth: int, ab: gt.Bounds, state: Any, incoming_move: Any) -> gt.Result:
        """Label a state."""
        status = self.game.status(state)
        if isinstance(status, gt.Over):
            est = gt.Definitely(status.outcome)
        elif depth == 0:
            est = self.game.estimate(state)
        else:
            value = self.search(depth, ab, state, self.game.moves(state))
            if value is gt.PRUNED:
                return gt.PRUNED
            est = value.est
        return self.check_bounds(ab, state, incoming_move, est)

    def search(self, depth: int, ab: gt.Bounds, state: Any, moves: Seq[Any]) -> gt.Value:
        """Look at the children one after the other."""
        for move in moves:
            child = self.game.make_move(state, move)
            result = self.evaluate(depth - 1, ab, child, move)
            if result is gt.PARENT_PRUNE:
                return gt.PRUNED
            ab = self.update_ab(state, ab, result)
        return self.value_for(state, ab)

    def next_move(self, state: Any) -> Any:
        no_bounds = (gt.PRUNED, gt.PRUNED)
        best = self.search(self.search_depth, no_bounds, state, self.game.moves(state))
        return best.move
