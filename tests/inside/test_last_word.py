"""A box that is out of time says where its code is; that is believed of its own files alone."""

import pytest

from grader.statuses import Status
from grader.student.evidence import Evidence, Frame
from tests.support import BRIEF, HandIn, failed_at, question

LOOP = """
def act():
    i = 0
    while i < 3:
        for k in range(2):
            once()

def once():
    return [n for n in range(20)]
"""
RECURSION = """
def act():
    return count(60)

def count(n):
    return count(n - 1) + count(n - 2) if n > 1 else 1
"""


def stuck(hand_in: HandIn, source: str) -> Evidence:
    failed = failed_at(hand_in({"work.py": source}, budget=BRIEF), question())
    assert failed.status is Status.TIMEOUT
    return failed.evidence


def test_a_loop_is_named_and_not_what_it_calls(hand_in: HandIn) -> None:
    found = stuck(hand_in, LOOP)
    assert found.frames == (Frame("work.py", 4, "act", "while i < 3:"),)
    assert found.message == "no answer after 0.15 seconds of CPU time (work.py, line 4)"
    assert found.hint == "is there a loop or a recursion that never ends?"


def test_of_a_recursion_the_first_call_is_named(hand_in: HandIn) -> None:
    assert [frame.line for frame in stuck(hand_in, RECURSION).frames] == [3, 6]


def test_a_loop_outside_of_functions_is_no_call(hand_in: HandIn) -> None:
    found = stuck(hand_in, "def act(): pass\n\nwhile True:\n    pass\n")
    assert found.message.endswith(" while it was imported (work.py, line 3)")
    assert (found.call, found.frames) == ("", (Frame("work.py", 3, "<module>", "while True:"),))


def test_code_that_sleeps_is_asked_too(hand_in: HandIn) -> None:
    found = stuck(hand_in, "import time\ndef act():\n    time.sleep(1000)\n")
    assert found.frames == (Frame("work.py", 3, "act", "time.sleep(1000)"),)
    assert found.hint == "does it sleep, or wait for something? leave that out"


@pytest.mark.parametrize(
    "instead",
    [
        "signal.signal(signal.SIGXCPU, signal.SIG_DFL)",
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGXCPU])",
        "signal.signal(signal.SIGXCPU, lambda *_: os._exit(0))",
    ],
)
def test_without_a_last_word_all_else_is_the_same(hand_in: HandIn, instead: str) -> None:
    found = stuck(hand_in, f"import os, signal\n{instead}\ndef act():\n    while True: pass\n")
    assert found.message == "no answer after 0.15 seconds of CPU time"
    assert found.frames == ()
    assert found.hint == "is there a loop or a recursion that never ends?"
