"""Answers with objects of 100,000 kinds, none of which can travel."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    return Seq.from_list([object() for _ in range(100_000)])
