"""The mistakes that suites are to catch: each is the reference with one change."""

import ast

import pytest

from grader.assignment.load import load
from grader.inside.lockdown import Tier
from grader.judging.unit import Unit
from grader.results import CheckResult
from grader.running.boxes import choose_tier
from grader.running.session import Session, open_session
from reference.checks.test_test_all import NAMES
from tests.support import REFERENCE_FILES, ROOT, faulty_files

# Suites that must catch nothing, since they say nothing about any answer.
EMPTY = ("suite_touches_everything", "suite_only_calls", "suite_compares_types")


def parts_of(text: str) -> dict[str, str]:
    """The functions, methods and other statements of a file by name, without their docstrings."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    found: dict[str, str] = {}
    for node in tree.body:
        for part in node.body if isinstance(node, ast.ClassDef) else [node]:
            found[getattr(part, "name", ast.unparse(part)[:20])] = ast.unparse(part)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_mistake_is_the_reference_with_one_change(name: str) -> None:
    changed: set[str] = set()
    for file, text in faulty_files(name).items():
        right = parts_of(REFERENCE_FILES[file])
        wrong = parts_of(text)
        assert right.keys() - wrong.keys() <= {key for key in right if key.startswith("from gam")}
        changed |= {f"{file}:{key}" for key in wrong if right.get(key) != wrong[key]}
    changed = {key for key in changed if ":from gametree" not in key}
    assert 1 <= len(changed) <= 2, changed


def test_a_suite_that_says_nothing_about_answers_catches_nothing() -> None:
    assignment = load(ROOT / "config.yaml")
    caught: dict[str, list[str]] = {}

    def unit(name: str) -> Unit:
        return Unit(name, faulty_files(name), {}, ("test_all",))

    def is_catch(check: CheckResult) -> bool:
        return "catches" in check.name and check.passed

    def body(session: Session) -> None:
        for graded, [result] in session.grade([unit(name) for name in EMPTY], 1):
            caught[graded.student] = [c.name for c in result.checks if is_catch(c)]

    open_session(assignment, ["test_all"], choose_tier(Tier.CONFINED), body)
    assert caught == {name: [] for name in EMPTY}
