"""What known faulty solutions answer to the public checks, for the handout.

See `grader.student.advice` for what students' checks do with it.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from runpy import run_path

from grader.asking.submission import Submission
from grader.assignment.config import Assignment, TestsUse
from grader.assignment.faulty import faulty_of
from grader.assignment.modules import importable
from grader.assignment.printed import printed_in
from grader.assignment.sources import reference_files
from grader.inside.module_names import tests_of
from grader.running.boxes import choose_tier, solution_of
from grader.sandbox.tiers import Tier
from grader.student.advice import fingerprint
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence
from grader.student.printed.asking import ask_session
from grader.student.printed.sessions import PrintedSession
from grader.student.question import CODE, Code

MOST_HINTS = 2


def advice_of(assignment: Assignment) -> bytes:
    """The advice for the public checks, as the bytes of `advice.json`.

    If two mistakes answer alike, both are named; if more do, none.
    """
    with importable(assignment):
        found = _hints(assignment)
    clear = {
        mark: ", or: ".join(sorted(hints))
        for mark, hints in found.items()
        if mark and len(hints) <= MOST_HINTS
    }
    return (json.dumps(clear, indent=1, sort_keys=True) + "\n").encode()


def _hints(assignment: Assignment) -> dict[str, set[str]]:
    """The hints of the mistakes that fail the public checks of a module in the same way."""
    known = [each for each in faulty_of(assignment) if each.hint]
    printed = printed_in(assignment).sessions
    found: defaultdict[str, set[str]] = defaultdict(set)
    # Only staff code runs here, so any tier will do.
    tier = choose_tier(Tier.NONE)
    with closing(solution_of(assignment, tier, reference_files(assignment))) as reference:
        for module in assignment.modules:
            if module.tests is TestsUse.AS_IS:  # they are no questions that could be asked here
                continue
            checks = list(_checks(assignment.public_checks / tests_of(module.name)))
            own = [session for session in printed if session.module == module.name]
            checks += [(session.name, partial(_ask, session)) for session in own]
            for mistake in known:
                if module.file in mistake.files:
                    with closing(reference.module(module.name, mistake.files)) as faulty:
                        failures = _failures(checks, faulty)
                    found[fingerprint(module.name, failures)].add(mistake.hint)
    return found


def _checks(path: Path) -> Iterator[tuple[str, Callable[..., None]]]:
    """The checks in a file that ask for answers and nothing else, with their names."""
    if not path.exists():
        return
    for name, check in run_path(str(path)).items():
        if name.startswith("test_") and "submission" in getattr(check, "__annotations__", ()):
            yield name, check


def _ask(session: PrintedSession, submission: Code, expect: Expect) -> None:
    # Checks have both parameters; a session asks by `expect` alone.
    del submission
    ask_session(session, expect)


def _failures(
    checks: list[tuple[str, Callable[..., None]]], faulty: Submission
) -> dict[str, Evidence]:
    """How checks fail; empty if one fails in any other way than by a wrong answer."""
    failures: dict[str, Evidence] = {}
    for name, check in checks:
        try:
            check(submission=CODE, expect=Expect(faulty.ask))
        except CheckFailed as failed:
            if not failed.evidence.expected:
                return {}
            failures[name] = failed.evidence
        except Exception:  # a check may stumble over what a faulty solution answers
            return {}
    return failures
