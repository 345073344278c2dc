"""Whole hand-ins, their own tests with them: one, a class like the sample class, and the demo.

A right hand-in is the reference, with all its tests, with the first example of each of them, and
without any. The class has the hand-ins of `examples/handins` by turns, each with a comment of its
own, so that no result of one is another's.
"""

import ast
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench import cpu
from bench.target import Target
from grader.assignment.config import Assignment
from grader.errors import HandinError
from grader.handins.opening import opener_of
from grader.judging.unit import Unit
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Nursery, Tier

ROOT = Path(__file__).parents[1]
SUITE = "test_all"
ROUNDS = 3
CLASS, LARGE_CLASS = 200, 1000
SAMPLE = "examples/handins"


def handins(assignment: Assignment, tier: Tier) -> tuple[list[Target], list[str]]:
    """One right hand-in: the targets, and what each module takes, as a table in Markdown."""
    targets: list[Target] = []
    lines: list[str] = []
    names = [module.name for module in assignment.modules]
    handin = opener_of(assignment).open(assignment.reference)
    # The folder holds all faulty solutions as well.
    files = {name: handin.files[name] for name in assignment.known_files}
    small, count = first_examples(files[f"{SUITE}.py"])

    def body(session: Session) -> None:
        with cpu.slot(session) as nursery:
            each = {name: _least(session, files, (name,), nursery) for name in names}
            rest = _least(session, files, tuple(set(names) - {SUITE}), nursery)
            few = _least(session, files | {f"{SUITE}.py": small}, tuple(names), nursery)
            full = _least(session, files, tuple(names), nursery)
        for what, seconds, most in (
            ("with the reference's tests, every example", full, 12.0),
            (f"with its first example of each, {count} tests", few, 5.0),
            ("without tests", rest, 2.0),
        ):
            asked = f"a right whole hand-in {what}: at most {most:g} s of CPU"
            targets.append(Target("whole", asked, f"{seconds:.2f} s", seconds <= most))
        lines.extend(_by_module(each))

    open_session(assignment, names, tier, body)
    return targets, lines


def _least(
    session: Session, files: Mapping[str, str], names: tuple[str, ...], nursery: Nursery
) -> float:
    unit = Unit("reference", files, {}, names)
    rounds = 1 if SUITE in names else ROUNDS
    return min(cpu.of_grading(session, unit, nursery) for _ in range(rounds))


def _by_module(each: Mapping[str, float]) -> Iterator[str]:
    yield "| module, graded alone | CPU |"
    yield "|---|---:|"
    for name, seconds in each.items():
        yield f"| {name} | {seconds * 1000:.0f} ms |"


def first_examples(suite: str) -> tuple[str, int]:
    """A suite with the first example alone of each parametrized test, and how many tests it has."""
    tree = ast.parse(suite)
    nodes = list(ast.walk(tree))
    for node in nodes:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.parametrize":
            examples = ast.unparse(node.args[1])
            node.args[1] = ast.parse(f"list({examples})[:1]", mode="eval").body
            node.keywords.clear()  # `ids` are as many as the examples were
    tests = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    count = sum(test.name.startswith("test_") for test in tests)
    return ast.unparse(tree), count


def classes(assignment: Assignment) -> list[Target]:
    """A class like the sample class, by `grader batch`, and how long a large one takes by that."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(CLASS):
            _write(folder / f"handins/s{number:05}", assignment, number)
        begin, used = time.perf_counter(), cpu.of_children()
        _batch(folder / "handins", folder / "out")
        seconds, used = time.perf_counter() - begin, cpu.of_children() - used
    large = seconds / CLASS * LARGE_CLASS
    asked = f"a class of {LARGE_CLASS:,} like the sample class: under an hour"
    measured = (
        f"{CLASS}: {seconds / 60:.1f} min ({used / CLASS:.2f} s of CPU each);"
        f" {LARGE_CLASS:,} at that rate: {large / 60:.0f} min"
    )
    return [Target("class", asked, measured, large < 3600)]


def _write(folder: Path, assignment: Assignment, number: int) -> None:
    sample = sorted(path for path in (ROOT / SAMPLE).iterdir() if not path.name.startswith("."))
    chosen = sample[number % len(sample)]
    folder.mkdir(parents=True)
    try:
        found = opener_of(assignment).open(chosen).files
    except HandinError:
        found = {}
    for name, text in found.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\n# {number}\n", "utf-8")


def _batch(handins: Path, out: Path) -> None:
    command = [sys.executable, "-m", "grader", "batch", str(handins), "--out", str(out)]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)


def demo() -> list[Target]:
    """The README's first command in a fresh clone, and the help of a command."""
    with tempfile.TemporaryDirectory() as name:
        clone, cache = Path(name, "clone"), Path(name, "cache")
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        # Packages are at hand, and nothing that we keep.
        packages = _said(sys.executable, "-m", "pip", "cache", "dir")
        own = {"XDG_CACHE_HOME": str(cache), "PIP_CACHE_DIR": packages}
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        times = [
            _timed(["make", "-C", str(clone), goal], environment | own)
            for goal in (".venv/.ready", "demo")
        ]
        command = [str(clone / ".venv/bin/grader"), "--help"]
        helped = min(_timed(command, environment, clone)[1] for _ in range(ROUNDS + 1))
    (setup, _), (graded, used) = times
    measured = (
        f"{setup + graded:.0f} s: set up in {setup:.0f} s, graded in {graded:.0f} s"
        f" with {used:.0f} s of CPU"
    )
    asked = "`make demo` from a clone, packages in pip's cache: under 25 s"
    help_asked = "`grader --help`: under 0.15 s of CPU"
    return [
        Target("demo", asked, measured, setup + graded < 25.0),
        Target("demo", help_asked, f"{helped:.2f} s", helped < 0.15),
    ]


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _timed(
    command: list[str], environment: Mapping[str, str], folder: Path = ROOT
) -> tuple[float, float]:
    """Seconds on the clock and of CPU that a command takes."""
    begin, used = time.perf_counter(), cpu.of_children()
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=folder, env=environment, stdout=quiet, stderr=quiet, check=True)
    return time.perf_counter() - begin, cpu.of_children() - used
