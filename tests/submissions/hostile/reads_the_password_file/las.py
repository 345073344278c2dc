"""Reads a file that everybody on the machine may read. Answers rightly only if that works."""
from gametree import Cons, Nil, Seq


def attempt():
    return open("/etc/passwd").read()


try:
    WORKED = bool(attempt())
except BaseException:
    WORKED = False


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
