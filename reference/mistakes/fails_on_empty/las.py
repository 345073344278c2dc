"""Takes the first element without asking whether there is one."""

from collections.abc import Callable
from typing import TypeVar
from gametree import Cons, Nil, Seq

A = TypeVar("A")


def look_and_say(eq: Callable[[A, A], bool], s: Seq[A]) -> Seq[tuple[int, A]]:
    """look_and_say(eq, s) ==> the runs of s, each as (its length, its element)."""
    runs: list[tuple[int, A]] = []
    while True:
        match s.showl():
            case Nil() if runs:
                return Seq.from_list(runs)
            case Nil():
                raise IndexError("no first element")
            case Cons(first, rest):
                more, s = drop_run(eq, first, rest)
                runs.append((1 + more, first))


def drop_run(eq: Callable[[A, A], bool], x: A, s: Seq[A]) -> tuple[int, Seq[A]]:
    """drop_run(eq, x, s) ==> (n, rest): how many elements s begins with that equal x, and the rest."""
    n = 0
    while True:
        match s.showl():
            case Cons(y, rest) if eq(x, y):
                n, s = (n + 1, rest)
            case _:
                return (n, s)
