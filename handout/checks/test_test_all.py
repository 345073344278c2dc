"""Public checks of your own tests: there are some, and they can be read."""

import ast
from collections.abc import Iterator
from typing import Any

import pytest

from grader.student.evidence import UNWRITTEN, CheckFailed, Evidence

TASK = "test_all.thoroughness"


@pytest.mark.task(TASK, "test_all.py has a function named test_…")
def test_there_is_a_test(source: Any) -> None:
    body = source.tree("test_all").body
    if not any(names_of_tests(body)):
        message = "test_all.py has no function whose name begins with test_"
        is_begun = any(not isinstance(statement, ast.Expr) for statement in body)
        raise CheckFailed(Evidence(message if is_begun else f"a test {UNWRITTEN}: {message}"))


def names_of_tests(body: list[ast.stmt]) -> Iterator[str]:
    """What pytest finds tests by: functions and classes, made here, assigned, or imported."""
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from _if_test(name)
            case ast.ClassDef(name=name, bases=bases, body=inner):
                own = list(names_of_tests(inner)) if bases or name.startswith("Test") else []
                # A class may have all of its tests from another one.
                yield from own or ([name] if bases else [])
            case ast.ImportFrom(names=names):
                for alias in names:
                    yield from _if_test(alias.asname or alias.name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield from _if_test(name)
            case ast.Assign(targets=[ast.Subscript(value=ast.Call(func=ast.Name("globals")))]):
                yield "test_…"  # whatever it is called, pytest finds it
            case ast.If() | ast.Try() | ast.With() | ast.For():
                yield from names_of_tests(statement.body)


def _if_test(name: str) -> Iterator[str]:
    if name == "*" or name.startswith(("test", "Test")):
        yield name
