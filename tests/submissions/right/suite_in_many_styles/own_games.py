"""Own games of own states and moves."""
from dataclasses import dataclass
from alphabeta import AlphaBeta
from jamboree import Jamboree
from gametree import *

@dataclass(frozen=True)
class Spot:
    pile: int
    who: Player

class Subtract:
    """Take one, two or three; whoever takes the last wins."""
    start = Spot(7, Player.MAXIE)
    def __init__(self):
        self.asked = []
    def moves(self, s): return Seq.from_list([f"take {n}" for n in (1, 2, 3) if n <= s.pile])
    def status(self, s): return Over(Winner(s.who.other)) if s.pile == 0 else IN_PLAY
    def player(self, s): return s.who
    def make_move(self, s, m): return Spot(s.pile - int(m.split()[1]), s.who.other)
    def estimate(self, s):
        self.asked.append(s)
        return Guess(s.pile % 4 * (1 if s.who is Player.MAXIE else -1))
    def move_to_string(self, m): return m
    def state_to_string(self, s): return str(s.pile)
    def parse_move(self, s, text): return None

def test_own_games_seven():
    game = Subtract()
    assert AlphaBeta(game, 5).next_move(game.start) == "take 3"
    assert MiniMax(game, 5).next_move(game.start) == "take 3"

def test_own_games_counts():
    game, full = Subtract(), Subtract()
    AlphaBeta(game, 3).next_move(game.start)
    MiniMax(full, 3).next_move(full.start)
    assert 0 < len(game.asked) < len(full.asked)
    assert set(game.asked) <= set(full.asked)
    assert all(isinstance(s, Spot) for s in game.asked)

def test_own_games_jam():
    game = Subtract()
    assert Jamboree(game, 4, 0.5).next_move(game.start) == "take 3"
