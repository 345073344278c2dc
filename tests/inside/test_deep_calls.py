"""Recursion through functions that are written in C goes as deep in every version of Python."""

import subprocess
import sys

import pytest

from tests.support import ROOT

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
