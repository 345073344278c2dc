from gametree import Cons, Seq


def elements(s):
    while isinstance(view := s.showl(), Cons):
        yield view.head
        s = view.tail


def runs(eq, xs):
    count = 0
    for x in xs:
        if count and eq(x, last):
            count += 1
        else:
            if count:
                yield count, last
            count, last = 1, x
    if count:
        yield count, last


def look_and_say(eq, s):
    """look_and_say(eq, s) ==> the runs of s"""
    return Seq(runs(eq, elements(s)))
