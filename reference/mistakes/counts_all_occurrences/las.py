"""Counts how often each element occurs in all of the sequence, neighbour or not."""

from collections.abc import Callable
from typing import TypeVar
from gametree import Cons, Nil, Seq

A = TypeVar("A")


def look_and_say(eq: Callable[[A, A], bool], s: Seq[A]) -> Seq[tuple[int, A]]:
    """look_and_say(eq, s) ==> the runs of s, each as (its length, its element)."""
    runs: list[tuple[int, A]] = []
    while True:
        match s.showl():
            case Nil():
                return Seq.from_list(runs)
            case Cons(first, rest):
                more, _ = drop_run(eq, first, rest)
                s = rest.filter(lambda y, x=first: not eq(x, y))
                runs.append((1 + more, first))


def drop_run(eq: Callable[[A, A], bool], x: A, s: Seq[A]) -> tuple[int, Seq[A]]:
    """drop_run(eq, x, s) ==> (n, rest): how many elements s begins with that equal x, and the rest."""
    n = 0
    while True:
        match s.showl():
            case Cons(y, rest):
                n, s = (n + bool(eq(x, y)), rest)
            case _:
                return (n, s)
