"""What a text prints is asked of a hand-in in its box, and judged by value."""

from dataclasses import replace
from textwrap import dedent

import pytest

from grader.sandbox.tiers import Nursery
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence
from grader.student.printed.asking import ask_session
from grader.student.printed.sessions import STARTER, PrintedSession, PrintedStep
from tests.support import submission_of

WORK = """
    class Counter:
        def __init__(self, start): self.n = start
        def add(self, n): self.n += n; return self.n

    class Broke(ValueError): pass

    def act(x): return [x, x]
    def refuse(x): raise Broke("no")
    def share(x): return x / 3
    def apply(f, x): print("hello"); return f(x)
    def play(game): game.do_move(3); return 3
    def ups(n):
        for i in range(n): yield i
    def forever():
        n = 0
        while True: yield n; n += 1
    def doubled(xs): return map(lambda x: 2 * x, xs)
    def show(n):
        for i in range(n): print(i)
    class Pile:
        def __init__(self, xs): self.xs = list(xs); self.open = False
        def __len__(self): return len(self.xs)
        def __getitem__(self, i): return self.xs[i]
        def __setitem__(self, i, x): self.xs[i] = x
        def __add__(self, other): return Pile(self.xs + list(other.xs))
        def __eq__(self, other): return self.xs == other.xs
        def __lt__(self, other): return len(self) < len(other)
        def __repr__(self): return f"Pile({self.xs})"
        def __str__(self): return "-".join(map(str, self.xs))
        def __enter__(self): self.open = True; return self
        def __exit__(self, *_): self.open = False
        def pop(self): return self.xs.pop()
        def walk(self): yield from self.xs
        def show(self): print(*self.xs)
    class Plain: pass

    from collections import Counter as Counts
    from enum import IntEnum, StrEnum
    from typing import NamedTuple

    class Money(int):
        def __repr__(self): return f"Money({int(self)})"
        def __add__(self, other): return Money(int(self) + int(other))
    class Point(NamedTuple):
        x: int
        y: int = 0
        def moved(self, n): return Point(self.x + n, self.y)
    class Suit(IntEnum):
        CLUBS = 1
        SPADES = 2
    class Colour(StrEnum):
        RED = "red"
    class Path(list):
        def append(self, x): super().append(2 * x)
        def __repr__(self): return f"Path({list(self)})"
    def beats(a, b): return max(a, b)
    def near(p): return [p, p.moved(1)]
    def by_name(): return {"p": (Point(1, 2), None)}
    def counted(text): return Counts(text)
    def colours(): return [Colour.RED, Colour.RED]
    def path(*xs): return Path(xs)
    def x_of(p): return p.x

    from gametree import L_POSITIONS
    def is_theirs(table): return table is L_POSITIONS
"""
NAMES = ("act", "refuse", "share", "apply", "play", "ups", "forever", "doubled", "show")
NAMES += ("beats", "near", "by_name", "counted", "colours", "path", "x_of", "is_theirs")
CLASSES = ("Counter", "Pile", "Plain", "Money", "Point", "Suit", "Colour")


def session(*steps: tuple[str, str]) -> PrintedSession:
    lines = tuple([PrintedStep(typed, n, printed) for n, (typed, printed) in enumerate(steps, 1)])
    return PrintedSession(
        "work.act",
        "docs/work.md",
        "the examples",
        lines,
        NAMES,
        CLASSES,
        ("work",),
        "gametree",
    )


def asked(nursery: Nursery, *steps: tuple[str, str]) -> Evidence | None:
    """Why a session fails on `WORK`, or None."""
    submission = submission_of(nursery, {"work.py": dedent(WORK)})
    try:
        ask_session(session(*steps), Expect(submission.ask))
    except CheckFailed as failed:
        return failed.evidence
    finally:
        submission.close()
    return None


