"""In which order a suite is run on all solutions: one that nobody can know."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from random import SystemRandom

from grader.student_tests.reach import LeftOut

# A run to make, or made: the tests that it leaves out, and the faulty solution, if it is one.
Key = tuple[tuple[str, ...], str]
# All tests, on the reference.
WHOLE: Key = ((), "")
# A suite that fails in half of its runs by chance passes all of these once in 256 times.
LEAST_REFERENCES = 8


def drawn_order(chosen: Mapping[str, LeftOut]) -> list[Key]:
    """The runs to make: each faulty solution, and the reference, with every selection of tests.

    `chosen` has the tests that are left out on each of the faulty solutions. All tests are run on
    the reference last, which is not among these. With the same selection the reference comes again
    until it has been run `LEAST_REFERENCES` times with that. The first of them may have any place
    among the faulty ones: a suite that kept the answers of one of these runs, of its choice, would
    hardly ever have those of the reference.
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, left_out in chosen.items():
        if left_out is not None:
            groups.setdefault(left_out, []).append(name)
    missing = LEAST_REFERENCES - len({*groups, ()})
    more = [*islice(cycle(groups), max(0, missing))]
    queues = {
        left_out: _drawn_group(names, more.count(left_out)) for left_out, names in groups.items()
    }
    places = [left_out for left_out, queue in queues.items() for _ in queue]
    SystemRandom().shuffle(places)
    following = {left_out: iter(queue) for left_out, queue in queues.items()}
    return [(left_out, next(following[left_out])) for left_out in places]


def _drawn_group(names: Sequence[str], more_references: int) -> list[str]:
    """Faulty solutions that are run with the same tests, and the reference among them, as ""."""
    draw = SystemRandom()
    shuffled = draw.sample(names, len(names))
    before = draw.randrange(len(names) + 1)
    after = shuffled[before:] + [""] * more_references
    draw.shuffle(after)
    return [*shuffled[:before], "", *after]


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
