from gametree import *
from gametree import PRUNED as X, PARENT_PRUNE as XX, alpha_is_less_than as lo, beta_is_greater_than as hi
class AlphaBeta:
    def __init__(s, g, d): s.game, s.search_depth, s.m = g, d, lambda q: g.player(q) is Player.MINNIE
    def update_ab(s, q, ab, v): return (ab[0], minbeta(ab[1], v)) if s.m(q) else (maxalpha(ab[0], v), ab[1])
    def value_for(s, q, ab): return ab[s.m(q)]
    def check_bounds(s, ab, q, m, e): return (XX, X)[s.m(q)] if not lo(ab[0], e) else (X, XX)[s.m(q)] if not hi(e, ab[1]) else BestEdge(m, e)
    def evaluate(s, d, ab, q, m):
        e = Definitely(t.outcome) if type(t := s.game.status(q)) is Over else s.game.estimate(q) if d < 1 else getattr(s.search(d, ab, q, s.game.moves(q)), "est", X)
        return e if e is X else s.check_bounds(ab, q, m, e)
    def search(s, d, ab, q, ms):
        for m in ms:
            if (r := s.evaluate(d - 1, ab, s.game.make_move(q, m), m)) is XX: return X
            ab = s.update_ab(q, ab, r)
        return s.value_for(q, ab)
    def next_move(s, q): return s.search(s.search_depth, (X, X), q, s.game.moves(q)).move
