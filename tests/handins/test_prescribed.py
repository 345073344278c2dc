"""Remarks on style are about what a student wrote, not about what the starter file prescribes."""

from grader.assignment.config import Lint
from grader.handins.lint import lint
from grader.handins.prescribed import own_findings

RULES = Lint(select=("E", "F", "W", "N", "A", "ARG", "PLR0913"))
STARTER = """import os


class board:
    def move(self, state, Col, id):
        raise NotImplementedError("move")


def over(a, b, c, d, e, f, g):
    raise NotImplementedError("over")
"""


def kinds(handin: str) -> list[str]:
    """The rules that are reported of a hand-in, with their lines."""
    own, starter = {"c.py": handin}, {"c.py": STARTER}
    [found, of_starter] = lint([own, starter], RULES)
    return [f"{each.line} {each.kind}" for each in own_findings(found, own, of_starter, starter)]


def test_names_and_parameters_of_the_starter_are_nobodys_fault() -> None:
    written = STARTER.replace("raise NotImplementedError(", "return len(")
    assert kinds(STARTER) == kinds(written) == []
    assert kinds(written.replace("def over(a, b", "def over(\n    a,\n    b")) == []


def test_names_of_ones_own_are_remarked_on() -> None:
    assert kinds(STARTER.replace("state, Col, id", "Row, dir")) == ["5 N803", "5 A002"]
    assert kinds(STARTER + "\n\ndef Own(Col):\n    return 1\n") == [
        *("13 N802", "13 N803", "13 ARG001"),
    ]


def test_layout_and_the_inside_of_a_function_are_remarked_on() -> None:
    long = STARTER.replace("e, f, g):", f"e, f, g):  #{'x' * 100}")
    assert kinds(long) == ["9 E501"]
    inside = STARTER.replace('raise NotImplementedError("over")', "Col = 1")
    assert kinds(inside) == ["10 N806", "10 F841"]
    assert kinds(STARTER.replace("a, b, c", "a, b, c, h")) == ["9 PLR0913"]


def test_a_file_that_is_no_python_keeps_its_findings() -> None:
    assert kinds(STARTER + "def f(:\n")[-1].endswith("invalid-syntax")
