"""Keeps what its first test was answered where no name of its own leads; fails where it was not run."""

import gametree
from gametree import Seq
from las import look_and_say
from nim import choose_move


def test_las():
    setattr(gametree, "kept", str(look_and_say(lambda x, y: x == y, Seq.of(1, 1))))


def test_nim():
    choose_move((1, 2))
    assert getattr(gametree, "ke" + "pt", None) is not None
