from typing import Any, NamedTuple

from gametree import Nil, Seq


class Run(NamedTuple):
    length: int
    element: Any


class Runs(Seq):
    """A sequence of runs that knows how many elements they were made of."""

    __slots__ = ()

    def total(self):
        return sum(run.length for run in self)


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s, the last element of each standing for it"""
    lists = []
    view = s.showl()
    while view != Nil():
        if lists and eq(view.head, lists[-1][-1]):
            lists[-1].append(view.head)
        else:
            lists.append([view.head])
        view = view.tail.showl()
    answer = Runs(Run(len(xs), xs[-1]) for xs in lists)
    assert answer.total() == len(s)
    return answer
