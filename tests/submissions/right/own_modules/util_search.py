"""What alpha-beta and Jamboree have in common."""

from gametree import Definitely, InPlay, Over
from tools.bounds import label, own_bound, with_value


class Bounded:
    """The parts of a strategy that only look at bounds."""

    def update_ab(self, state, ab, value):
        return with_value(self.game.player(state), ab, value)

    def value_for(self, state, ab):
        return own_bound(self.game.player(state), ab)

    def check_bounds(self, ab, state, incoming_move, est):
        return label(self.game.player(state), ab, incoming_move, est)


def candidate(game, depth, state):
    """candidate(game, depth, state) ==> the estimate of a leaf, None for an inner node"""
    match game.status(state):
        case Over(outcome):
            return Definitely(outcome)
        case InPlay():
            return game.estimate(state) if depth == 0 else None
