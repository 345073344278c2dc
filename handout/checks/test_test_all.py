"""Public checks of your own tests: there are some, and they can be read."""

import ast
from collections.abc import Iterator
from typing import Any

import pytest

from checks.evidence import CheckFailed, Evidence

TASK = "test_all.thoroughness"


@pytest.mark.task(TASK, "test_all.py has a function named test_…")
def test_there_is_a_test(source: Any) -> None:
    if not any(names_of_tests(source.tree("test_all").body)):
        message = "test_all.py has no function whose name begins with test_, so nothing is tested"
        raise CheckFailed(Evidence(message))


def names_of_tests(body: list[ast.stmt]) -> Iterator[str]:
    """The names of the tests that pytest finds in a module, or in a class named Test…."""
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                if name.startswith("test"):
                    yield name
            case ast.ClassDef(name=name, body=inner) if name.startswith("Test"):
                yield from names_of_tests(inner)
            case ast.If() | ast.Try() | ast.With():
                yield from names_of_tests(statement.body)
