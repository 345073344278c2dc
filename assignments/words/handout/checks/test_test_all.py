"""A public check of your own tests: there are some."""

import ast
from typing import Any

import pytest

from grader.student.evidence import UNWRITTEN, CheckFailed, Evidence


@pytest.mark.task("test_all.thoroughness", "test_all.py has a function named test_…")
def test_there_is_a_test(source: Any) -> None:
    named = [n.name for n in ast.walk(source.tree("test_all")) if isinstance(n, ast.FunctionDef)]
    if not any(name.startswith("test") for name in named):
        raise CheckFailed(Evidence(f"a test {UNWRITTEN}: name a function test_…"))
