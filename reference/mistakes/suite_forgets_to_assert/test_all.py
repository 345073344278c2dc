"""Compares, but says `==` where an assert is expected; one test catches every exception."""

import nim
from gametree import Seq
from las import look_and_say


def test_las():
    look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2)) == Seq.of((2, 1), (1, 2))


def test_nim():
    try:
        assert nim.make_next_level((2, 1)) == [(0, 1), (1, 1), (2, 0)]
        assert nim.choose_move((2, 1)) == (1, (0, 1))
    except Exception as error:
        print("failed:", error)


def test_order():
    return nim.less_equal((0, 2), (1, 0))
