"""Plain pytest, with inputs and answers saved beforehand."""

from typing import Any

import pytest

from bench.peers.saved import claim, handin, read
from bench.peers.workload import ALPHABETA, EXAMPLES, LAS

SAVED = read()


@pytest.fixture(scope="module")
def code() -> Any:
    return handin()


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(code: Any, number: int) -> None:
    claim(code, EXAMPLES[number][0], SAVED[str(number)])


@pytest.mark.parametrize("name", [*LAS, *ALPHABETA])
def test_property(code: Any, name: str) -> None:
    claim(code, name, SAVED[name])
