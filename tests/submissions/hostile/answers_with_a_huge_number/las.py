"""Answers with an integer of three million digits."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    return Seq.of((1 << 10_000_000, 1 << 10_000_000))
