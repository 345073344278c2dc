"""Students' subclasses of the players and games."""
from alphabeta import AlphaBeta
from connect4 import Connect4
from jamboree import Jamboree
from popout import PopOut
from gametree import *

class Loud(AlphaBeta):
    def __init__(self, game, depth):
        super().__init__(game, depth)
        self.seen = []
    def evaluate(self, depth, ab, state, incoming_move):
        self.seen.append((depth, incoming_move))
        return super().evaluate(depth, ab, state, incoming_move)

def test_own_players_children_in_order():
    p = Loud(HANDOUT_SMALL, 2)
    p.search(2, (PRUNED, PRUNED), HANDOUT_SMALL.start, Seq.of(0, 1, 2))
    assert [m for d, m in p.seen if d == 1] == [0, 1, 2]

class Blind(Connect4):
    def estimate(self, state):
        return Guess(0)

def test_own_players_blind():
    game = Blind(4, 4)
    assert AlphaBeta(game, 1).next_move(game.start) in range(4)
    assert isinstance(game, Connect4)

class Counting(ExplicitGame):
    count = 0
    def estimate(self, state):
        self.count += 1
        return super().estimate(state)

def test_own_players_counting():
    g = Counting(HANDOUT_SMALL.tree)
    AlphaBeta(g, 2).next_move(g.start)
    assert g.count == 7
    g2 = Counting(HANDOUT_SMALL.tree)
    Jamboree(g2, 2, 0.5).next_move(g2.start)
    assert g2.count == 9

def test_own_players_depth_attr():
    p = AlphaBeta(HANDOUT_SMALL, 2)
    assert p.game is HANDOUT_SMALL
    assert p.search_depth == 2
