from gametree import Seq
from las import look_and_say
from nim import choose_move, make_next_level


def test_las():
    said = look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2))
    assert said == [(2, 1), (1, 2)], "a Seq is no list"


def test_nim():
    assert make_next_level((2, 1)) == [(0, 1), (1, 1), (2, 0)]
    assert choose_move((2, 1)) == (0, 1)
