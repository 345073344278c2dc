"""`python -m bench.track FOLDER`: a public track's exercises become assignments, tests as they are.

FOLDER is a checkout of exercism/python, or has its form: exercises/practice/NAME/ with a stub, a
file `…_test.py`, helpers, and the right solution `.meta/example.py`; in exercises/concept/NAME/
that is `.meta/exemplar.py`. Each example is to pass all of its tests, and each of some mutants of
it exactly the tests that it passes under plain pytest.
Nothing of it is kept here. Mutants are drawn anew by another `--seed`.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import libcst as cst

from bench.mutations import mutants_of, owned
from grader.assignment.load import load
from grader.commands.new import assignment_of_tests
from grader.errors import GraderError
from grader.judging.unit import Unit
from grader.running.boxes import choose_tier
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier
from grader.statuses import Status

MUTANTS = 4
SECONDS = 20
EXAMPLE, STUB = "example", "stub"
# The kinds of exercises, and the file of each one's right solution.
KINDS = {"concept": "exemplar.py", "practice": "example.py"}


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise of the track."""

    folder: Path

    @property
    def tests(self) -> Path:
        """The file of its tests."""
        return next(self.folder.glob("*_test.py"))

    @property
    def stub(self) -> Path:
        """What students begin with."""
        return self.tests.with_name(self.tests.name.replace("_test.py", ".py"))

    @property
    def beside(self) -> list[Path]:
        """Helpers and data."""
        ours = (self.tests, self.stub)
        return [path for path in sorted(self.folder.glob("[!.]*")) if path not in ours]

    def solutions(self, seed: int) -> dict[str, str]:
        """The example, the stub, and mutants of the example by their numbers."""
        example = (self.folder / ".meta" / KINDS[self.folder.parent.name]).read_text("utf-8")
        owners = [owner for owner, _ in owned(_parsed(example).body)]
        mutants = list(mutants_of(self.stub.name, example, owners))
        drawn = random.Random(seed).sample(mutants, min(MUTANTS, len(mutants)))
        found = {EXAMPLE: example, STUB: self.stub.read_text("utf-8")}
        return found | {str(number): mutant.source for number, mutant in enumerate(drawn)}


def _parsed(text: str) -> cst.Module:
    return cst.parse_module(text)


def differences(exercise: Exercise, seed: int, tier: Tier) -> Iterator[str]:
    """What doesn't come out as it should, a line each."""
    solutions = exercise.solutions(seed)
    with tempfile.TemporaryDirectory(prefix="track-") as room:
        plain = {
            name: found
            for name, text in solutions.items()
            if (found := _plainly(exercise, text, Path(room) / "plain" / name)) is not None
        }
        try:
            graded = _graded(exercise, solutions, Path(room), tier)
        except (GraderError, SyntaxError) as error:
            yield str(error).replace(room, "…")
            return
    everything = plain.get(EXAMPLE, frozenset())
    for name, passed in plain.items():
        if missing := (passed & everything) - graded[name]:
            yield f"{name}: fails {', '.join(sorted(missing))}, which it passes under pytest"
        if more := graded[name] - passed:
            yield f"{name}: passes {', '.join(sorted(more))}, which it fails under pytest"


def _plainly(exercise: Exercise, text: str, folder: Path) -> frozenset[str] | None:
    """The tests that a solution passes under pytest, by path; None if they don't end."""
    folder.mkdir(parents=True)
    for path in (exercise.tests, *exercise.beside):
        if path.is_file():
            (folder / path.name).write_bytes(path.read_bytes())
    (folder / exercise.stub.name).write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junit-xml=out"]
    try:
        subprocess.run(
            [*command, exercise.tests.name],
            cwd=folder,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    cases = ET.parse(folder / "out").iter("testcase") if (folder / "out").exists() else ()
    passed, lost = set(), set()
    for case in cases:
        owner = case.get("classname", "").partition(".")[2]
        path = ".".join(filter(None, [owner, case.get("name", "").partition("[")[0]]))
        (lost if case.findall("failure") or case.findall("error") else passed).add(path)
    return frozenset(passed - lost)


def _graded(
    exercise: Exercise, solutions: Mapping[str, str], room: Path, tier: Tier
) -> dict[str, frozenset[str]]:
    """The tests that each solution passes here, by path."""
    solution = room / exercise.stub.name
    solution.write_text(solutions[EXAMPLE], "utf-8")
    given = [exercise.tests, *exercise.beside, solution]
    config, _ = assignment_of_tests("track", room / "assignment", given)
    assignment = load(config)
    [module] = assignment.modules
    found: dict[str, frozenset[str]] = {}

    def body(session: Session) -> None:
        units = [Unit(n, {module.file: text}, {}, (module.name,)) for n, text in solutions.items()]
        for unit, [result] in session.grade(units, 1):
            passed = [check for check in result.checks if check.status is Status.PASSED]
            found[unit.student] = frozenset(check.name.rpartition("/")[2] for check in passed)

    open_session(assignment, [module.name], tier, body)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Try all exercises, or those that are named; 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m bench.track", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("only", nargs="*", help="names of exercises")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    folders = sorted(
        folder for kind in KINDS for folder in (options.folder / "exercises" / kind).glob("*/")
    )
    chosen = [folder for folder in folders if not options.only or folder.name in options.only]
    tier, unequal = choose_tier(Tier.CONFINED), 0
    for folder in chosen:
        lines = list(differences(Exercise(folder), options.seed, tier))
        unequal += bool(lines)
        for line in lines or ["as under pytest"]:
            print(f"{folder.name}: {line}", flush=True)
    print(f"{len(chosen) - unequal} of {len(chosen)} exercises as under pytest")
    return int(unequal > 0)


if __name__ == "__main__":
    sys.exit(main())
