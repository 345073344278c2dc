"""Parameters have other names."""


from collections.abc import Callable
from typing import TypeVar

from gametree import Cons, Nil, Seq

A = TypeVar("A")


def look_and_say(eq_given: Callable[[A, A], bool], s_given: Seq[A]) -> Seq[tuple[int, A]]:
    runs: list[tuple[int, A]] = []
    while True:
        match s_given.showl():
            case Nil():
                return Seq.from_list(runs)
            case Cons(first, rest):
                more, s_given = drop_run(eq_given, first, rest)
                runs.append((1 + more, first))


def drop_run(eq_given: Callable[[A, A], bool], x_given: A, s_given: Seq[A]) -> tuple[int, Seq[A]]:
    n = 0
    while True:
        match s_given.showl():
            case Cons(y, rest) if eq_given(x_given, y):
                n, s_given = n + 1, rest
            case _:
                return n, s_given
