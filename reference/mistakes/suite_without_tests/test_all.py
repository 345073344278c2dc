"""Prints what functions give, for a person to look at."""

from gametree import Seq
from las import look_and_say
from nim import make_next_level


def show():
    print(look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2)))
    print(make_next_level((2, 1)))


def check_las():
    assert look_and_say(lambda x, y: x == y, Seq.of(1)) == Seq.of((1, 1))


if __name__ == "__main__":
    show()
    check_las()
