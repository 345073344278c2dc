"""Takes as much room as it gets. Answers rightly only if that is over 64 MB."""
from gametree import Cons, Nil, Seq

from filling import fill

WORKED = fill() > 64 << 20


def look_and_say(eq, s):
    runs = []
    view = s.showl() if WORKED else Nil()
    while isinstance(view, Cons):
        if runs and eq(runs[-1][1], view.head):
            runs[-1] = (runs[-1][0] + 1, runs[-1][1])
        else:
            runs.append((1, view.head))
        view = view.tail.showl()
    return Seq.from_list(runs)
