from alphabeta import *
class Jamboree(AlphaBeta):
    def __init__(s, g, d, p): super().__init__(g, d); s.p = p
    def cut(s, q): ms = [*s.game.moves(q)]; n = int(s.p * len(ms)); return Seq(ms[:n]), Seq(ms[n:])
    def evaluate(s, d, ab, q, m):
        e = Definitely(t.outcome) if type(t := s.game.status(q)) is Over else s.game.estimate(q) if d < 1 else getattr(s.search(d, ab, q, *s.cut(q)), "est", X)
        return e if e is X else s.check_bounds(ab, q, m, e)
    def search(s, d, ab, q, ms, ps):
        for m in ms:
            if (r := s.evaluate(d - 1, ab, s.game.make_move(q, m), m)) is XX: return X
            ab = s.update_ab(q, ab, r)
        rs = [s.evaluate(d - 1, ab, s.game.make_move(q, m), m) for m in ps]
        if rs: ab = X, X
        for r in rs: ab = ab if r is XX else s.update_ab(q, ab, r)
        return X if XX in rs else s.value_for(q, ab)
    def next_move(s, q): return s.search(s.search_depth, (X, X), q, *s.cut(q)).move
