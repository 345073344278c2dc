"""CPU time of a hand-in: of its judge and of its boxes, in a slot as a batch has it."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

from grader.judging.judge import grade_in_child, settle
from grader.judging.unit import Unit, results_from_bytes
from grader.running.session import Session
from grader.sandbox.tiers import Nursery


def of_children() -> float:
    """CPU seconds of all children that have been waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_grading(session: Session, unit: Unit, nursery: Nursery) -> float:
    """CPU seconds of the judge that grades a unit, and of its boxes."""
    begin = of_children()
    results = results_from_bytes(grade_in_child(session.judge, unit, nursery))
    return of_children() - begin + sum(result.cpu_seconds for result in results)


@contextmanager
def slot(session: Session) -> Iterator[Nursery]:
    """A nursery on one core, where its boxes and the judges are, too."""
    settle()
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    nursery = session.start_nursery()
    try:
        yield nursery
    finally:
        nursery.close()
        os.sched_setaffinity(0, cores)
