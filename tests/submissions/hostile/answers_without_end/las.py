"""Answers with something that never ends when it is read."""
from gametree import Seq


class Endless(Seq):
    def to_list(self):
        while True:
            yield 1

    __iter__ = to_list


def look_and_say(eq, s):
    s.showl()
    return Endless.from_list([1])
