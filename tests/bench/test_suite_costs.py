"""What suites cost beside plain runs: the suites themselves."""

import ast

import pytest

from bench.suite_costs import is_test, plain_run, reversed_tests, suites
from grader.assignment.load import load
from tests.support import ROOT


def names_of_tests(text: str) -> list[str]:
    return [n.name for n in ast.parse(text).body if is_test(n) and isinstance(n, ast.FunctionDef)]


def test_a_suite_in_the_reverse_order_has_the_same_tests() -> None:
    text = suites("")["loops"]
    tests, again = map(names_of_tests, (text, reversed_tests(text)))
    assert tests == again[::-1]
    assert len(tests) > 40


def test_a_plain_run_takes_time_and_has_to_pass() -> None:
    assignment = load(ROOT / "config.yaml")
    assert plain_run(assignment, {}, "def test_one(): pass\n") > 0
    with pytest.raises(ValueError, match="a plain run of"):
        plain_run(assignment, {}, "def test_one(): assert False\n")
