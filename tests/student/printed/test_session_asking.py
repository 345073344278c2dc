"""What a text prints is asked of a hand-in in its box, and judged by value."""

from textwrap import dedent

import pytest

from grader.sandbox.tiers import Nursery
from grader.student.claims import Expect
from grader.student.evidence import CheckFailed, Evidence
from grader.student.printed.asking import ask_session
from grader.student.printed.sessions import PrintedSession, PrintedStep
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
"""
NAMES = ("act", "refuse", "share", "apply", "play")


def session(*steps: tuple[str, str]) -> PrintedSession:
    lines = tuple([PrintedStep(typed, n, printed) for n, (typed, printed) in enumerate(steps, 1)])
    return PrintedSession(
        "work.act",
        "docs/work.md",
        "the examples",
        lines,
        NAMES,
        ("Counter",),
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
        (("act(1)", "(1, 2)"), "wrong value: "),
        (("act(1)", "Traceback (most recent call last):\nValueError: no"), "wrong value: an exc"),
        (("refuse(1)", "3"), "your code raised Broke: no"),
        (("refuse(1)", "Traceback (most recent call last):\nKeyError: no"), "your code raised Br"),
        (("print(act(1))", "[1, 2]"), "wrong value: "),
        (("act(1) is None", "True"), "wrong value: "),
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
