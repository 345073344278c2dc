"""Bounds, for alpha-beta and for Jamboree."""

from typing import Any

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Bounds,
    Est,
    Player,
    Result,
    Value,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)

OPEN: Bounds = (PRUNED, PRUNED)


class Windowed:
    """A strategy that keeps track of bounds."""

    game: Any

    def update_ab(self, state: Any, ab: Bounds, value: Value) -> Bounds:
        """update_ab(state, ab, value) ==> ab with the mover's bound improved by value

        REQUIRES: value belongs to a child of state
        ENSURES: the other player's bound is as before
        """
        alpha, beta = ab
        match self.game.player(state):
            case Player.MAXIE:
                return maxalpha(alpha, value), beta
            case _:
                return alpha, minbeta(beta, value)

    def value_for(self, state: Any, ab: Bounds) -> Value:
        """value_for(state, ab) ==> the mover's bound

        REQUIRES: true
        ENSURES: alpha for Maxie, beta for Minnie
        """
        alpha, beta = ab
        return alpha if self.game.player(state) is Player.MAXIE else beta

    def check_bounds(self, ab: Bounds, state: Any, incoming_move: Any, est: Est) -> Result:
        """check_bounds(ab, state, incoming_move, est) ==> the label of state

        REQUIRES: alpha < beta
        ENSURES: an edge if alpha < est < beta; else who may not want est decides about the prune
        """
        alpha, beta = ab
        enough = {
            Player.MAXIE: alpha_is_less_than(alpha, est),
            Player.MINNIE: beta_is_greater_than(est, beta),
        }
        mover = self.game.player(state)
        if not enough[mover]:
            return PARENT_PRUNE
        return BestEdge(incoming_move, est) if enough[mover.other] else PRUNED
