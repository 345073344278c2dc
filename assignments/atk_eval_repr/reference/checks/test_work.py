import work
from work import Point


def test_repr():
    p = Point(1, 2)
    assert eval(repr(p)) == p


def test_expr():
    assert eval(work.to_infix(["3", "4", "+"])) == 7


def test_late():
    assert work.double(4) == 8
