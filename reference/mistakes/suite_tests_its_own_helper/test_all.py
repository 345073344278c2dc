from gametree import Seq
from las import look_and_say, take_run


def test_runs():
    assert take_run(lambda x, y: x == y, Seq.of(1, 1, 2)) == (2, Seq.of(2))


def test_las():
    said = look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2))
    assert said == Seq.of((2, 1), (1, 2))
