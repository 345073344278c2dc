"""The library's own matches, on the student's games; strings; generators; walrus; match."""
import re
from itertools import product
from alphabeta import AlphaBeta
from connect4 import Connect4
from popout import PopOut
from nim import *
from lolo import make_next_level as lolo_level, alpha_beta
from las import *
import gametree as gt
from gametree import MiniMax, Referee, Seq, Player, Over, Winner, DRAW, IN_PLAY, Guess, Tree, Step, HANDOUT_BIG, Drop, Pop

def test_the_library_match(capsys):
    game = Connect4(2, 2)
    Referee(game, AlphaBeta(game, 2), MiniMax(game, 2)).go()
    text = capsys.readouterr().out
    assert re.search(r"decides to make the move", text) or "wins" in text or "draw" in text

def test_the_library_agree():
    game = Connect4(3, 2)
    s = game.start
    for _ in range(2):
        a, m = AlphaBeta(game, 2).next_move(s), MiniMax(game, 2).next_move(s)
        assert a == m
        s = game.make_move(s, a)

def test_the_library_tree():
    match make_game_tree((1, 1)):
        case Tree(value=(1, 1), children=[Tree((0, 1)), Tree((1, 0))]):
            pass
        case other:
            raise AssertionError(other)
    t = min_max(make_game_tree((2, 1)), Step.MAX)
    assert t.value == 1
    assert {c.value for c in t.children} == {0, 1}

def test_the_library_all_small():
    assert all(less_equal(c, d) == (not greater_equal(c, d) or equal_config(c, d)) for c, d in product(product(range(3), repeat=2), repeat=2))

def test_the_library_seq():
    said = look_and_say(str.__eq__, Seq.from_list(list("aabbb")))
    assert said.map(lambda p: p[0]).to_list() == [2, 3]
    assert said.reduce(lambda a, b: a, None) is not False
    assert repr(said) == "Seq.of((2, 'a'), (3, 'b'))"

def test_the_library_pop():
    g = PopOut()
    s = g.make_move(g.start, Drop(3))
    assert Pop(3) not in g.moves(s)
    assert set(g.moves(s)) == {Drop(c) for c in range(7)}
    assert g.parse_move(s, "pop 3") is None
    assert g.parse_move(s, "3") == Drop(3)
    assert "3" in g.move_to_string(Drop(3))
