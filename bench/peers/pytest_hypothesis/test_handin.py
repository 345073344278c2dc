"""pytest with hypothesis: inputs are drawn for each hand-in; the reference is asked beside it."""

import sys
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.peers.saved import claim, handin, read
from bench.peers.strategies import inputs
from bench.peers.workload import ALPHABETA, COUNT, EXAMPLES, LAS, outcome

SAVED = read()


@pytest.fixture(scope="module")
def codes() -> tuple[Any, Any]:
    """The hand-in and the reference, whose modules have the same names."""
    theirs = handin()
    for name in ("las", "alphabeta"):
        del sys.modules[name]
    sys.path.insert(0, "reference")
    expected = SimpleNamespace(las=import_module("las"), alphabeta=import_module("alphabeta"))
    return theirs, expected


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(codes: tuple[Any, Any], number: int) -> None:
    claim(codes[0], EXAMPLES[number][0], SAVED[str(number)])


@pytest.mark.parametrize("name", [*LAS, *ALPHABETA])
@settings(
    max_examples=COUNT,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_property(codes: tuple[Any, Any], name: str, data: st.DataObject) -> None:
    theirs, expected = codes
    example = data.draw(inputs(name))
    assert outcome(theirs, name, example) == outcome(expected, name, example)
