from collections.abc import Iterator
from functools import reduce

from gametree import Cons, Nil, Seq

unfold = lambda s: iter(Heads(s))


class Heads(Iterator):
    """The elements of a sequence, read off its list views."""

    def __init__(self, s):
        self.view = s.showl()

    def __next__(self):
        match self.view:
            case Nil():
                raise StopIteration
            case Cons(x, xs):
                self.view = xs.showl()
                return x


def look_and_say(eq, s):
    def hear(heard, x):
        match heard:
            case [*_, (n, y)] if eq(y, x):
                heard[-1:] = [(n + 1, y)]
            case _:
                heard += [(1, x)]
        return heard

    return Seq.from_list(reduce(hear, unfold(s), []))
