"""Read, and never run: each run is taken off the front by list views alone."""

from gametree import Cons, Seq


def look_and_say(eq, s):
    runs = []
    while True:
        match s.showl():
            case Cons(first, rest):
                n, s = more(eq, first, 1, rest)
                runs.append((n, first))
            case _:
                return Seq.from_list(runs)


def more(eq, first, n, s):
    while True:
        match s.showl():
            case Cons(y, rest) if eq(first, y):
                n, s = n + 1, rest
            case _:
                return n, s
