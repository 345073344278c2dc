from itertools import groupby

from gametree import Cons, Seq


def to_python(s):
    while isinstance(v := s.showl(), Cons):
        yield v.head
        s = v.tail


def look_and_say(eq, s):
    return Seq.from_list([(len(list(g)), x) for x, g in groupby(to_python(s))])
