"""In which order a suite is run on all solutions: one that nobody can know."""

from collections.abc import Sequence
from random import SystemRandom

from grader.student_tests.reach import LeftOut

# A run to make, or made: the tests that it leaves out, and the faulty solution, if it is one.
Key = tuple[LeftOut, str]
# All tests, on the reference.
WHOLE: Key = ((), "")
# Of the runs that don't fail some are made again, too (see `trial`): who fails by chance in a fifth
# of all runs hardly ever passes both.
LEAST_REFERENCES = 3


def drawn_order(left_out: LeftOut, names: Sequence[str], references: int = 1) -> list[Key]:
    """The runs to make with some tests: each faulty solution, and the reference, as "".

    The first of the reference's may have any place among the faulty ones: a suite that kept the
    answers of one of these runs, of its choice, would hardly ever have those of the reference. More
    of them come anywhere after the first.
    """
    draw = SystemRandom()
    shuffled = draw.sample(names, len(names))
    before = draw.randrange(len(names) + 1)
    after = shuffled[before:] + [""] * (references - 1)
    draw.shuffle(after)
    return [(left_out, name) for name in (*shuffled[:before], "", *after)]


def mixed(order: Sequence[Key], more: Sequence[Key]) -> list[Key]:
    """More runs at drawn places among those of an order."""
    draw = SystemRandom()
    made = list(order)
    for key in more:
        made.insert(draw.randrange(len(made) + 1), key)
    return made


def some_of(runs: Sequence[Key], most: int) -> list[Key]:
    """At most so many of some runs, drawn."""
    return SystemRandom().sample(runs, min(most, len(runs)))
