"""Answers with a list that contains itself, and a sequence that contains that."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    circle = []
    circle.append(circle)
    return Seq.of((1, circle))
