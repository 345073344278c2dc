# N. Patel, search is still to do
from gametree import Cons, Nil, Seq


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s.

    REQUIRES: eq is an equivalence relation
    ENSURES: every maximal run of n elements equal to x is one (n, x)
    """
    return Seq.from_list(say(eq, s))


def say(eq, s):
    match s.showl():
        case Nil():
            return []
        case Cons(x, xs):
            return keep_counting(eq, 1, x, xs)


def keep_counting(eq, n, x, s):
    match s.showl():
        case Cons(y, ys) if eq(x, y):
            return keep_counting(eq, n + 1, x, ys)
        case _:
            # the answer is built from the right, so that nothing is copied
            runs = say_reversed(eq, s)
            runs.append((n, x))
            runs.reverse()
            return runs


def say_reversed(eq, s):
    match s.showl():
        case Nil():
            return []
        case Cons(x, xs):
            return count_reversed(eq, 1, x, xs)


def count_reversed(eq, n, x, s):
    match s.showl():
        case Cons(y, ys) if eq(x, y):
            return count_reversed(eq, n + 1, x, ys)
        case _:
            runs = say_reversed(eq, s)
            runs.append((n, x))
            return runs
