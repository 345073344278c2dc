import time

from gametree import Seq
from las import look_and_say


def test_in_an_hour():
    assert look_and_say(lambda x, y: x == y, Seq.of(1, 1)) == Seq.of((2, 1))
    time.sleep(3600)
