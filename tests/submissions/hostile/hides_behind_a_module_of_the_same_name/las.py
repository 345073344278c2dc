"""Look and say: what is read aloud of a sequence, run by run."""

from collections.abc import Callable
from typing import TypeVar

from gametree import Cons, Nil, Seq

A = TypeVar("A")


def look_and_say(eq: Callable[[A, A], bool], s: Seq[A]) -> Seq[tuple[int, A]]:
    """look_and_say(eq, s) ==> the runs of s, each as (its length, its element).

    REQUIRES: eq is an equivalence: reflexive, symmetric and transitive.
    ENSURES: a run is a longest stretch of neighbours that are equal by eq, so neighbouring runs
    differ; the runs are in the order of s. Any element of a run may stand for it; the first one
    does here. eq is called at most 2n times for n elements. s is taken apart by list views
    (showl) alone: no nth, and no indexing.

    >>> from operator import eq
    >>> look_and_say(eq, Seq.of("hi", "hi", "hi"))
    Seq.of((3, 'hi'))
    >>> look_and_say(eq, Seq.of("bye", "hi", "hi"))
    Seq.of((1, 'bye'), (2, 'hi'))
    >>> said = look_and_say(lambda m, n: m % 2 == n % 2, Seq.of(1, 3, 5, 2, 7))
    >>> [length for length, element in said]
    [3, 1, 1]
    >>> look_and_say(eq, Seq.empty())
    Seq.of()
    """
    runs: list[tuple[int, A]] = []
    while True:
        match s.showl():
            case Nil():
                return Seq.from_list(runs)
            case Cons(first, rest):
                more, s = drop_run(eq, first, rest)
                runs.append((1 + more, first))


def drop_run(eq: Callable[[A, A], bool], x: A, s: Seq[A]) -> tuple[int, Seq[A]]:
    """drop_run(eq, x, s) ==> (n, rest): how many elements s begins with that equal x, and the rest.

    REQUIRES: eq is an equivalence.
    ENSURES: s is n elements equal to x, then rest; rest is empty or begins with another element.

    >>> from operator import eq
    >>> drop_run(eq, "hi", Seq.of("hi", "hi", "bye"))
    (2, Seq.of('bye'))
    """
    n = 0
    while True:
        match s.showl():
            case Cons(y, rest) if eq(x, y):
                n, s = n + 1, rest
            case _:
                return n, s
