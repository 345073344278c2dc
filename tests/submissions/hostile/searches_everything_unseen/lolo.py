"""Lolo by plain min-max, with an evaluation that nobody counts."""

from functools import cache

from gametree import Step
from rules import *


@cache
def alpha_beta(c, depth, step):
    if not _places(c, step):
        raise ValueError("can not call alpha-beta with decided position")
    return _search(c, depth, step)


def _search(c, depth, step):
    children = [(_evaluate(child, depth - 1, step.other), child) for child in make_next_level(c, step)]
    values = [value for value, _ in children]
    best = max(values) if step is Step.MAX else min(values)
    return next(pair for pair in children if pair[0] == best)


def _evaluate(c, depth, step):
    if not _places(c, step):
        return -1000 if step is Step.MAX else 1000
    return _worth(c) if depth == 0 else _search(c, depth, step)[0]


def _places(c, step):
    return len(next_l_pos(c, step))


def _worth(c):
    return _places(c, Step.MAX) - _places(c, Step.MIN)
