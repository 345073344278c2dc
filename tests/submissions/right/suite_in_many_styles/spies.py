"""Mocks and spies."""
from unittest import mock
import pytest
import alphabeta, connect4, las, nim, lolo, run, jamboree, select_move
from gametree import *

def test_spies_spy_eq():
    eq = mock.Mock(side_effect=lambda a, b: a == b)
    las.look_and_say(eq, Seq.of(1, 1, 2))
    assert 2 <= eq.call_count <= 6

def test_spies_spy_game():
    game = mock.Mock(wraps=HANDOUT_SMALL)
    game.start = HANDOUT_SMALL.start
    p = alphabeta.AlphaBeta(game, 2)
    assert p.next_move(HANDOUT_SMALL.start) == 1
    assert game.estimate.call_count == 7

def test_spies_patch():
    with mock.patch.object(HANDOUT_SMALL.__class__, "estimate", autospec=True, side_effect=lambda self, s: Guess(0)):
        assert alphabeta.AlphaBeta(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start) == 0

def test_spies_monkey(monkeypatch):
    monkeypatch.setattr("builtins.input", lambda *a: "3")
    g = run.c4_hvab()
    assert g.maxie.next_move(g.game.start) == 3

def test_spies_eval(monkeypatch):
    calls = []
    def ev(c, *rest):
        calls.append(c)
        return 0
    monkeypatch.setattr(lolo, "eval_position", ev)
    lolo.alpha_beta((0, 1, 0, 1), 1, Step.MAX)
    assert calls
