"""Claims on how a solution is written: each holds, and each is broken, in more than one style."""

from collections.abc import Callable

import pytest

from grader.student import constraints
from grader.student.evidence import CheckFailed
from grader.student.source import Source

Claim = Callable[[Source], None]


def no_loops(source: Source) -> None:
    constraints.no_loops(source, "work", "total")


def no_statements_that_loop(source: Source) -> None:
    constraints.no_loops(source, "work", "total", comprehensions=True)


def recursive(source: Source) -> None:
    constraints.recursive(source, "work", "total")


def without_sum(source: Source) -> None:
    constraints.no_names(source, "work", "total", "sum", "fsum")


def without_math(source: Source) -> None:
    constraints.no_imports(source, "work", "math", "numpy")


def math_alone(source: Source) -> None:
    constraints.only_imports(source, "work", "math")


def three_lines(source: Source) -> None:
    constraints.at_most_lines(source, "work", "total", 3)


RECURSIVE = "def total(xs):\n    return xs[0] + total(xs[1:]) if xs else 0\n"
INNER = """\
def total(xs):
    def go(xs, so_far):
        return go(xs[1:], so_far + xs[0]) if xs else so_far
    return go(xs, 0)
"""
BY_TURNS = """\
def total(xs):
    return more(xs) if xs else 0

def more(xs):
    return xs[0] + total(xs[1:])
"""
METHOD = """\
class Adder:
    def add(self, xs):
        return xs[0] + self.add(xs[1:]) if xs else 0

total = Adder().add
"""
HANDED_ON = "def total(xs):\n    return xs[0] + sum(map(total, [xs[1:]])) if xs else 0\n"
LOOP = """\
def total(xs):
    # adds them
    result = 0
    for x in xs:
        result += x
    return result
"""
FOLD = "from functools import reduce\nfrom operator import add\n"
FOLDED = FOLD + "def total(xs):\n    return reduce(add, xs, 0)\n"
SUMMED = "def total(xs):\n    return sum([x for x in xs])\n"
FSUM = "import math\ndef total(xs):\n    return math.fsum(xs)\n"
DOCUMENTED = (
    'def total(xs):\n    """Add.\n\n    Them all.\n    """\n\n    # so\n    return go(xs)\n'
)
PACKED = "def total(xs):\n    a = 1; b = 2; c = 3; return a + b + c\n"
SPREAD = "def total(xs):\n    return (\n        1\n        + 2\n    )\n"
IMPORTING = "def total(xs):\n    return __import__('ma' + 'th').fsum(xs)\n"
SPELT_OUT = "from importlib import import_module\nm = import_module('math')\ndef total(xs): ...\n"
HELPED = "from helper import total\n"
HELPER = {"helper.py": LOOP + "import math\n"}
RENAMED = {
    "from builtins import sum as plus\ndef total(xs):\n    return plus(xs)\n": "work.py, line 3",
    "from second import plus\ndef total(xs): return plus(xs)\n": "work.py, line 2",
    "import second\ndef total(xs): return second.add(xs)\n": "second.py, line 2",
    "def total(xs):\n    from builtins import sum as add\n    return add(xs)\n": "work.py, line 2",
    "import builtins\ndef total(xs): return vars(builtins)['sum'](xs)\n": "work.py, line 2",
    "def total(xs): return __builtins__.__dict__['sum'](xs)\n": "work.py, line 1",
    "def total(xs): return eval('sum(xs)')\n": "work.py, line 1",
    "order = sum\ndef total(xs): return order(xs)\n": "work.py, line 1",
}
SECOND = "from builtins import sum as plus\ndef add(xs): return plus(xs)\n"
OTHERS = "from math import fsum, sqrt\ndef total(xs): return sqrt(xs[0])\n"
CIRCLE = {
    "work.py": "from first import other\ndef total(xs): return other(xs)\n",
    "first.py": "from second import other\n",
    "second.py": "from first import other\n",
}
SUM_AS_A_KEY = "def total(xs):\n    found = {'sum': 0}\n    return found['sum']\n"

