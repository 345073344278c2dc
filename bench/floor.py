"""Target 1: what grading costs beside the reference's own code on the same inputs.

The floor is the CPU time of the reference on the questions of the answer key in one warm process,
without a box, a judge or a comparison. What a hand-in costs is the CPU time of its judge child and
of its boxes. Both are measured in this one run, in turn, and the smallest of several is taken:
whatever else the machine does can only add to it. A student's own tests are measured apart: their
floor is pytest, forked from a warm process, on each solution that they are run on.
"""

import io
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path

import pytest

from bench import cpu
from bench.target import Target
from grader.assignment.config import Assignment
from grader.assignment.faulty import faulty_of
from grader.assignment.sources import read_sources
from grader.authoring.reference import Reference
from grader.handins.opening import opener_of
from grader.judging.unit import Unit
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Nursery, Tier
from grader.student.evaluation import Evaluation
from reference.checks.test_test_all import NAMES

ROUNDS = 5
MOST = 2.0
SUITE = "test_all"


def measure(assignment: Assignment, tier: Tier) -> list[Target]:
    """All modules but the student's own tests; then those."""
    found: list[Target] = []
    names = [module.name for module in assignment.modules]

    def body(session: Session) -> None:
        ours, floor = _side_by_side(
            lambda nursery: _ours(assignment, session, names, nursery),
            lambda: _floor(assignment, session),
            session,
            ROUNDS,
        )
        found.append(_target("1", "all modules but test_all", ours, floor))

    def suites(session: Session) -> None:
        ours, floor = _side_by_side(
            lambda nursery: _ours(assignment, session, [SUITE], nursery),
            lambda: _suite_floor(assignment),
            session,
            1,
        )
        found.append(_target("1 (test_all)", "the student's own tests alone", ours, floor))

    if SUITE in names:
        names.remove(SUITE)
        open_session(assignment, names, tier, body)
        open_session(assignment, [SUITE], tier, suites)
    else:
        open_session(assignment, names, tier, body)
    return found


def _target(number: str, what: str, ours: float, floor: float) -> Target:
    asked = f"{what}: at most {MOST:g} times the floor"
    words = f"{ours / floor:.2f} times: {ours * 1000:.0f} ms, floor {floor * 1000:.0f} ms"
    return Target(number, asked, words, ours <= MOST * floor)


def _side_by_side(
    ours: Callable[[Nursery], float], floor: Callable[[], float], session: Session, rounds: int
) -> tuple[float, float]:
    with cpu.slot(session) as nursery:
        if rounds > 1:
            ours(nursery), floor()
        pairs = [(ours(nursery), floor()) for _ in range(rounds)]
    return min(first for first, _ in pairs), min(second for _, second in pairs)


def _ours(assignment: Assignment, session: Session, names: list[str], nursery: Nursery) -> float:
    handin = opener_of(assignment).open(assignment.reference)
    # The folder holds all faulty solutions as well.
    files = {name: handin.files[name] for name in assignment.known_files}
    unit = Unit(handin.student, files, handin.problems, tuple(names))
    return cpu.of_grading(session, unit, nursery)


def _floor(assignment: Assignment, session: Session) -> float:
    questions = [q for entry in session.key.values() for q in entry.prepared.questions]
    for entry in session.key.values():
        entry.prepared.forget_visits()
    reference = Reference(read_sources(assignment.reference))
    with reference.active(), redirect_stdout(io.StringIO()):
        for module in assignment.modules:
            import_module(module.name)
        begin = time.process_time()
        for question in questions:
            try:
                Evaluation(import_module).evaluate(question)
            except (ValueError, LookupError, TypeError):
                continue  # an expected exception
        return time.process_time() - begin


def _suite_floor(assignment: Assignment) -> float:
    begin = cpu.of_children()
    with tempfile.TemporaryDirectory() as name:
        for number, files in enumerate(_solutions(assignment)):
            folder = Path(name) / str(number)
            shutil.copytree(assignment.reference, folder)
            for file, text in files.items():
                (folder / file).write_text(text, "utf-8")
            _run_suite(folder)
    return cpu.of_children() - begin


def _solutions(assignment: Assignment) -> Iterator[Mapping[str, str]]:
    """The files that differ from the reference's: of itself, then of each mistake to be caught."""
    yield {}
    files = {known.name: known.files for known in faulty_of(assignment)}
    yield from [files[name] for name in NAMES]


def _run_suite(folder: Path) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            os.chdir(folder)
            with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
                options = ["-q", "-x", "-p", "no:cacheprovider", "-c", "/dev/null"]
                pytest.main([*options, "--rootdir", str(folder), f"{SUITE}.py"])
        finally:
            os._exit(0)
    os.waitpid(pid, 0)
