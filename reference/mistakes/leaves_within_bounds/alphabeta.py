"""Alpha-beta without recursion."""

import gametree
from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, Over, Player


class Frame:
    """A node whose children are being looked at."""

    __slots__ = ("state", "depth", "outer", "inner", "incoming", "todo")

    def __init__(self, state, depth, ab, incoming, moves):
        self.state = state
        self.depth = depth
        self.outer = ab  # the window that the node was given
        self.inner = ab  # the window for its next child
        self.incoming = incoming
        self.todo = list(moves)[::-1]


class AlphaBeta:
    def __init__(self, game, search_depth):
        self.game, self.search_depth = game, search_depth

    def is_maxie(self, state):
        return self.game.player(state) is Player.MAXIE

    def update_ab(self, state, ab, value):
        a, b = ab
        return (gametree.maxalpha(a, value), b) if self.is_maxie(state) else (a, gametree.minbeta(b, value))

    def value_for(self, state, ab):
        return ab[0 if self.is_maxie(state) else 1]

    def check_bounds(self, ab, state, incoming_move, est):
        a, b = ab
        if not gametree.alpha_is_less_than(a, est):
            return PARENT_PRUNE if self.is_maxie(state) else PRUNED
        if not gametree.beta_is_greater_than(est, b):
            return PRUNED if self.is_maxie(state) else PARENT_PRUNE
        return BestEdge(incoming_move, est)

    def leaf(self, depth, ab, state, move):
        """The result of a leaf, None at an inner node."""
        status = self.game.status(state)
        if isinstance(status, Over):
            return self.check_bounds(ab, state, move, Definitely(status.outcome))
        if depth == 0:
            return BestEdge(move, self.game.estimate(state))
        return None

    def evaluate(self, depth, ab, state, incoming_move):
        result = self.leaf(depth, ab, state, incoming_move)
        if result is not None:
            return result
        return self.labelled(ab, state, incoming_move, self.search(depth, ab, state, self.game.moves(state)))

    def labelled(self, ab, state, move, value):
        return PRUNED if value is PRUNED else self.check_bounds(ab, state, move, value.est)

    def search(self, depth, ab, state, moves):
        stack = [Frame(state, depth, ab, None, moves)]
        while True:
            top = stack[-1]
            if top.todo:
                move = top.todo.pop()
                child = self.game.make_move(top.state, move)
                result = self.leaf(top.depth - 1, top.inner, child, move)
                if result is None:
                    stack.append(Frame(child, top.depth - 1, top.inner, move, self.game.moves(child)))
                    continue
            else:
                stack.pop()
                value = self.value_for(top.state, top.inner)
                if not stack:
                    return value
                result = self.labelled(top.outer, top.state, top.incoming, value)
            # hand the result to the node on top; a parent prune throws that node away
            while result is PARENT_PRUNE:
                stack.pop()
                if not stack:
                    return PRUNED
                result = PRUNED
            top = stack[-1]
            top.inner = self.update_ab(top.state, top.inner, result)

    def next_move(self, state):
        return self.search(self.search_depth, (PRUNED, PRUNED), state, self.game.moves(state)).move
