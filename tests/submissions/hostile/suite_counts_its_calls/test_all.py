"""Counts its calls where no name of its own leads, and fails at the end if there were fewer."""

import gametree
from gametree import Seq
from las import look_and_say
from nim import choose_move

NAME = "_".join(["calls", "so", "far"])


def count():
    setattr(gametree, NAME, getattr(gametree, NAME, 0) + 1)


def test_las():
    for number in range(5):
        count()
        look_and_say(lambda x, y: x == y, Seq.of(number))


def test_nim():
    count()
    choose_move((1, 2))


def test_at_the_end():
    choose_move((1, 3))
    assert getattr(gametree, NAME, 0) == 6
