"""What I need to take sequences apart."""

from gametree import Cons, Nil, Seq

__all__ = ["Seq", "is_empty"]


def is_empty(s):
    match s.showl():
        case Nil():
            return True
        case _:
            return False


def first_run(eq, s):
    """first_run(eq, s) ==> (length, element, rest) for a sequence with at least one element"""
    match s.showl():
        case Cons(x, rest):
            n = 1
    while True:
        match rest.showl():
            case Cons(y, after) if eq(x, y):
                n, rest = n + 1, after
            case _:
                return n, x, rest