@pytest.mark.parametrize(
    "steps",
    [
        [("act(1)", "(1, 1)")],
        [("len(act(1)), act(2)[0] == 2", "(2, True)")],
        [("share(1)", "0.3333333333")],
        [("refuse(1)", "Traceback (most recent call last):\nwork.Broke: other words")],
        [("apply(lambda n: n + 1, 2)", "hello, printed or not\n3")],
        [("print(act(1))", "[1, 1]")],
        [("work.act(1)", "[1, 1]")],
        [("c = Counter(2)", ""), ("c.add(3)", "5"), ("c.add(3)", "8"), ("c.n", "8")],
        [
            ("from gametree import ConnectFourGame", ""),
            ("game = ConnectFourGame(level=2)", ""),
            ("play(game)", "3"),
            ("game.grid[5][3]", "'X'"),
        ],
        [("import numpy as np", ""), ("np.array([1]).tolist()", "[1]")],
        # generators, and other things to iterate
        [("list(ups(3))", "[0, 1, 2]")],
        [("g = ups(3)", ""), ("next(g)", "0"), ("next(g)", "1"), ("list(g)", "[2]")],
        [("g = ups(1)", ""), ("next(g), next(g, 'no more')", "(0, 'no more')")],
        [("sum(ups(4)), max(ups(4)), sorted(ups(2)), 2 in ups(3)", "(6, 3, [0, 1], True)")],
        [("from itertools import islice", ""), ("[*islice(forever(), 3)]", "[0, 1, 2]")],
        [("for n in ups(2):\n    print(n)", "0\n1")],
        [("list(doubled([1, 2])), ' '.join(str(x) for x in ups(2))", "([2, 4], '0 1')")],
        [("list(Pile([3, 4]).walk())", "[3, 4]")],
        # what Python's operators and functions ask of an object
        [
            ("p = Pile([1, 2])", ""),
            ("len(p), p[0], list(p)", "(2, 1, [1, 2])"),
            ("p", "Pile([1, 2])"),
        ],
        [("p = Pile([1])", ""), ("p[0] = 5", ""), ("p.pop()", "5"), ("bool(p)", "False")],
        [("Pile([1]) + Pile([2])", "Pile([1, 2])")],
        [
            (
                "Pile([1]) == Pile([1]), Pile([1]) < Pile([1, 2]), Pile([]) != Pile([1])",
                "(1, True, 1)",
            )
        ],
        [("[Pile([1])]", "[Pile([1])]"), ("str(Pile([1, 2])), f'{Pile([3])}'", "('1-2', '3')")],
        [("with Pile([1]) as p:\n    p.open", ""), ("p.open", "False")],
        [("with Pile([1]) as p:\n    print(p.open)", "True")],
        [("p = Pile([1])", ""), ("p.xs = [4]", ""), ("p[0]", "4")],
        # names of our own that are those of the module
        [("work = Pile([1])", ""), ("work.pop()", "1")],
        # what is printed
        [("show(2)", "0\n1")],
        [("show(1); show(2)", "0\n0\n1")],
        [("Pile([1, 2]).show()", "1 2"), ("print('a'); show(1); print('b')", "a\n0\nb")],
        [("from collections import deque", ""), ("deque(act(1))", "deque([1, 1])")],
        # objects of classes below those of plain values, which are as good as these
        [("Money(150) + Money(70)", "Money(220)"), ("Money(1) + Money(2)", "3")],
        [("Money(1) + Money(2) == Money(3), sum([Money(1), Money(2)])", "(True, 3)")],
        [("beats(Suit.CLUBS, Suit.SPADES)", "<Suit.SPADES: 2>")],
        [("s = beats(Suit.CLUBS, Suit.SPADES)", ""), ("s.name, s", "('SPADES', <Suit.SPADES: 2>)")],
        [("beats(Suit.CLUBS, Suit.SPADES)", "2"), ("Suit.CLUBS.name", "'CLUBS'")],
        [("Point(1, 2).moved(3)", "Point(x=4, y=2)"), ("Point(1, 2).moved(3).x", "4")],
        [
            ("p = Point(1, 2).moved(3)", ""),
            ("x, y = p", ""),
            ("x_of(p), x, p", "(4, 4, Point(x=4, y=2))"),
        ],
        [("near(Point(1))", "[Point(x=1, y=0), Point(x=2, y=0)]"), ("near(Point(1))[1].x", "2")],
        [("near(Point(1))", "[(1, 0), (2, 0)]"), ("len(near(Point(1)))", "2")],
        [("by_name()", "{'p': (Point(x=1, y=2), None)}"), ("by_name()['p'][0].y", "2")],
        [("counted('aab')", "Counter({'a': 2, 'b': 1})"), ("counted('aab')", "{'b': 1, 'a': 2}")],
        [("', '.join(colours())", "'red, red'"), ("colours()[0]", "<Colour.RED: 'red'>")],
        [("p = path(1)", ""), ("p.append(3)", ""), ("p", "Path([1, 6])")],
        # a table of the library is that table, and no copy
        [
            ("from gametree import L_POSITIONS", ""),
            ("is_theirs(L_POSITIONS), is_theirs((1, 2)), is_theirs(())", "(True, False, False)"),
        ],
    ],
)
def test_what_is_as_good_as_the_printed_value_passes(
    steps: list[tuple[str, str]], nursery: Nursery
) -> None:
    assert asked(nursery, *steps) is None


