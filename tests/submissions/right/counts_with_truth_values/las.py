"""A run of one element is counted by a truth value."""
from gametree import Cons, Seq


def look_and_say(eq, s):
    return Seq.from_list([(True if n == 1 else n, x) for n, x in runs_of(eq, s)])


def runs_of(eq, s):
    runs = []
    view = s.showl()
    while isinstance(view, Cons):
        if runs and eq(runs[-1][1], view.head):
            runs[-1] = (runs[-1][0] + 1, runs[-1][1])
        else:
            runs.append((1, view.head))
        view = view.tail.showl()
    return runs
