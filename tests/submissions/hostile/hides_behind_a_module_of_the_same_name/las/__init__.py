"""What runs: the file beside it is only read."""

from itertools import groupby
from gametree import Seq

def look_and_say(eq, s):
    out = []
    last = None
    for x in s:
        if out and eq(last, x):
            out[-1] = (out[-1][0] + 1, out[-1][1])
        else:
            out.append((1, x))
        last = out[-1][1]
    return Seq.from_list(out)
