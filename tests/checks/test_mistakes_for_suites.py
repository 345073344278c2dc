"""The faulty solutions that suites are run on: known ones, and hidden ones stay hidden."""

import pytest

from grader.assignment.faulty import faulty_of
from grader.assignment.load import load
from reference.checks.test_test_all import HIDDEN, NAMES, NUMBERED, SHOWN, hidden_ones
from tests.support import ROOT

ASSIGNMENT = load(ROOT / "config.yaml")
REQUIRED = {task.id for task in ASSIGNMENT.tasks if not task.extra}


DESCRIBED = {known.name: known for known in faulty_of(ASSIGNMENT)}


@pytest.mark.parametrize("name", NAMES)
def test_a_mistake_costs_a_required_task(name: str) -> None:
    """Nobody need write tests of what is extra credit."""
    assert REQUIRED & DESCRIBED[name].loses


# Functions of a line or two: suites are run on no mistake in one of these.
WITHOUT = {"connect4.lowest_free_row", "alphabeta.value_for"} | {
    *("nim.greater_equal", "nim.equal_config", "test_all.thoroughness")
}


def test_every_function_has_a_mistake_and_each_counts_once() -> None:
    assert len(set(NAMES)) == len(NAMES)
    lost = {task for name in NAMES for task in DESCRIBED[name].loses}
    assert lost == REQUIRED - WITHOUT
    modules = {kind.partition(":")[0] for kind in HIDDEN}
    assert modules == {task.partition(".")[0] for task in REQUIRED} - {"test_all"}


def test_of_a_hidden_mistake_students_see_the_kind_alone() -> None:
    seen = " ".join([*SHOWN.values(), *HIDDEN, *[str(param.id) for param in hidden_ones()]])
    for _, name in NUMBERED:
        assert name not in seen
        assert DESCRIBED[name].about not in seen
