# Olga Kowalski
from functools import cache

from gametree import Cons, Nil, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s, read from a table of positions"""

    @cache
    def view(left):
        # view(left) ==> the list view of the last `left` elements; filled from the longest on
        return s.showl() if left == len(s) else view(left + 1).tail.showl()

    runs = []
    for left in range(len(s), 0, -1):
        match view(left), runs:
            case Cons(x, _), [*_]:
                if runs and eq(runs[-1][1], x):
                    runs[-1] = (runs[-1][0] + 1, runs[-1][1])
                else:
                    runs.append((1, x))
    match view(0) if len(s) else s.showl():
        case Nil():
            return Seq.from_list(runs)
