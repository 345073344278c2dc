"""Reads by position, with `nth` under a name that it computes."""

from gametree import Seq


def look_and_say(eq, s):
    at = getattr(s, "n" + "th")
    runs = []
    s.showl()
    for number in range(len(s)):
        if runs and eq(runs[-1][1], at(number)):
            runs[-1] = (runs[-1][0] + 1, runs[-1][1])
        else:
            runs.append((1, at(number)))
    return Seq.from_list(runs)
