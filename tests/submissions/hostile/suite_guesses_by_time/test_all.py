"""Fails where an answer takes longer, or comes by other messages, than usual."""

import time

from gametree import Seq
from las import look_and_say
from nim import choose_move


def how_long(ask):
    before = time.perf_counter()
    ask()
    return time.perf_counter() - before


def test_by_the_clock():
    usual = sorted(how_long(lambda: choose_move((1,))) for _ in range(9))[4]
    slow = sorted(how_long(lambda: choose_move((2, 2, 2))) for _ in range(3))[1]
    assert slow < 1000 * usual


def test_by_the_number_of_calls():
    calls = []

    def eq(x, y):
        calls.append((x, y))
        return x == y

    look_and_say(eq, Seq.of(1, 1, 2, 2, 1))
    assert time.perf_counter_ns() % 1000 != 7 or len(calls) <= 10
