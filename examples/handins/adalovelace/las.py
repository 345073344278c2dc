"""Look and say, by Ada Lovelace."""

from collections.abc import Callable
from typing import TypeVar

from gametree import Cons, Nil, Seq

A = TypeVar("A")


def look_and_say(eq: Callable[[A, A], bool], s: Seq[A]) -> Seq[tuple[int, A]]:
    """look_and_say(eq, s) ==> the runs of s, each with its length

    REQUIRES: eq is an equivalence
    ENSURES: neighbouring runs differ by eq, and the lengths add up to len(s)
    """
    runs: list[tuple[int, A]] = []
    while True:
        match s.showl():
            case Nil():
                return Seq.from_list(runs)
            case Cons(x, rest):
                n, s = split_run(eq, x, rest)
                runs.append((n, x))


def split_run(eq: Callable[[A, A], bool], x: A, s: Seq[A]) -> tuple[int, Seq[A]]:
    """split_run(eq, x, s) ==> (n, t)

    REQUIRES: eq is an equivalence
    ENSURES: x and the first n - 1 elements of s are one run; t is what follows them
    """
    n = 1
    while isinstance(view := s.showl(), Cons) and eq(x, view.head):
        n, s = n + 1, view.tail
    return n, s
