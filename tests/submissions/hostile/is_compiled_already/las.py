"""Uses a module whose source is beside it, and whose compiled form says something else."""
from gametree import Seq
from helper import runs


def look_and_say(eq, s):
    s.showl()
    return Seq.from_list(runs(eq, s))
