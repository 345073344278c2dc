"""Tests for las, the games of explicit trees and nim, as far as I got."""

from alphabeta import AlphaBeta
from gametree import HANDOUT_SMALL, Seq
from las import look_and_say
from nim import choose_move, equal_config, greater_equal, less_equal, make_next_level


def say(*items):
    return look_and_say(lambda a, b: a == b, Seq.from_list(list(items)))


def test_las_runs():
    assert say("a", "a", "b") == Seq.of((2, "a"), (1, "b"))


def test_las_same_again():
    assert say(1, 2, 1) == Seq.of((1, 1), (1, 2), (1, 1))


def test_las_empty():
    assert say() == Seq.of()


def test_search_small_tree():
    assert AlphaBeta(HANDOUT_SMALL, 2).next_move(HANDOUT_SMALL.start) == 1


def test_nim_comparisons():
    assert less_equal((1, 2), (1, 3))
    assert greater_equal((2, 1), (1, 3))
    assert equal_config((1, 2), (1, 2))
    assert not equal_config((1, 2), (2, 1))


def test_nim_next_level():
    assert (0, 2) in make_next_level((1, 2))
    assert (1, 1) in make_next_level((1, 2))


def test_nim_move():
    assert choose_move((1, 2))[1] == (1, 0)
