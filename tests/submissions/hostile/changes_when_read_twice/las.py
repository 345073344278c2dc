"""Answers with a sequence that is another one each time that it is read."""
from gametree import Seq


class Fickle(Seq):
    times = 0

    def to_list(self):
        Fickle.times += 1
        return [(Fickle.times, Fickle.times)]

    __iter__ = lambda self: iter(self.to_list())
    showl = showt = lambda self: Seq.from_list(self.to_list()).showl()


def look_and_say(eq, s):
    s.showl()
    return Fickle.from_list([(2, 2)])
