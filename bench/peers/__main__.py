"""`python -m bench.peers`: one workload, graded by peers and by us, side by side.

The same 20 examples and 30 properties of las and alphabeta, each property on the same 100 inputs
(but for the peer that draws its own), asked of the reference and of a hand-in that forges its
result. What is measured is the CPU time of all processes that grading one hand-in takes: for peers
that is one run of their command, for us a share of one `grader batch`, start and reports included.
All of them grade one hand-in at a time, since two at once take more each where two cores share one.
Inputs are drawn before, ours as those of peers that have them saved.
`make bench-peers` installs each peer in an environment of its own.
"""

import io
import json
import os
import pickle
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

from bench.peers.saved import FILE
from bench.peers.workload import EXAMPLES, PROPERTIES, outcome
from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
# All graders keep what they have compiled, as on the machines of those who use them.
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"
ROUNDS = 3
# As many as in a course, which share the start of a batch.
CLASS = 200
OURS = "ours, locked in"
TOTAL = len(EXAMPLES) + sum(map(len, PROPERTIES.values()))
CONFIG = f"""
title: The workload of the peers
seed: 1
points: 36
library: gametree
folders:
  handout: handout   # the support library alone: peers have no public checks either
  reference: {ROOT / "reference"}
  hidden_checks: checks
lint: {{select: []}}
modules:
  - name: las
    title: Look and say
    tasks:
      - {{id: las.look_and_say, title: Look and say, points: 6, functions: [look_and_say]}}
  - name: alphabeta
    title: Alpha-beta pruning
    tasks:
      - {{id: alphabeta.search, title: Searching, points: 30, functions: [AlphaBeta.search]}}
"""
CHECKS = """
from bench.peers.checks import checks_of

globals().update(checks_of("{module}", "{task}"))
"""
TASKS = {"las": "las.look_and_say", "alphabeta": "alphabeta.search"}


@dataclass(frozen=True, slots=True)
class Row:
    """What a grader took for a hand-in of the reference's quality, and what it thought of two.

    `times_ours` is the median of what it took more than ours in the same minutes.
    """

    name: str
    seconds: float
    times_ours: float
    passed: int
    passed_forged: int


@dataclass(frozen=True, slots=True)
class Peer:
    """Another grader: its command for a hand-in, and how many checks its results call passed."""

    name: str
    environment: str
    command: Callable[[Path, Path], list[str]]
    passed: Callable[[Path, str], int]

    @property
    def python(self) -> Path:
        return ROOT / "build/peers" / self.environment / "bin"


def _pytest(folder: str) -> Callable[[Path, Path], list[str]]:
    def command(_handin: Path, _results: Path) -> list[str]:
        test = HERE / folder / "test_handin.py"
        return ["pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null", str(test)]

    return command


def _pytest_passed(_results: Path, said: str) -> int:
    words = said.replace(",", "").split()
    return int(words[words.index("passed") - 1]) if "passed" in words else 0


def _gradescope(_handin: Path, results: Path) -> list[str]:
    return ["python", str(HERE / "gradescope/run_tests.py"), str(results)]


def _gradescope_passed(results: Path, _said: str) -> int:
    tests = json.loads(results.read_text("utf-8"))["tests"]
    return sum(test["score"] == test["max_score"] for test in tests)


def _check50(_handin: Path, results: Path) -> list[str]:
    options = ["--dev", "--log-level", "error", "-o", "json", "--output-file", str(results)]
    return ["check50", *options, str(HERE / "check50")]


def _check50_passed(results: Path, _said: str) -> int:
    return sum(found["passed"] is True for found in json.loads(results.read_text())["results"])


PEERS = (
    Peer("pytest with hypothesis", "hypothesis", _pytest("pytest_hypothesis"), _pytest_passed),
    Peer("pytest, saved inputs", "hypothesis", _pytest("pytest_saved"), _pytest_passed),
    Peer("check50, saved inputs", "check50", _check50, _check50_passed),
    Peer("gradescope-utils, saved inputs", "gradescope", _gradescope, _gradescope_passed),
)


