"""In which order a suite is run on all solutions: one that nobody can know."""

from collections.abc import Sequence
from random import SystemRandom
from typing import NamedTuple

from grader.student_tests.reach import LeftOut


class RunKey(NamedTuple):
    """A run to make, or made: the tests that it leaves out, and what it is on.

    That is a `faulty` solution, or the reference.
    """

    left_out: LeftOut
    faulty: str = ""

    @property
    def on_reference(self) -> "RunKey":
        """The run of the same tests on the reference."""
        return RunKey(self.left_out)


# All tests, on the reference.
WHOLE = RunKey(())
# Of the runs that don't fail some are made again, too (see `trial`): who fails by chance in a fifth
# of all runs hardly ever passes both.
LEAST_REFERENCES = 3


def drawn_order(left_out: LeftOut, names: Sequence[str], references: int = 1) -> list[RunKey]:
    """The runs to make with some tests: on each faulty solution, and on the reference.

    The first of the reference's may have any place among the faulty ones: a suite that kept the
    answers of one of these runs, of its choice, would hardly ever have those of the reference. More
    of them come anywhere after the first.
    """
    draw = SystemRandom()
    shuffled = draw.sample(names, len(names))
    before = draw.randrange(len(names) + 1)
    after = shuffled[before:] + [""] * (references - 1)
    draw.shuffle(after)
    return [RunKey(left_out, name) for name in (*shuffled[:before], "", *after)]


def mixed(order: Sequence[RunKey], more: Sequence[RunKey]) -> list[RunKey]:
    """More runs at drawn places among those of an order."""
    draw = SystemRandom()
    made = list(order)
    for key in more:
        made.insert(draw.randrange(len(made) + 1), key)
    return made


def some_of(runs: Sequence[RunKey], most: int) -> list[RunKey]:
    """At most so many of some runs, drawn."""
    return SystemRandom().sample(runs, min(most, len(runs)))
