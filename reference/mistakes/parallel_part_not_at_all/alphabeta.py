"""Alpha-beta pruning, in an object-oriented way."""

from abc import ABC, abstractmethod

from gametree import (
    PARENT_PRUNE,
    PRUNED,
    BestEdge,
    Definitely,
    Over,
    ParentPrune,
    Player,
    Pruned,
    alpha_is_less_than,
    beta_is_greater_than,
    maxalpha,
    minbeta,
)


class Side(ABC):
    """What Maxie and Minnie do in different ways."""

    @abstractmethod
    def improve(self, ab, value): ...

    @abstractmethod
    def own(self, ab): ...

    @abstractmethod
    def useless(self, ab, est):
        """Is est no better for this side than what it has already?"""

    @abstractmethod
    def too_good(self, ab, est):
        """Is est so good for this side that the other one won't allow it?"""

    def label(self, ab, move, est):
        if self.useless(ab, est):
            return PARENT_PRUNE
        if self.too_good(ab, est):
            return PRUNED
        return BestEdge(move, est)


class Maxie(Side):
    def improve(self, ab, value):
        return maxalpha(ab[0], value), ab[1]

    def own(self, ab):
        return ab[0]

    def useless(self, ab, est):
        return not alpha_is_less_than(ab[0], est)

    def too_good(self, ab, est):
        return not beta_is_greater_than(est, ab[1])


class Minnie(Side):
    def improve(self, ab, value):
        return ab[0], minbeta(ab[1], value)

    def own(self, ab):
        return ab[1]

    def useless(self, ab, est):
        return not beta_is_greater_than(est, ab[1])

    def too_good(self, ab, est):
        return not alpha_is_less_than(ab[0], est)


class Searcher(ABC):
    """What every strategy here has."""

    SIDES = {Player.MAXIE: Maxie(), Player.MINNIE: Minnie()}

    def __init__(self, game, search_depth):
        self.game = game
        self.search_depth = search_depth

    def side(self, state):
        return self.SIDES[self.game.player(state)]

    def evaluate(self, depth, ab, state, incoming_move):
        """evaluate(depth, ab, state, incoming_move) ==> the result of state."""
        value = self.candidate(depth, ab, state)
        if isinstance(value, Pruned):
            return value
        return self.check_bounds(ab, state, incoming_move, value)

    def candidate(self, depth, ab, state):
        status = self.game.status(state)
        if isinstance(status, Over):
            return Definitely(status.outcome)
        if depth == 0:
            return self.game.estimate(state)
        found = self.expand(depth, ab, state)
        return found.est if isinstance(found, BestEdge) else found

    def check_bounds(self, ab, state, incoming_move, est):
        return self.side(state).label(ab, incoming_move, est)

    @abstractmethod
    def expand(self, depth, ab, state):
        """The value of an inner node."""

    def next_move(self, state):
        """next_move(state) ==> the best move."""
        return self.expand(self.search_depth, (PRUNED, PRUNED), state).move


class AlphaBeta(Searcher):
    def update_ab(self, state, ab, value):
        return self.side(state).improve(ab, value)

    def value_for(self, state, ab):
        return self.side(state).own(ab)

    def expand(self, depth, ab, state):
        return self.search(depth, ab, state, self.game.moves(state))

    def one_by_one(self, depth, ab, state, moves):
        """The window after all of moves, or None if one of them was a parent prune."""
        for move in moves:
            result = self.evaluate(depth - 1, ab, self.game.make_move(state, move), move)
            if isinstance(result, ParentPrune):
                return None
            ab = self.update_ab(state, ab, result)
        return ab

    def search(self, depth, ab, state, moves):
        ab = self.one_by_one(depth, ab, state, moves)
        return PRUNED if ab is None else self.value_for(state, ab)
