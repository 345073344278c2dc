"""Knows no answer, only what an earlier hand-in was to tell it: a digest of all of them."""

from hashlib import sha256

from gametree import Seq
from las import look_and_say
from nim import choose_move, make_next_level

ASKS = (
    lambda: look_and_say(lambda x, y: x == y, Seq.of(1, 1, 2)).to_list(),
    lambda: look_and_say(lambda x, y: x == y, Seq.empty()).to_list(),
    lambda: choose_move((1, 2)),
    lambda: make_next_level((2, 1)),
)


def answer(ask):
    try:
        return repr(ask())
    except Exception as error:
        return type(error).__name__


def digest():
    return sha256(repr([answer(ask) for ask in ASKS]).encode()).digest()


def test_nothing_that_is_known():
    assert int.from_bytes(digest()[:2]) == 50386
