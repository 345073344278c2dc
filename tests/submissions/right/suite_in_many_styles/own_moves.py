"""Games with odd moves: equal but not identical, tuples, records, None-like, negatives."""
from dataclasses import dataclass, field
from typing import NamedTuple
from alphabeta import AlphaBeta
from jamboree import Jamboree
from gametree import *

class Go(NamedTuple):
    dx: int
    dy: int

@dataclass(frozen=True)
class At:
    x: int
    y: int
    turn: int = 0

class Walk:
    """Maxie wants x large, Minnie small."""
    start = At(0, 0)
    def moves(self, s): return Seq.of(Go(-1, 0), Go(1, 0), Go(0, 1), Go(0, -1))
    def status(self, s): return Over(DRAW) if abs(s.y) > 1 else IN_PLAY
    def player(self, s): return Player.MAXIE if s.turn % 2 == 0 else Player.MINNIE
    def make_move(self, s, m):
        assert isinstance(m, Go)
        return At(s.x + m.dx, s.y + m.dy, s.turn + 1)
    def estimate(self, s): return Guess(s.x)
    def move_to_string(self, m): return f"{m.dx},{m.dy}"
    def state_to_string(self, s): return repr(s)
    def parse_move(self, s, text): return None

def test_own_moves_walk():
    g = Walk()
    assert AlphaBeta(g, 1).next_move(g.start) == Go(1, 0)
    assert AlphaBeta(g, 2).next_move(g.start).dx == 1
    assert Jamboree(g, 3, 0.5).next_move(g.start) == (1, 0)

def test_own_moves_search_some():
    g = Walk()
    p = AlphaBeta(g, 2)
    some = Seq.of(Go(0, 1), Go(-1, 0))
    r = p.search(2, (PRUNED, PRUNED), g.start, some)
    assert isinstance(r, BestEdge)
    assert r.move == Go(0, 1)
    assert r.est == Guess(-1)
    assert p.search(1, (BestEdge(Go(9, 9), Guess(5)), PRUNED), g.start, some).move == Go(9, 9)
