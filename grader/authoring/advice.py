"""What known faulty solutions answer to the public checks, for the handout.

See `grader.student.advice` for what students' checks do with it.
"""

import importlib.util
import json
import signal
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.asking.answers import Raised, Value
from grader.asking.reference import Solution
from grader.assignment.config import Assignment
from grader.assignment.modules import importable
from grader.assignment.sources import read_sources
from grader.judging.known_mistakes import Mistake
from grader.running.session import choose_tier, library_of, mistakes_with_advice, solutions_by
from grader.sandbox.tiers import Tier
from grader.student.advice import fingerprint
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence, catchable
from grader.student.question import CODE

# For one check: over ten times what the reference takes.
CPU_SECONDS = 1.0
MOST_HINTS = 2


def advice_of(assignment: Assignment) -> bytes:
    """The advice for the public checks, as the bytes of `advice.json`.

    Of two mistakes that answer alike both are named; of more, none.
    """
    with importable(assignment):
        library_of(assignment)  # which objects of it are watched
        found = _hints(assignment)
    clear = {
        mark: ", or: ".join(sorted(hints))
        for mark, hints in found.items()
        if mark and len(hints) <= MOST_HINTS
    }
    return (json.dumps(clear, indent=1, sort_keys=True) + "\n").encode()


def _hints(assignment: Assignment) -> dict[str, set[str]]:
    """The hints of the mistakes that fail the public checks of a module in the same way."""
    sources = read_sources(assignment.reference)
    # Only of an assignment with packages does this need boxes, and their tier matters to nobody.
    tier = choose_tier(Tier.NONE) if assignment.imports else Tier.NONE
    mistakes = mistakes_with_advice(assignment, sources, solutions_by(assignment, tier))
    found: defaultdict[str, set[str]] = defaultdict(set)
    for module in assignment.modules:
        checks = list(_checks(assignment.public_checks / f"test_{module.name}.py"))
        for mistake in mistakes:
            if module.name in mistake.modules:
                with closing(mistake.solution):
                    failures = _failures(checks, mistake)
                found[fingerprint(module.name, failures)].add(mistake.hint)
    return found


def _checks(path: Path) -> Iterator[tuple[str, Callable[..., None]]]:
    """The checks in a file that ask for answers and nothing else, with their names."""
    if not path.exists():
        return
    for name, check in vars(_imported(path)).items():
        if name.startswith("test_") and "submission" in getattr(check, "__annotations__", ()):
            yield name, check


def _imported(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"public_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _failures(
    checks: list[tuple[str, Callable[..., None]]], mistake: Mistake
) -> dict[str, Evidence]:
    failures: dict[str, Evidence] = {}
    for name, check in checks:
        try:
            with _limited():
                check(submission=CODE, expect=Expect(_asking(mistake.solution)))
        except CheckFailed as failed:
            failures[name] = failed.evidence
        except Exception as error:  # a faulty solution may raise anything, or never end
            return {name: Evidence(str(error))}
    return failures


@contextmanager
def _limited() -> Iterator[None]:
    """Raise `TimeoutError` in the main thread after some CPU time."""

    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _asking(solution: Solution) -> Callable[..., Any]:
    def ask(question: Any, stdin: str = "") -> Any:
        del stdin
        match solution.answer(question):
            case Value(value):
                return value
            case Raised(name, message):
                raise catchable(CheckFailed, [name])(Evidence(f"{name}: {message}"))

    return ask
