"""The peers' checks as ours: pytest tests with the marks and the drawn properties of our engine."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import strategies as st

from bench.peers.strategies import inputs
from bench.peers.workload import COUNT, EXAMPLES, LAS, PROPERTIES, ask
from grader.judging.properties import drawn
from grader.student.question import Code


def checks_of(module: str, task: str) -> dict[str, Callable[..., None]]:
    """The tests of a module, by name; examples are properties of one input."""
    found = {}
    for number, (name, given) in enumerate(EXAMPLES):
        if (name in LAS) == (module == "las"):
            found[f"test_example_{number}"] = _check(task, name, f"{number}", st.just(given), 1)
    for name in PROPERTIES[module]:
        found[f"test_{name}"] = _check(task, name, name, inputs(name), COUNT)
    return found


def _check(
    task: str, name: str, title: str, given: st.SearchStrategy[Any], count: int
) -> Callable[..., None]:
    @pytest.mark.task(task, title)
    @drawn(given, count=count)
    def test(code: Code, example: Any) -> Any:
        return ask(code, name, example)[0]

    return test
