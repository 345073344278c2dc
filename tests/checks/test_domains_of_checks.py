"""The domains of this assignment are there for every function, and the checks cover them."""

import pytest

from grader.assignment.load import load
from grader.assignment.modules import importable
from grader.authoring.coverage import Coverage, coverage
from grader.authoring.domains import read_domains
from tests.support import ROOT

ASSIGNMENT = load(ROOT / "config.yaml")
MODULES = [module.name for module in ASSIGNMENT.modules if any(t.functions for t in module.tasks)]


@pytest.fixture(scope="module")
def found() -> list[Coverage]:
    """What the checks of all modules ask."""
    return coverage(ASSIGNMENT, MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_every_part_and_every_pair_is_met_by_a_question(found: list[Coverage], module: str) -> None:
    mine = [each for each in found if each.domain.function.startswith(f"{module}.")]
    assert mine
    assert [fault for each in mine for fault in each.faults()] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_function_that_students_write_has_a_domain(module: str) -> None:
    with importable(ASSIGNMENT):
        functions = {domain.function for domain in read_domains(ASSIGNMENT.hidden_checks, [module])}
    tasks = ASSIGNMENT.module(module).tasks
    written = {f"{module}.{name}" for task in tasks for name in task.functions}
    assert {
        name for name in written if not any(f"{f}.".startswith(f"{name}.") for f in functions)
    } == set()
