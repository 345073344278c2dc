"""What pytest skips in a suite, or what tests nothing, as far as its text alone shows it.

The suite doesn't run here, so this contains no answers of a solution, and its author may read it.
"""

import ast
from collections.abc import Iterator, Sequence
from contextlib import suppress

from grader.inside.student_tests.askable_modules import Function

# By these tests run the examples in documentation.
DOCTESTS = frozenset(
    ("DocTestFinder", "DocTestSuite", "run_docstring_examples", "testfile", "testmod")
)
OF_DOCTESTS = "runs the examples in documentation, and other solutions have none of yours"
_MOST = 20


def why_not_run(text: str) -> dict[str, str]:
    """By the names of tests and classes, as `Class.test`: why they don't test anything.

    >>> why_not_run("async def test_it(): ...")
    {'test_it': "is `async def`, which pytest can't run: call asyncio.run inside a plain test"}
    """
    with suppress(SyntaxError, ValueError, MemoryError, RecursionError):
        return dict(list(_faults(ast.parse(text).body))[:_MOST])
    return {}


def runs_doctests(node: ast.AST) -> bool:
    """Whether the examples in documentation are run there."""
    return any(map(_is_of_doctest, ast.walk(node)))


def _is_of_doctest(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(ast.Name("doctest"), name):
            return name in DOCTESTS
        case ast.ImportFrom("doctest", names):
            return any(alias.name in DOCTESTS for alias in names)
    return False


def _faults(body: Sequence[ast.stmt], inside: str = "") -> Iterator[tuple[str, str]]:
    for node in body:
        match node:
            case ast.ClassDef(name, bases) if not any(map(_is_test_case, bases)):
                if not name.startswith("Test"):
                    continue
                if any(map(_is_init, node.body)) and any(map(_is_test, node.body)):
                    why = "has an `__init__`, so pytest skips it: set up in `setup_method`"
                    yield f"{inside}{name}", why
                yield from _faults(node.body, f"{inside}{name}.")
            case ast.AsyncFunctionDef(name) if name.startswith("test"):
                why = "is `async def`, which pytest can't run: call asyncio.run inside a plain test"
                yield f"{inside}{name}", why
            case ast.FunctionDef(name) if name.startswith("test") and runs_doctests(node):
                yield f"{inside}{name}", OF_DOCTESTS


def _is_init(node: ast.stmt) -> bool:
    return isinstance(node, Function) and node.name == "__init__"


def _is_test(node: ast.stmt) -> bool:
    return isinstance(node, Function) and node.name.startswith("test")


def _is_test_case(base: ast.expr) -> bool:
    return ast.unparse(base).endswith("TestCase")
