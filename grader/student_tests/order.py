"""The order in which a suite is run on all solutions: one that nobody can predict."""

from collections.abc import Sequence
from random import SystemRandom
from typing import NamedTuple

from grader.student_tests.reach import LeftOut


class RunKey(NamedTuple):
    """A run, planned or done: the tests that it leaves out, and what it is on.

    That is a `faulty` solution, or the reference if there is none.
    """

    left_out: LeftOut
    faulty: str = ""

    @property
    def on_reference(self) -> "RunKey":
        """The run of the same tests on the reference."""
        return RunKey(self.left_out)


# All tests, on the reference.
WHOLE = RunKey(())
# Some of the runs that don't fail are repeated, too (see `trial`): a suite that fails by chance in
# a fifth of all runs hardly ever gets through both.
LEAST_REFERENCES = 3


def drawn_order(left_out: LeftOut, names: Sequence[str], references: int = 1) -> list[RunKey]:
    """The runs to make with some tests: on each faulty solution, and on the reference.

    The first run on the reference may come anywhere among the faulty ones: a suite that kept the
    answers of one run of its choice would hardly ever have the reference's. Further ones come
    anywhere after the first.
    """
    # The system's random numbers: no suite can predict or influence them.
    draw = SystemRandom()
    shuffled = draw.sample(names, len(names))
    before = draw.randrange(len(names) + 1)  # how many come before the first on the reference
    after = shuffled[before:] + [""] * (references - 1)
    draw.shuffle(after)
    return [RunKey(left_out, name) for name in (*shuffled[:before], "", *after)]


def mixed(order: Sequence[RunKey], more: Sequence[RunKey]) -> list[RunKey]:
    """An order with more runs inserted at random places."""
    draw = SystemRandom()
    made = list(order)
    for key in more:
        made.insert(draw.randrange(len(made) + 1), key)
    return made


def some_of(runs: Sequence[RunKey], most: int) -> list[RunKey]:
    """At most `most` of some runs, at random."""
    return SystemRandom().sample(runs, min(most, len(runs)))
