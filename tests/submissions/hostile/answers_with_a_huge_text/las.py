"""Answers with far more than an answer may hold."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    return Seq.of((1, "x" * 100_000_000))
