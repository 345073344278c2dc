"""Calls are dataclasses."""


from collections.abc import Callable
from typing import TypeVar

from gametree import Cons, Nil, Seq

from stored import stored

A = TypeVar("A")


@stored
def look_and_say(eq: Callable[[A, A], bool], s: Seq[A]) -> Seq[tuple[int, A]]:
    runs: list[tuple[int, A]] = []
    while True:
        match s.showl():
            case Nil():
                return Seq.from_list(runs)
            case Cons(first, rest):
                more, s = drop_run(eq, first, rest)
                runs.append((1 + more, first))


@stored
def drop_run(eq: Callable[[A, A], bool], x: A, s: Seq[A]) -> tuple[int, Seq[A]]:
    n = 0
    while True:
        match s.showl():
            case Cons(y, rest) if eq(x, y):
                n, s = n + 1, rest
            case _:
                return n, s