def measure(rounds: int = ROUNDS) -> list[Row]:
    """The table: peers that are installed, then ours.

    The speed of a machine changes with time: in each round peers are measured before and after us.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        right, forged = _handins(folder)
        assignment = folder / "ours"
        write_assignment(assignment)
        saved = folder / "saved.pickle"
        saved.write_bytes(pickle.dumps(_saved(assignment)))
        peers = [peer for peer in PEERS if peer.python.exists()]
        passed = {
            peer.name: (_run(peer, right, saved)[1], _run(peer, forged, saved)[1]) for peer in peers
        }
        passed[OURS] = _ours_passed(assignment, right, forged)
        _write_class(assignment / "class", right)
        times: dict[str, list[float]] = {name: [] for name in passed}
        for number in range(rounds):
            before = [_run(peer, right, saved)[0] for peer in peers]
            times[OURS].append(_batch(assignment, "class", f"out-{number}") / CLASS)
            for peer, seconds in zip(peers, before, strict=True):
                times[peer.name].append((seconds + _run(peer, right, saved)[0]) / 2)
        return [_row(name, of, times[OURS], passed[name]) for name, of in times.items()]


def _row(name: str, times: list[float], ours: list[float], passed: tuple[int, int]) -> Row:
    ratios = [peers / own for peers, own in zip(times, ours, strict=True)]
    return Row(name, statistics.median(times), statistics.median(ratios), *passed)


def _handins(folder: Path) -> tuple[Path, Path]:
    right = folder / "right"
    right.mkdir()
    for name in ("las.py", "alphabeta.py"):
        shutil.copy(ROOT / "reference" / name, right)
    return right, Path(shutil.copytree(HERE / "handins/forged", folder / "forged"))


def write_assignment(folder: Path) -> None:
    (folder / "checks").mkdir(parents=True)
    (folder / "handout/checks").mkdir(parents=True)
    (folder / "handout/gametree").symlink_to(ROOT / "handout/gametree")
    (folder / "config.yaml").write_text(CONFIG, "utf-8")
    for module, task in TASKS.items():
        shutil.copy(ROOT / f"handout/{module}.py", folder / "handout")
        text = CHECKS.format(module=module, task=task)
        (folder / "checks" / f"test_{module}.py").write_text(text, "utf-8")


def _saved(folder: Path) -> dict[str, list[object]]:
    """The inputs of our answer key with the outcomes of the reference, by check."""
    assignment = load(folder / "config.yaml")
    found: dict[str, list[object]] = {}

    def body(session: Session) -> None:
        sys.path.insert(0, str(assignment.reference))
        code = SimpleNamespace(las=import_module("las"), alphabeta=import_module("alphabeta"))
        sys.path.pop(0)
        names = dict(_keys())
        for check, entry in session.key.items():
            key = check.rpartition("/")[2].removeprefix("example_")
            with redirect_stdout(io.StringIO()):
                cases = [(given, outcome(code, names[key], given)) for given in entry.examples]
            found[key] = list(cases)

    open_session(assignment, list(module_digests(assignment)), Tier.NONE, body)
    return found


def _keys() -> Iterator[tuple[str, str]]:
    for number, (name, _) in enumerate(EXAMPLES):
        yield str(number), name
    for names in PROPERTIES.values():
        yield from ((name, name) for name in names)


def _run(peer: Peer, handin: Path, saved: Path) -> tuple[float, int]:
    results = saved.with_name("results.json")
    results.unlink(missing_ok=True)
    program, *arguments = peer.command(handin, results)
    path = os.pathsep.join(map(str, (handin, ROOT, ROOT / "handout")))
    seconds, said = cpu_of(
        [str(peer.python / program), *arguments],
        cwd=ROOT if "pytest" in program else handin,
        PYTHONPATH=path,
        BENCH_HANDIN=str(handin),
        **{FILE: str(saved)},
    )
    return seconds, peer.passed(results, said)


def cpu_of(command: list[str], cwd: Path, **variables: str) -> tuple[float, str]:
    """The CPU seconds of a command and of all processes that it has waited for; what it said."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, ended.stdout + ended.stderr


def _write_class(folder: Path, right: Path) -> None:
    for number in range(CLASS):
        shutil.copytree(right, folder / f"s{number}")
        with (folder / f"s{number}/las.py").open("a") as file:
            file.write(f"\n# {number}, so that it is graded for itself\n")


def _batch(assignment: Path, handins: str, out: str) -> float:
    command = [sys.executable, "-m", "grader", "batch", handins, "--jobs", "1", "--out", out]
    return cpu_of(command, assignment, PYTHONPATH=str(ROOT))[0]


def _ours_passed(assignment: Path, right: Path, forged: Path) -> tuple[int, int]:
    """How many checks each of the two passes; draws the answer key, which is kept."""
    shutil.copytree(right, assignment / "both/right")
    shutil.copytree(forged, assignment / "both/forged")
    _batch(assignment, "both", "two")
    grades = json.loads((assignment / "two/grades.json").read_text("utf-8"))
    passed = {
        one["student"]: sum(
            check["status"] == "passed"
            for task in one["tasks"].values()
            for check in task["checks"]
            if not check["public"]
        )
        for one in grades["submissions"]
    }
    return passed["right"], passed["forged"]


def table(rows: list[Row]) -> Iterator[str]:
    """The rows as a table in Markdown."""
    yield "| grader | CPU per hand-in | times ours | right hand-in | forged hand-in | fooled |"
    yield "|---|---:|---:|---:|---:|---|"
    for row in rows:
        fooled = "yes" if row.passed_forged else "no"
        yield (
            f"| {row.name} | {row.seconds * 1000:.0f} ms | {row.times_ours:.1f}"
            f" | {row.passed} of {TOTAL} | {row.passed_forged} of {TOTAL} | {fooled} |"
        )


if __name__ == "__main__":
    os.environ.pop(UNCOMPILED, None)
    print("\n".join(table(measure())))
