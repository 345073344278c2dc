"""Look and say: what is read aloud of a sequence, run by run."""

from collections.abc import Callable
from typing import TypeVar

from gametree import Cons, Nil, Seq  # noqa: F401  (Cons and Nil are for you)

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
    raise NotImplementedError("look_and_say")
