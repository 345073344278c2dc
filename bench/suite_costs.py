"""What students' own tests cost: `test_all` beside one plain run of the same file under pytest.

The suites in `bench/suites` are such as good students hand in, written for this. A plain run is
`python3 -m pytest` on the reference.
"""

import ast
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench import cpu
from bench.target import Target
from grader.assignment.config import Assignment
from grader.handins.opening import opener_of
from grader.judging.unit import Unit
from grader.running.session import Session, open_session
from grader.sandbox.tiers import Tier

SUITE = "test_all"
SUITES = Path(__file__).parent / "suites"
MOST_TIMES = 3.0
ROUNDS = 3


def suites(reference: str) -> Mapping[str, str]:
    """The texts of all suites by name: one of them in two orders, and the reference's own."""
    own = {path.stem: path.read_text("utf-8") for path in sorted(SUITES.glob("*.py"))}
    return {**own, "loops, reversed": reversed_tests(own["loops"]), "reference": reference}


def reversed_tests(suite: str) -> str:
    """A suite with its tests in the reverse order."""
    tree = ast.parse(suite)
    tests = [node for node in tree.body if is_test(node)]
    rest = [node for node in tree.body if not is_test(node)]
    return ast.unparse(ast.Module([*rest, *reversed(tests)], []))


def is_test(node: ast.stmt) -> bool:
    """Whether a statement is a function that pytest takes for a test."""
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test_")


def measure(assignment: Assignment, tier: Tier) -> tuple[list[Target], list[str]]:
    """How many plain runs each suite costs: the targets, and a table in Markdown."""
    handin = opener_of(assignment).open(assignment.reference)
    files = {name: handin.files[name] for name in assignment.known_files}
    texts = suites(files[f"{SUITE}.py"])
    taken: dict[str, float] = {}

    def body(session: Session) -> None:
        with cpu.slot(session) as nursery:
            for name, text in texts.items():
                unit = Unit("suite", files | {f"{SUITE}.py": text}, {}, (SUITE,))
                taken[name] = cpu.of_grading(session, unit, nursery)

    open_session(assignment, [SUITE], tier, body)
    plain = {name: plain_run(assignment, files, text) for name, text in texts.items()}
    asked = f"a suite costs at most {MOST_TIMES:g} plain runs of its tests"
    targets = [
        Target("suites", f"{asked}: {name}", f"{times:.1f}", times <= MOST_TIMES)
        for name, times in ((name, taken[name] / plain[name]) for name in texts)
    ]
    return targets, list(_rows(plain, taken))


def _rows(plain: Mapping[str, float], taken: Mapping[str, float]) -> Iterator[str]:
    yield "| suite | a plain run | graded | times |"
    yield "|---|---:|---:|---:|"
    for name, seconds in plain.items():
        times = taken[name] / seconds
        yield f"| {name} | {seconds:.1f} s | {taken[name]:.1f} s | {times:.1f} |"


def plain_run(assignment: Assignment, files: Mapping[str, str], suite: str) -> float:
    """CPU seconds of one run under plain pytest, at best; raises `ValueError` if a test fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in {**files, f"{SUITE}.py": suite}.items():
            (folder / file).write_text(text, "utf-8")
        shutil.copytree(assignment.handout / assignment.library, folder / assignment.library)
        return min(_seconds_of_run(folder) for _ in range(ROUNDS))


def _seconds_of_run(folder: Path) -> float:
    before = cpu.of_children()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir=."]
    run = subprocess.run(
        [*command, f"{SUITE}.py"], cwd=folder, capture_output=True, text=True, check=False
    )
    if run.returncode:
        raise ValueError(f"a plain run of {SUITE}.py failed: {run.stdout[-500:]}")
    return cpu.of_children() - before
