"""Hidden checks of the script: drawn texts, with many ties, and its usage."""

from typing import Any

import pytest
from hypothesis import strategies as st

from grader.inside.values import Ran
from grader.judging.properties import drawn
from grader.student.question import Code, run

WORDS = ("a", "ab", "B", "b", "c", "c!", "(d", "é", "Z", "z", "10", "9", "...", "5€", "„a“")
words = st.one_of(st.sampled_from(WORDS), st.sampled_from(WORDS), st.integers(0, 30).map(str))
breaks = st.sampled_from((" ", " ", "\n", "\n\n", "\t", "\f", "\u2003"))
# Some words come more than nine times.
pieces = st.tuples(words, breaks, st.sampled_from((1, 1, 1, 2, 11)))
several = pieces.map(lambda drawn: (drawn[0] + drawn[1]) * drawn[2])
texts = st.lists(several, max_size=12) | st.lists(several, min_size=15, max_size=25)
numbers = st.sampled_from(("0", "1", "2", "3", "10", "100", "100"))
USAGES = (
    *([], ["many"], ["1", "2"], ["1", "x"], ["-1"], ["1.5"], ["2.0"], [""], ["x1"], ["-n", "1"]),
    *(["+2"], ["1_0"], ["-0"]),  # which int() reads
)


def other_lines(_: Any, got: Ran, expected: Ran) -> str:
    """What is wrong with what a script printed, in words."""
    if (got.status, got.errors) != (0, ""):
        return f"status {got.status} and {got.errors!r}, of a number that is right"
    lines, wanted = got.output.splitlines(), expected.output.splitlines()
    return "" if lines == wanted else f"it prints {lines}, and not {wanted}"


def no_usage(_: Any, got: Ran, __: Ran) -> str:
    """What is wrong with how a script refused its arguments, in words."""
    right = (got.status, got.output, len(got.errors.splitlines())) == (2, "", 1)
    what = f"status {got.status}, printed {got.output!r} and {got.errors!r}"
    return "" if right else f"{what}: one line of usage on sys.stderr, status 2"


@pytest.mark.task("top.output", "ties are in the order of the alphabet, and few words are all")
@drawn(st.tuples(numbers, texts.map("".join)), count=100, verdict=other_lines)
def test_ties(code: Code, example: tuple[str, str]) -> Any:
    del code
    number, text = example
    return run("top.py", [number], text)


@pytest.mark.task("top.output", "another argument, or none, is wrong usage")
@drawn(st.sampled_from(USAGES), count=len(USAGES), verdict=no_usage)
def test_usage(code: Code, argv: list[str]) -> Any:
    del code
    return run("top.py", argv, "a b")
