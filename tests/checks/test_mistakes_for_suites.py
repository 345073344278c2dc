"""The faulty solutions that suites are run on: known ones, and hidden ones stay hidden."""

import tomllib

import pytest

from grader.assignment.load import load
from reference.checks.test_test_all import HIDDEN, NAMES, NUMBERED, SHOWN, hidden_ones
from tests.support import ROOT

ASSIGNMENT = load(ROOT / "config.yaml")
REQUIRED = {task.id for task in ASSIGNMENT.tasks if not task.extra}


def described(name: str) -> dict[str, object]:
    text = (ASSIGNMENT.mistakes / name / "expected.toml").read_text("utf-8")
    return tomllib.loads(text)


@pytest.mark.parametrize("name", NAMES)
def test_a_mistake_costs_a_required_task(name: str) -> None:
    """Nobody need write tests of what is extra credit."""
    loses = described(name)["loses"]
    assert isinstance(loses, list)
    assert REQUIRED & set(loses)


def test_there_are_many_and_each_counts_once() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 50
    modules = {kind.partition(":")[0] for kind in HIDDEN}
    required = {task.partition(".")[0] for task in REQUIRED}
    assert modules == required - {"test_all"}


def test_of_a_hidden_mistake_students_see_the_kind_alone() -> None:
    seen = " ".join([*SHOWN.values(), *HIDDEN, *[str(param.id) for param in hidden_ones()]])
    for _, name in NUMBERED:
        assert name not in seen
        assert str(described(name)["about"]) not in seen
