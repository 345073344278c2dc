"""`python -m bench`: what grading costs, as ratios against the reference's own code in one process.

The floor is the CPU time of the reference on the same questions in one warm process, without a box,
a judge or a comparison. What a hand-in costs is the CPU time of its judge child, its boxes and its
share of the coordinator. Both are measured in this one run, several times, and the median is shown.
"""

import io
import os
import platform
import resource
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

from checks.question import answer_directly
from grader.assignment import Assignment, load
from grader.intake import open_handin
from grader.isolation import Tier
from grader.judge import Unit, grade_in_child
from grader.reference import Reference
from grader.session import Session, choose_tier, open_session, read_sources

ROUNDS = 9
SMALL = ("las", "alphabeta", "jamboree")


def main() -> int:
    """Measure and print the table."""
    assignment = load(Path("config.yaml"))
    tier = choose_tier(Tier.CONFINED)
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()},")
    print(f"{os.cpu_count()} cores, Linux {platform.release()}, isolation tier {int(tier)}\n")
    everything = tuple(module.name for module in assignment.modules)
    for modules in dict.fromkeys((SMALL, everything)):
        open_session(assignment, modules, tier, _measured(assignment, modules))
    return 0


def _measured(assignment: Assignment, modules: tuple[str, ...]) -> Callable[[Session], None]:
    def body(session: Session) -> None:
        floor = _floor(assignment, session)
        ours, wall = _ours(assignment, session, modules)
        print(", ".join(modules))
        print(f"  floor: the reference's own code, CPU      {floor * 1000:8.1f} ms")
        print(f"  one hand-in: judge child and boxes, CPU   {ours * 1000:8.1f} ms")
        print(f"  one hand-in, from begin to end            {wall * 1000:8.1f} ms")
        print(f"  ratio to the floor                        {ours / floor:8.2f}\n")

    return body


def _floor(assignment: Assignment, session: Session) -> float:
    reference = Reference(read_sources(assignment.reference))
    questions = [q for entry in session.key.values() for q in entry.prepared.questions]

    def once() -> float:
        for entry in session.key.values():
            entry.prepared.forget_visits()
        begin = time.process_time()
        for question in questions:
            try:
                answer_directly(question, import_module)
            except (ValueError, LookupError, TypeError):
                continue  # an exception that is due
        return time.process_time() - begin

    with reference.active(), redirect_stdout(io.StringIO()):
        once()
        return statistics.median(once() for _ in range(ROUNDS))


def _ours(
    assignment: Assignment, session: Session, modules: tuple[str, ...]
) -> tuple[float, float]:
    handin = open_handin(assignment.reference, assignment.intake, assignment.known_files)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # as in a job slot
    unit = Unit(handin.student, handin.files, handin.problems, modules)
    nursery = session.start_nursery()

    def once() -> tuple[float, float]:
        begin, clock = _children(), time.perf_counter()
        results = grade_in_child(session.judge, unit, nursery)
        boxes = sum(result.cpu_seconds for result in results)
        return _children() - begin + boxes, time.perf_counter() - clock

    try:
        once()
        rounds = [once() for _ in range(ROUNDS)]
    finally:
        nursery.close()
    return statistics.median(c for c, _ in rounds), statistics.median(w for _, w in rounds)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    sys.exit(main())
