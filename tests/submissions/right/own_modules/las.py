import util_seq
from util_seq import *


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s"""
    runs = []
    while not is_empty(s):
        n, x, s = util_seq.first_run(eq, s)
        runs.append((n, x))
    return Seq.from_list(runs)
