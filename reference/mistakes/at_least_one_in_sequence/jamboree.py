"""Jamboree without recursion."""

import math

import gametree
from gametree import PARENT_PRUNE, PRUNED, BestEdge, Definitely, Over, Player, Seq


class Frame:
    __slots__ = ("state", "depth", "outer", "inner", "best", "incoming", "abtodo", "mmtodo", "parallel", "dead")

    def __init__(self, state, depth, ab, incoming, abmoves, mmmoves):
        self.state, self.depth, self.incoming = state, depth, incoming
        self.outer = self.inner = self.best = ab
        self.abtodo, self.mmtodo = list(abmoves)[::-1], list(mmmoves)[::-1]
        self.parallel = self.dead = False


class Jamboree:
    def __init__(self, game, search_depth, prune_percentage):
        self.game, self.search_depth, self.prune_percentage = game, search_depth, prune_percentage

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

    def halves(self, state):
        moves = list(self.game.moves(state))
        n = max(1, math.floor(self.prune_percentage * len(moves)))
        return Seq.from_list(moves[:n]), Seq.from_list(moves[n:])

    def leaf(self, depth, ab, state, move):
        status = self.game.status(state)
        if isinstance(status, Over):
            return self.check_bounds(ab, state, move, Definitely(status.outcome))
        if depth == 0:
            return self.check_bounds(ab, state, move, self.game.estimate(state))
        return None

    def evaluate(self, depth, ab, state, incoming_move):
        result = self.leaf(depth, ab, state, incoming_move)
        if result is not None:
            return result
        return self.labelled(ab, state, incoming_move, self.search(depth, ab, state, *self.halves(state)))

    def labelled(self, ab, state, move, value):
        return PRUNED if value is PRUNED else self.check_bounds(ab, state, move, value.est)

    def search(self, depth, ab, state, abmoves, mmmoves):
        stack = [Frame(state, depth, ab, None, abmoves, mmmoves)]
        while stack:
            top = stack[-1]
            if top.abtodo:
                self.step(stack, top, top.abtodo.pop())
            elif top.mmtodo:
                top.parallel = True
                self.step(stack, top, top.mmtodo.pop())
            else:
                stack.pop()
                value = PRUNED if top.dead else self.value_for(top.state, top.best)
                if stack:
                    self.receive(stack[-1], self.labelled(top.outer, top.state, top.incoming, value))
        return value

    def step(self, stack, top, move):
        child = self.game.make_move(top.state, move)
        result = self.leaf(top.depth - 1, top.inner, child, move)
        if result is None:
            stack.append(Frame(child, top.depth - 1, top.inner, move, *self.halves(child)))
        else:
            self.receive(top, result)

    def receive(self, frame, result):
        """Give a frame the result of the child that it has just asked for."""
        if result is PARENT_PRUNE:
            frame.dead = True
            if not frame.parallel:
                frame.abtodo, frame.mmtodo = [], []
        else:
            frame.best = self.update_ab(frame.state, frame.best, result)
            if not frame.parallel:
                frame.inner = frame.best

    def next_move(self, state):
        return self.search(self.search_depth, (PRUNED, PRUNED), state, *self.halves(state)).move
