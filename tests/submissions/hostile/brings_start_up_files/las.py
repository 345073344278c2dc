"""Hopes that the files beside it are run."""
from gametree import Seq


def look_and_say(eq, s):
    s.showl()
    return Seq.empty()
