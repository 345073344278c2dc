"""Elements and bounds of own classes; objects with their own equality; enums; sets; big data."""
import enum, functools, fractions, decimal
from las import look_and_say
from alphabeta import AlphaBeta
from gametree import *

class Colour(enum.Enum):
    RED = 1
    BLUE = 2

class Size(enum.IntEnum):
    S = 1
    M = 2

class Card:
    def __init__(self, suit, rank): self.suit, self.rank = suit, rank
    def __repr__(self): return f"{self.rank} of {self.suit}"

def runs(eq, *xs): return [(n, x) for n, x in look_and_say(eq, Seq.of(*xs))]

def test_odd_elements_enum():
    assert runs(lambda a, b: a is b, Colour.RED, Colour.RED, Colour.BLUE) == [(2, Colour.RED), (1, Colour.BLUE)]
    assert runs(lambda a, b: a == b, Size.S, Size.S, Size.M) == [(2, Size.S), (1, Size.M)]

def test_odd_elements_cards():
    a, b, c = Card("x", 1), Card("x", 2), Card("y", 1)
    got = runs(lambda p, q: p.suit == q.suit, a, b, c)
    assert [n for n, _ in got] == [2, 1]
    assert got[0][1] in (a, b) and got[1][1] is c

def test_odd_elements_numbers():
    half = fractions.Fraction(1, 2)
    assert runs(lambda a, b: a == b, half, fractions.Fraction(2, 4)) == [(2, half)]
    assert runs(lambda a, b: a == b, 1, 1.0, decimal.Decimal(1))[0][0] == 3
    assert runs(lambda a, b: a == b, frozenset("ab"), frozenset("ba"))[0][0] == 2
    assert runs(lambda a, b: a == b, {"k": 1}, {"k": 1})[0][0] == 2
    assert runs(lambda a, b: a == b, b"x", b"x", bytearray(b"x"))[0][0] == 3
    assert runs(lambda a, b: a == b, {1, 2}, {2, 1})[0][0] == 2
    assert runs(lambda a, b: a == b, None, ..., range(3), range(3))[2][0] == 2
    assert runs(lambda a, b: a == b, 1 + 2j, 1 + 2j)[0][0] == 2
    assert runs(lambda a, b: abs(a) == abs(b), float("inf"), float("-inf"))[0][0] == 2

def test_odd_elements_partial():
    def near(d, a, b): return abs(a - b) <= d
    assert [n for n, _ in look_and_say(functools.partial(near, 0), Seq.of(1, 1, 3))] == [2, 1]

class Near:
    def __init__(self): self.calls = 0
    def __call__(self, a, b):
        self.calls += 1
        return a == b

def test_odd_elements_callable():
    near = Near()
    look_and_say(near, Seq.from_list([1] * 10))
    assert near.calls <= 20

def test_odd_elements_raising_eq():
    class Odd(Exception): pass
    def eq(a, b): raise Odd("no")
    try:
        look_and_say(eq, Seq.of(1, 2))
    except Odd as e:
        assert str(e) == "no"
    else:
        assert False
