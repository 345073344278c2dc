"""Starter files of `grader new --from-tests`: the interface of a solution without its code."""

import ast
import sys
from textwrap import dedent
from types import ModuleType

import pytest

from grader.commands.authoring.starters import Starter, starters_of


def starter(text: str, tests: str = "") -> Starter:
    """The starter of a solution in `work.py`."""
    trees = {"work.py": ast.parse(dedent(text))}
    return starters_of(trees, [ast.parse(dedent(tests))])["work.py"]


def imported(text: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of that text, as importing it makes it."""
    module = ModuleType("work")
    monkeypatch.setitem(sys.modules, "work", module)
    exec(compile(text, "work.py", "exec", dont_inherit=True), module.__dict__)
    return module


def test_a_starter_keeps_names_imports_and_values_of_classes() -> None:
    text = (
        "import os\nX = 1\nclass A(Exception):\n    'A word.'\n    y = 2\nasync def f(): return X\n"
    )
    assert starter(text) == Starter(
        'import os\n\nclass A(Exception):\n    """A word."""\n    y = 2\n\n'
        "async def f():\n    raise NotImplementedError\n",
        (),
    )


INTERFACE = """
from __future__ import annotations
import re
import sys
from collections import namedtuple
from dataclasses import dataclass, field
from enum import Enum
from functools import singledispatch, total_ordering
from typing import Generic, NamedTuple, TypeVar
try:
    import numpy_or_so as np
except ImportError:
    np = None
T = TypeVar("T")
Pair = namedtuple("Pair", "a b")
BASE = 8
LIMIT = BASE * 2
WORDS = frozenset(("on", "off"))
MISSING = object()
PATTERN = re.compile("x")
UNUSED = 3

class Kind(Enum):
    ONE = "one"
    TWO = 2

@dataclass(frozen=True)
class Token:
    kind: Kind
    text: str = "?"
    tags: list[str] = field(default_factory=lambda: ["a"])

ORIGIN = Token(Kind.ONE)

class Sale(NamedTuple):
    day: int
    region: str = WORDS

@total_ordering
class Duration(Generic[T]):
    count = 0
    LEVELS = [("+", "-"), (LIMIT,)]
    def __mul__(self, times, most=LEVELS): return 3
    __rmul__ = __mul__
    def __lt__(self, other, *, than=MISSING): return True
    @property
    def size(self): return 1
    @size.setter
    def size(self, value): self.count = value

@singledispatch
def show(value, at=ORIGIN, of=Kind.TWO, key=lambda pair: pair.a): return "?"
@show.register
def _(value: Duration) -> str: return "d"
def main(argv=None, table=Pair(1, 2)): print(LIMIT)
Expr = Token | Duration
if __name__ == "__main__":
    import doctest
    sys.exit(main())
"""


def test_what_is_needed_by_signatures_and_classes_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    made = starter(INTERFACE)
    assert made.left == ("the default of at in show",)  # to make a token is code
    work = imported(made.text, monkeypatch)
    assert work.Token(work.Kind.ONE) == work.Token(work.Kind.ONE, "?", ["a"])
    assert (work.Sale(1).region, work.Duration.count) == (frozenset(("on", "off")), 0)
    assert work.Duration.LEVELS == [("+", "-"), (16,)]
    assert work.Duration.__rmul__ is work.Duration.__mul__
    assert work.Pair(1, 2).b == 2
    for code in ("UNUSED", "PATTERN", "Expr", "doctest", "return"):
        assert code not in made.text


def test_constants_that_tests_use_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    tests = """
        import work
        from work import WORDS
        def test_it(mocker):
            assert work.UNUSED
            mocker.patch("work.PATTERN")
    """
    work = imported(starter(INTERFACE, tests).text, monkeypatch)
    assert (work.UNUSED, work.PATTERN.pattern) == (3, "x")


CODE = """
from functools import wraps
def memo(function):
    @wraps(function)
    def inner(*args): return function(*args)
    return inner
def primes(most): return [2]
class Base:
    def __init_subclass__(cls, kind=""): cls.kind = kind
class Positive:
    def __init__(self, least): self.least = least
    def __set_name__(self, owner, name): self.name = name
from enum import Enum
class Planet(Enum):
    EARTH = (1, 2)
    def __init__(self, mass, radius): self.mass = mass
class Sub(Base, kind="sub"):
    size = Positive(1)
    area: float = primes(3)[0]
    LAST = 1
    @memo
    def f(self, n=size, *, table=primes(9), last=LAST): return n
SMALL = primes(9)
SQUARES = [n * n for n in range(9)]
HIDDEN = primes(3)
class Row(type(primes(2))): pass
def g(n: SMALL = SMALL, key=memo(len)) -> int: return n
"""


def test_what_code_makes_is_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = starter(CODE, "from work import SMALL, SQUARES")
    assert made.left == (
        *("Base.__init_subclass__", "Positive.__set_name__", "Planet.__init__"),
        *("Sub.size", "Sub.area", "@memo of Sub.f"),
        *("the default of n in Sub.f", "the default of table in Sub.f"),
        *("the base type(primes(2)) of Row", "the default of n in g", "the default of key in g"),
        *("SMALL", "SQUARES"),
    )
    work = imported(made.text, monkeypatch)
    assert work.Sub.f.__kwdefaults__ == {"table": ..., "last": 1}
    assert work.g.__annotations__ == {"n": "SMALL", "return": int}
    assert work.Planet.EARTH.value == (1, 2)
    assert not hasattr(work, "HIDDEN")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (
            "from dataclasses import dataclass\nclass Watched:\n"
            "    def __get__(self, of, owner): return 3\n"
            "@dataclass\nclass Point:\n    x: int = Watched()\n",
            "Point.x",
        ),
        (
            "from abc import ABC\nclass Any:\n    def __getattr__(self, name): return 0\n"
            "class Base(ABC):\n    any = Any()\n",
            "Base.any",
        ),
    ],
)
def test_what_runs_while_a_class_is_defined_is_left_out(
    text: str, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = starter(text)
    assert made.left == (left,)
    imported(made.text, monkeypatch)


def test_assignments_to_what_is_left_out_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
        def build(): return 3
        TABLE = {1: build()}
        TABLE[2] = 3
        COUNT = build()
        COUNT += 1
        build.calls = 0
        if TABLE:
            COUNT += 2
        class Row:
            width = build()
            width += 1
            cells = {}
            cells[1] = 2
    """
    made = starter(text, "from work import COUNT, TABLE")
    assert made.left == ("Row.width", "COUNT", "TABLE")
    work = imported(made.text, monkeypatch)
    assert (work.build.calls, work.Row.cells) == (0, {1: 2})
    assert work.TABLE is work.COUNT is ...


def test_a_module_of_the_solution_has_what_is_read_of_it_by_an_import() -> None:
    files = {
        "chess/rules.py": "SIZE = int(8)\nMOVES = 3\nLAST, _ = [n for n in (1, 2)]\n",
        "chess/board.py": "from . import rules\n"
        "def f(n=rules.SIZE, m=rules.LAST): return rules.MOVES\n",
    }
    made = starters_of({at: ast.parse(text) for at, text in files.items()}, [])
    assert made["chess/rules.py"] == Starter("SIZE = int(8)\nLAST = ...\n", ("LAST",))
    assert "def f(n=rules.SIZE, m=rules.LAST):" in made["chess/board.py"].text


def test_files_of_a_package_have_what_the_others_import() -> None:
    files = {
        "chess/__init__.py": "from .rules import SIZE, TABLE, memo\n__all__ = ['SIZE', 'GONE']\n"
        "GONE = [n for n in TABLE]\n",
        "chess/rules.py": "SIZE = 8\nOTHER = 3\ndef memo(f): return f\nTABLE = memo(SIZE)\n",
        "chess/board.py": "from chess.rules import memo, SIZE\n@memo\ndef f(n=SIZE): return 1\n",
    }
    made = starters_of({at: ast.parse(text) for at, text in files.items()}, [])
    assert made["chess/__init__.py"] == Starter("from .rules import SIZE, TABLE, memo\n", ())
    rules = made["chess/rules.py"]
    assert rules.text.startswith("SIZE = 8\n\ndef memo(f):\n    raise NotImplementedError\n")
    assert (rules.text.endswith("TABLE = ...\n"), rules.left) == (True, ("TABLE",))
    assert "OTHER" not in rules.text
    board = made["chess/board.py"]
    assert board.left == ("@memo of f",)
    assert "def f(n=SIZE):" in board.text
