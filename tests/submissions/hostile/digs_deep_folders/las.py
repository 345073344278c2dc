"""Leaves folders behind that are thousands of levels deep."""
import os

from gametree import Seq

try:
    for _ in range(5_000):
        os.mkdir("x")
        os.chdir("x")
except OSError:
    pass


def look_and_say(eq, s):
    s.showl()
    return Seq.empty()
