"""Recursion through functions that are written in C goes as deep in every version of Python."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from grader.asking.submission import Submission
from grader.assignment.config import Limits
from grader.inside.deep_calls import TOO_DEEP
from tests.support import LIMITS, ROOT, a_real_nursery, failed_at, question, submission_of

PROGRAM = """
import resource, sys
from functools import cache
from grader.inside.deep_calls import COUNTING, allow_deep_calls

@cache
def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)

def is_fine(n):
    try:
        return deep(n) == n
    except RecursionError:
        return False

sys.setrecursionlimit(100_000)
before = is_fine(15_000)
allow_deep_calls({stack_bytes})
print(sys.getrecursionlimit(), before == (sys.version_info[:2] not in COUNTING), is_fine(30_000))
"""


@pytest.mark.parametrize(("stack_bytes", "fine"), [(256 << 20, True), (1 << 20, False)])
def test_calls_nest_as_deep_as_the_stack_has_room(stack_bytes: int, fine: bool) -> None:
    limits = "resource.setrlimit(resource.RLIMIT_STACK, (256 << 20, 256 << 20))"
    start = f"import os, resource, sys; {limits}; os.execv(sys.executable, sys.argv[1:])"
    program = [sys.executable, "-c", PROGRAM.format(stack_bytes=stack_bytes)]
    done = subprocess.run(
        [sys.executable, "-c", start, *program],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    counts = sys.version_info[:2] in ((3, 12), (3, 13))
    assert done.stdout == f"100000 True {fine or not counts}\n"


DEEP, ENDLESS = 20_000, 10**9
KINDS = {"depths.py": (ROOT / "tests/submissions/right/deep_calls/depths.py").read_text("utf-8")}
WORK = """
import sys
from depths import KINDS

def kinds(): return list(KINDS)
def act(kind, depth): return KINDS[kind](depth) in (0, "")
def unlimited(kind, depth):
    sys.setrecursionlimit(10**9)
    return act(kind, depth)
"""


@pytest.fixture(scope="module")
def recursive() -> Iterator[Submission]:
    """A hand-in that recurses in many ways, with as much room as an assignment gives."""
    usual = Limits()
    room = {"memory_bytes": usual.memory_mb << 20, "stack_bytes": usual.stack_mb << 20}
    with a_real_nursery(replace(LIMITS, **room)) as nursery:
        submission = submission_of(nursery, {"work.py": WORK, **KINDS})
        yield submission
        submission.close()


def test_every_kind_of_call_nests_a_fifth_of_the_limit_deep(recursive: Submission) -> None:
    kinds = recursive.ask(question(function="kinds"))
    assert len(kinds) > 20
    fine = [kind for kind in kinds if recursive.ask(question(kind, DEEP))]
    assert fine == kinds


# These take most of the stack, or count most often, for one call.
@pytest.mark.parametrize("kind", ["plain", "sort", "==", "repr"])
def test_recursion_without_end_is_an_error_before_the_stack_is_full(
    recursive: Submission, kind: str
) -> None:
    failed = failed_at(recursive, question(kind, ENDLESS))
    assert failed.evidence.message.startswith(f"{TOO_DEEP}: RecursionError (depths.py, line ")


def test_a_full_stack_has_the_words_of_an_endless_recursion(recursive: Submission) -> None:
    failed = failed_at(recursive, question("sort", ENDLESS, function="unlimited"))
    assert failed.evidence.message.startswith(f"{TOO_DEEP}: ")