HOLDS: list[tuple[Claim, str]] = [
    *[(no_loops, text) for text in (RECURSIVE, INNER, BY_TURNS, METHOD, FOLDED)],
    (no_statements_that_loop, SUMMED),
    *[(recursive, text) for text in (RECURSIVE, INNER, BY_TURNS, METHOD, HANDED_ON)],
    *[(without_sum, text) for text in (RECURSIVE, LOOP, SUM_AS_A_KEY, OTHERS)],
    *[(without_math, text) for text in (RECURSIVE, FOLDED)],
    *[(math_alone, text) for text in (RECURSIVE, FSUM, HELPED)],
    *[(three_lines, text) for text in (RECURSIVE, INNER, SUMMED, DOCUMENTED, METHOD)],
]
BROKEN: list[tuple[Claim, str, str]] = [
    (no_loops, LOOP, "work.py, line 4: this task allows no loop, and for is one"),
    (no_loops, HELPED, "helper.py, line 4: this task allows no loop, and for is one"),
    (no_loops, SUMMED, "work.py, line 2: this task allows no loop, and a comprehension is one"),
    (no_statements_that_loop, LOOP, "work.py, line 4: this task allows no loop, and for is one"),
    (recursive, LOOP, "total is to be recursive, and nothing that it calls leads back to it"),
    (recursive, FOLDED, "total is to be recursive, and nothing that it calls leads back to it"),
    (without_sum, SUMMED, "work.py, line 2: this task is to be solved without sum"),
    (without_sum, FSUM, "work.py, line 3: this task is to be solved without fsum"),
    *[
        (without_sum, text, f"{place}: this task is to be solved without sum")
        for text, place in RENAMED.items()
    ],
    (without_math, FSUM, "work.py, line 1: this task is to be solved without importing math"),
    (without_math, HELPED, "helper.py, line 7: this task is to be solved without importing math"),
    (without_math, SPELT_OUT, "work.py, line 2: this task is to be solved without importing math"),
    (math_alone, FOLDED, "work.py, line 1: this task is to be solved without importing functools"),
    (three_lines, LOOP, "work.py, line 1: total has 4 lines of code; at most 3 are allowed"),
    (three_lines, PACKED, "work.py, line 1: total has 4 lines of code; at most 3 are allowed"),
    (three_lines, SPREAD, "work.py, line 1: total has 4 lines of code; at most 3 are allowed"),
    (
        without_math,
        IMPORTING,
        "work.py, line 2: this task is to be solved without importing something by a text that "
        "is made",
    ),
    *[(claim, "x = 1\n", "work.py defines no total") for claim in (no_loops, three_lines)],
    (no_loops, "def total(:\n", "work.py, line 1: invalid syntax"),
]


@pytest.mark.parametrize(("claim", "text"), HOLDS)
def test_what_is_written_as_it_is_to_be_passes(claim: Claim, text: str) -> None:
    claim(Source({"work.py": text, "helper.py": RECURSIVE}))


@pytest.mark.parametrize(("claim", "text", "words"), BROKEN)
def test_what_is_not_is_refused_with_the_line(claim: Claim, text: str, words: str) -> None:
    with pytest.raises(CheckFailed) as failed:
        claim(Source({"work.py": text, **HELPER, "second.py": SECOND}))
    assert failed.value.evidence.message == words


@pytest.mark.parametrize("claim", [without_sum, without_math])
def test_files_that_import_each_other_are_read_once(claim: Claim) -> None:
    claim(Source(CIRCLE))


def test_what_is_refused_within_a_line_is_shown() -> None:
    with pytest.raises(CheckFailed) as failed:
        without_sum(Source({"work.py": SUMMED}))
    assert failed.value.evidence.got == "sum"
    with pytest.raises(CheckFailed) as failed:
        no_loops(Source({"work.py": LOOP}))
    assert failed.value.evidence.got == ""


def test_a_file_that_is_not_there_is_said() -> None:
    with pytest.raises(CheckFailed) as failed:
        no_loops(Source({"helper.py": LOOP}))
    assert "work.py" in failed.value.evidence.message
    assert "defines no" not in failed.value.evidence.message
