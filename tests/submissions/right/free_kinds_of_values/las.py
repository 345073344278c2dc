"""Numbers and tuples are of subclasses; what is true or false is a number."""


from collections.abc import Callable
from typing import TypeVar

from gametree import Cons, Nil, Seq

class Number(int):
    """A whole number."""


class Pair(tuple):
    """A sequence that never changes."""


def own_kind(value):
    if type(value) is int:
        return Number(value)
    if type(value) is tuple:
        return Pair(map(own_kind, value))
    if type(value) is list:
        return [own_kind(each) for each in value]
    return value


def own_kinds(function):
    def converted(*arguments):
        return own_kind(function(*arguments))

    return converted


A = TypeVar("A")


@own_kinds
def look_and_say(eq: Callable[[A, A], bool], s: Seq[A]) -> Seq[tuple[int, A]]:
    runs: list[tuple[int, A]] = []
    while True:
        match s.showl():
            case Nil():
                return Seq.from_list(runs)
            case Cons(first, rest):
                more, s = drop_run(eq, first, rest)
                runs.append((1 + more, first))


@own_kinds
def drop_run(eq: Callable[[A, A], bool], x: A, s: Seq[A]) -> tuple[int, Seq[A]]:
    n = 0
    while True:
        match s.showl():
            case Cons(y, rest) if eq(x, y):
                n, s = n + 1, rest
            case _:
                return n, s
