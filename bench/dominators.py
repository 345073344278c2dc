"""`python -m bench.dominators`: which known mistakes students' suites have to be run on.

Every honest suite that is planted or an example is run on the reference and on mistakes. A mistake
subsumes another one if whichever test catches it catches the other one, too: then the other one
tells no more of a suite. Kept are those that none subsumes, and for each function of which none is
left the one that fewest tests catch. A test is a function, with all of its parameters. Suites are
run in children of this process and not in boxes, since all of them are our own.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from grader.assignment.config import Assignment
from grader.assignment.faulty import FaultySolution, faulty_of
from grader.assignment.load import load
from grader.assignment.sources import read_sources
from grader.commands.authoring.verdicts import specimens
from grader.sandbox.kernel.forked import ForkedProcess, each_apart

EXAMPLES = Path("examples/handins")
OPTIONS = ("-q", "-p", "no:cacheprovider", "--tb=no", "-W", "ignore", "--timeout=10")
RECURSION_LIMIT = 20_000

# By the name of a mistake the tests that catch it: pairs of a suite's name and their own.
Matrix = Mapping[str, frozenset[tuple[str, str]]]
Files = Mapping[str, str]


class Outcomes:
    """A plugin of pytest that notes which tests fail."""

    def __init__(self) -> None:
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test, its set-up or its end."""
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that can't be collected."""
        if report.failed:
            self.failed.add(report.nodeid)


def suites_of(assignment: Assignment, file: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The planted suites but hostile ones, and those of examples: names and files."""
    for specimen in specimens(assignment):
        if specimen.kind != "hostile" and file in specimen.unit.files:
            yield specimen.unit.student, specimen.unit.files
    for path in sorted((assignment.root / EXAMPLES).glob(f"*/{file}")):
        yield path.parent.name, {file: path.read_text("utf-8")}


def failures(files: Files, file: str, library: Path) -> list[str]:
    """The tests of a file that fail beside other files; it changes this process."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, "utf-8")
        os.chdir(folder)
        sys.path[:0] = [folder, str(library)]
        sys.setrecursionlimit(RECURSION_LIMIT)
        outcomes = Outcomes()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        pytest.main([*OPTIONS, file], plugins=[outcomes])
    return sorted(outcomes.failed)


def matrix_of(
    assignment: Assignment,
    mistakes: Sequence[FaultySolution],
    suites: Mapping[str, Files],
    jobs: int,
) -> Matrix:
    """The tests that fail on each mistake, of the suites that pass on the reference."""
    file = f"{assignment.student_tests}.py"
    reference = read_sources(assignment.reference)
    solutions = {"": reference, **{m.name: {**reference, **m.files} for m in mistakes}}

    def failing(pair: tuple[str, str]) -> list[str]:
        suite, solution = suites[pair[0]], solutions[pair[1]]
        files = {**suite, **solution, file: suite[file]}
        child = ForkedProcess(
            lambda: json.dumps(failures(files, file, assignment.handout)).encode()
        )
        found: list[str] = json.loads(child.result())
        return found

    pairs = [(suite, solution) for solution in solutions for suite in suites]
    failed = dict(each_apart(lambda part: [*map(failing, part)], pairs, jobs))
    right = [suite for suite in suites if not failed[suite, ""]]
    return {
        mistake.name: frozenset(
            (suite, test.partition("[")[0])
            for suite in right
            for test in failed[suite, mistake.name]
        )
        for mistake in mistakes
    }


def dominators(caught: Matrix) -> set[str]:
    """The mistakes that tests catch and no other one subsumes; of equal ones the first."""
    order = sorted((name for name in caught if caught[name]), key=lambda n: (len(caught[n]), n))
    kept: list[str] = []
    for name in order:
        if not any(caught[other] <= caught[name] for other in kept):
            kept.append(name)
    return set(kept)


def chosen(caught: Matrix, loses: Mapping[str, frozenset[str]]) -> list[str]:
    """The dominators, and the least caught mistake of those that lose the same tasks otherwise."""
    kept = dominators(caught)
    for name in sorted(caught, key=lambda name: (len(caught[name]), name)):
        if caught[name] and not any(loses[name] == loses[other] for other in kept):
            kept.add(name)
    return sorted(kept)


def main() -> int:
    """Print what is chosen, and what the suites catch of all and of these."""
    parser = argparse.ArgumentParser(prog="python -m bench.dominators", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="MISTAKE", help="default: all that could be")
    parser.add_argument("--config", type=Path, default=Path("config.yaml"))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    assignment = load(options.config)
    wanted = {task.id for task in assignment.tasks if not task.extra}
    file = f"{assignment.student_tests}.py"
    mistakes = [
        known
        for known in faulty_of(assignment)
        if file not in known.files and known.loses & wanted
        if known.name in options.names or not options.names
    ]
    suites = dict(suites_of(assignment, file))
    caught = matrix_of(assignment, mistakes, suites, options.jobs)
    kept = chosen(caught, {known.name: known.loses for known in mistakes})
    for known in mistakes:
        print("keep" if known.name in kept else "    ", len(caught[known.name]), known.name)
    for suite in suites:
        all_of_it = {name for name in caught if suite in {of for of, _ in caught[name]}}
        print(
            f"{suite}: {len(all_of_it)} of {len(caught)}, {len(all_of_it & {*kept})} of {len(kept)}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
