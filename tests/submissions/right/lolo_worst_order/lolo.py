"""Lolo by alpha-beta search, with the worst moves first."""

from math import inf

from gametree import Step
from rules import *


def alpha_beta(c, depth, step):
    if count_moves(c, step) == 0:
        raise ValueError("can not call alpha-beta with decided position")
    return _search(c, depth, step, -inf, inf)


def _search(c, depth, step, alpha, beta):
    first, *others = sorted(make_next_level(c, step), key=_promise, reverse=step is Step.MIN)
    best = _evaluate(first, depth - 1, step.other, alpha, beta), first
    for child in others:
        if step is Step.MAX:
            alpha = max(alpha, best[0])
        else:
            beta = min(beta, best[0])
        if beta <= alpha:
            break
        value = _evaluate(child, depth - 1, step.other, alpha, beta)
        if value > best[0] if step is Step.MAX else value < best[0]:
            best = value, child
    return best


def _evaluate(c, depth, step, alpha, beta):
    if count_moves(c, step) == 0:
        return -1000 if step is Step.MAX else 1000
    return eval_position(c) if depth == 0 else _search(c, depth, step, alpha, beta)[0]


def _promise(c):
    """What c promises to MAX, by its places alone."""
    return len(next_l_pos(c, Step.MAX)) - len(next_l_pos(c, Step.MIN))
