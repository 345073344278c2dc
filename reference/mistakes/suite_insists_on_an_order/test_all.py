"""Mostly right, but the order of moves and of parallel visits is free."""

import nim
from connect4 import Connect4
from gametree import HANDOUT_SMALL, ExplicitGame, Seq
from jamboree import Jamboree
from las import look_and_say


class Watched(ExplicitGame):
    def __init__(self):
        super().__init__(HANDOUT_SMALL.tree)
        self.seen = ""

    def estimate(self, state):
        self.seen += state.tree.label
        return super().estimate(state)


def test_las():
    said = look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2))
    assert said == Seq.of((2, 1), (1, 2))


def test_moves():
    game = Connect4()
    assert list(game.moves(game.start)) == [3, 2, 4, 1, 5, 0, 6]


def test_jamboree():
    game = Watched()
    assert Jamboree(game, 2, 0.0).next_move(game.start) == 1
    assert game.seen == "cdeghiklm"


def test_nim():
    assert nim.make_next_level((2, 1)) == [(0, 1), (1, 1), (2, 0)]
