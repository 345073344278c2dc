"""Claims on what calls print and read, in a box."""

import re
from typing import Any

import pytest

from grader.student.claims import Expect
from grader.student.evidence import CheckFailed
from grader.student.expected_text import containing, in_any_order
from grader.student.printing import expect_printed, printed
from grader.student.python_text import python_text
from grader.student.question import CODE
from tests.support import HandIn

WORK = """
import sys
from sys import stdin as keys, stdout
ask, early = input, sys.stdout

def greet():
    name = input("Name? ")
    print("Hello", name)
def early_names():
    early.write("Hello ")
    stdout.buffer.write(ask("Name? ").encode() + b"\\n")
    print("a warning", file=sys.stderr)
    sys.stderr.buffer.write(b"another")
def other_stream():
    import io
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer)
    print("Hello", sys.stdin.readline().strip())
def early_input(): print("Hello", keys.readline().strip())
def returns(): return f"Hello {input()}"
def silent(): input()
def asks_twice(): print("Hello", input(), input())
def unordered():
    for name in {"b", "a"}: print(name)
def prompts():
    print("Your name:")
    print("Hello", input())
def flood():
    while True: input("x" * 10000)
def lie():
    import grader.inside.forms as forms
    forms.spoken = lambda *_: [["a", "b"], None]
"""
work = CODE.work


@pytest.mark.parametrize(
    ("name", "expected", "typed"),
    [
        ("greet", "Hello Ada\n", ["Ada"]),
        ("greet", "Name? Hello Ada\n", ["Ada"]),
        ("greet", "Hello Ada\n", "Ada"),
        ("greet", re.compile("^Hello A"), ["Ada"]),
        ("greet", containing("Hello", "Ada", in_order=True), ["Ada", "left over"]),
        ("greet", lambda text: text.endswith("Ada\n"), ["Ada"]),
        ("early_names", "Hello Ada\n", ["Ada"]),
        ("other_stream", "Hello Ada\n", ["Ada"]),
        ("early_input", "Hello Ada\n", ["Ada"]),
        ("unordered", in_any_order("a\nb\n"), []),
    ],
)
def test_what_is_printed_as_expected_passes(
    hand_in: HandIn, name: str, expected: Any, typed: Any
) -> None:
    expect_printed(Expect(hand_in(WORK).ask), getattr(work, name)(), expected, typed)


@pytest.mark.parametrize(
    ("name", "expected", "message", "hint"),
    [
        ("greet", "Hello Bob\n", "wrong output: ", ""),
        ("greet", containing("Hello", "Bob"), "wrong output: 'Bob' is not in it: 'Hello Ad", ""),
        ("greet", containing("Ada", "Hello", in_order=True), "'Hello' is not in it behind", ""),
        ("greet", str.isupper, "the check doesn't accept it (isupper)", ""),
        ("unordered", in_any_order("a\nc\n"), "missing: 'c'; too much: 'b'", ""),
        ("returns", "Hello Ada\n", "wrong output: ", "it returns this text: print it"),
        ("silent", "Hello Ada\n", "wrong output: ", "nothing is printed: is a `print` missing?"),
        ("asks_twice", "Hello Ada\n", "EOFError", "it reads more than is typed here: 1 line"),
        ("flood", "Hello\n", "EOFError", "it reads more than is typed here: 1 line"),
    ],
)
def test_another_output_fails_and_says_why(
    hand_in: HandIn, name: str, expected: Any, message: str, hint: str
) -> None:
    with pytest.raises(CheckFailed) as failed:
        expect_printed(Expect(hand_in(WORK).ask), getattr(work, name)(), expected, ["Ada"])
    evidence = failed.value.evidence
    assert message in evidence.message
    assert evidence.hint == hint
    assert evidence.call == f"from work import {name}\n{name}()  # typed: 'Ada'"


def test_each_call_of_a_sequence_has_its_own_output(hand_in: HandIn) -> None:
    expect = Expect(hand_in(WORK).ask)
    asked = [printed(work.greet(), ["Ada"]), printed(work.early_input(), ["Bob"])]
    expect(asked, ["Hello Ada\n", "Hello Bob\n"])
    assert python_text(asked).endswith("[greet(), early_input()]  # typed: 'Ada', 'Bob'")
    expect_printed(expect, [work.greet(), work.greet()], "Hello Ada\nHello Bob\n", ["Ada", "Bob"])
    expect.answer(work.lie())
    with pytest.raises(CheckFailed, match="not come in the agreed form"):
        expect_printed(expect, work.greet(), "a", ["Ada"])