def test_examples_of_a_file_that_can_not_be_imported_fail_alike_each_time(
    nursery: Nursery,
) -> None:
    submission = submission_of(nursery, {"work.py": "def act(x:\n"})
    found = set()
    for number in (1, 2):
        with pytest.raises(CheckFailed) as raised:
            ask_session(session(*[("x = 1", "")] * number, ("act(1)", "1")), Expect(submission.ask))
        found.add((raised.value.evidence.message, raised.value.evidence.call))
    submission.close()
    assert found == {("work.py, line 1: SyntaxError: '(' was never closed", "")}


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (
            ("sorted(show(0))", "[0]"),
            "show gave None, which the example can't use "
            "(TypeError: 'NoneType' object is not iterable)",
        ),
        (
            ("act(1).value", "1"),
            "act gave [1, 1], which the example can't use "
            "(AttributeError: 'list' object has no attribute 'value')",
        ),
    ],
)
def test_an_answer_of_another_kind_than_the_example_needs_is_said(
    step: tuple[str, str], message: str, nursery: Nursery
) -> None:
    evidence = asked(nursery, ("x = 1", ""), step)
    assert evidence is not None
    assert evidence.message == f"{message} (docs/work.md, line 2)"
    assert evidence.call.splitlines()[1:] == ["x = 1", step[0]]


def test_the_call_has_no_import_that_it_does_not_use(nursery: Nursery) -> None:
    steps = [("import math\nfrom os import path, sep as stroke", ""), ("act(stroke)", "1")]
    evidence = asked(nursery, *steps)
    assert evidence is not None
    assert evidence.call.splitlines()[1:] == ["from os import sep as stroke", "act(stroke)"]


def test_an_answer_that_a_later_step_cant_use_is_said_too(nursery: Nursery) -> None:
    evidence = asked(nursery, ("xs = show(0)", ""), ("len(xs)", "1"))
    assert evidence is not None
    assert evidence.message.startswith("show gave None, which the example can't use (TypeError: ")


def test_a_fault_of_the_text_itself_is_no_mistake_of_the_hand_in(nursery: Nursery) -> None:
    with pytest.raises(TypeError):
        asked(nursery, ("None + 1", "2"), ("act(1)", "[1, 1]"))


def test_the_place_in_a_starter_file_is_said_in_words() -> None:
    """The student's own file may have other lines by now."""
    of_page = session(("act(1)", "2"))
    of_starter = replace(of_page, text=f"{STARTER}work.py")
    assert of_page.place(of_page.steps[0]) == "docs/work.md, line 1"
    words = "example in the docstring, work.py, line 1"
    assert of_starter.place(of_page.steps[0]) == words


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (("act(1)", "(1, 2)"), "wrong value: "),
        (("act(1)", "Traceback (most recent call last):\nValueError: no"), "wrong value: an exc"),
        (("refuse(1)", "3"), "your code raised Broke: no"),
        (("refuse(1)", "Traceback (most recent call last):\nKeyError: no"), "your code raised Br"),
        (("print(act(1))", "[1, 2]"), "wrong value: "),
        (("act(1) is None", "True"), "wrong value: "),
        (("list(ups(2))", "[0, 1, 2]"), "wrong value: "),
        (("show(2)", "0\n2"), "wrong value: "),
        (("print(act(1)); show(1)", "[1, 1]\n1"), "wrong value: "),
        (("Pile([1])", "Pile([2])"), "wrong value: "),
        (("act(1)", "Pile([1])"), "wrong value: "),
        (("Plain() == Plain()", "True"), "wrong value: "),
        (("len(Plain())", "0"), "your code "),
        (("Money(1) + Money(2)", "Money(4)"), "wrong value: 'Money(3)' instead of 'Money(4)'"),
        (("beats(Suit.CLUBS, Suit.SPADES)", "<Suit.CLUBS: 1>"), "wrong value: "),
        (("Point(1, 2).moved(3).x", "5"), "wrong value: 4 instead of 5"),
        (("near(Point(1))", "[Point(x=1, y=0)]"), "wrong value: "),
    ],
)
def test_another_answer_fails_with_the_place_in_the_text(
    step: tuple[str, str], message: str, nursery: Nursery
) -> None:
    evidence = asked(nursery, ("x = 1", ""), step)
    assert evidence is not None
    assert evidence.message.startswith(message)
    assert evidence.message.endswith("(docs/work.md, line 2)")
    assert evidence.call.splitlines()[1:] == ["x = 1", step[0]]
