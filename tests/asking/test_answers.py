"""Replies are read as answers, and one that is no value is put into words for the student."""

from typing import Any

import pytest

from gametree import (
    Guess,
)
from grader.asking.answers import (
    ImportFailed,
    MissingFunction,
    RaisedException,
    UnusableValue,
    Value,
    failure_of,
    places_in,
    read_answers,
)
from grader.inside.wire import Violation, dump
from grader.statuses import Status
from grader.student.claims import Expect
from grader.student.evidence import MODULE, CheckFailed, Frame
from grader.student.question import CODE
from grader.student.refusals import expect_refusal
from tests.support import LIBRARY, HandIn, failed_at, question

ASKED = (CODE.las.f(),)


def read_one(data: Any) -> Any:
    [answer] = read_answers(dump([data]), ASKED, LIBRARY)
    return answer


def test_answers_are_read_by_their_kinds() -> None:
    assert read_one(["v", ["G", 3]]) == Value(Guess(3))
    assert read_one(["?", "las.py has no f"]) == MissingFunction("las.py has no f")
    assert read_one(["u", "it is nan"]) == UnusableValue("it is nan")
    raised = read_one(["x", "KeyError", "'k'", [["las.py", 3, "f"]], ["LookupError", "Exception"]])
    assert raised == RaisedException(
        "KeyError", "'k'", (Frame("las.py", 3, "f"),), ("LookupError", "Exception")
    )
    assert raised.is_a("KeyError")
    assert raised.is_a("LookupError")
    assert not raised.is_a("ValueError")


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        ["v"],
        ["v", 1, 2],
        ["w", 1],
        ["x", "E", "m", []],
        ["x", 1, "m", [], []],
        ["x", "E", "m", [["las.py", "3", "f"]], []],
        ["x", "E", "m", [["las.py", 3]], []],
        ["x", "E\ud800", "m", [], []],
        ["?", 1],
        ["u"],
    ],
    ids=repr,
)
def test_any_other_answer_is_a_violation(data: Any) -> None:
    with pytest.raises(Violation):
        read_one(data)


def test_there_are_as_many_answers_as_questions() -> None:
    for payload in (b"[]", b"[1,2]", b"5", b'"x"'):
        with pytest.raises(Violation, match="another number of answers"):
            list(read_answers(payload, ASKED, LIBRARY))


def test_what_an_answer_claims_is_kept_short() -> None:
    frames = [["f" * 10**5, 10**4000, "g" * 10**5]] * 50
    raised = read_one(["x", "N" * 10**5, "m" * 10**5, frames, ["B"] * 10**5])
    assert len(repr(raised)) < 5000
    assert len(repr(failure_of(raised))) < 5000
    assert raised.frames[0].line == 0
    assert len(repr(failure_of(read_one(["?", "m" * 10**5])))) < 1000
    assert len(repr(failure_of(read_one(["u", "m" * 10**5])))) < 1000


@pytest.mark.parametrize(
    "said",
    [
        [["other.py", 1, "act"]],
        [["work.py", 3, "act"]],
        [["work.py", 0, "act"]],
        [["work.py", -1, "act"]],
        [["work.py", 1, "act"], ["/etc/passwd", 1, "act"]],
        [["work.py", 1, "act"]] * 100,
        [["work.py", "1", "act"]],
        [["work.py", 1, "act", "x"]],
        [5],
        5,
        "x",
    ],
    ids=repr,
)
def test_a_last_word_may_name_lines_of_the_hand_in_alone(said: Any) -> None:
    assert places_in(dump(said), {"work.py": "def act():\n    pass"}) == ()


def test_a_last_word_says_nothing_in_words_of_its_own() -> None:
    files = {"work.py": "def act():\n    pass"}
    said = [["work.py", 2, name] for name in ("act", "<lambda>", "you have full marks")]
    found = places_in(dump(said), files)
    assert [(frame.function, frame.text) for frame in found] == [
        ("act", "pass"),
        ("<lambda>", "pass"),
        (MODULE, "pass"),
    ]
    assert all(places_in(word, files) == () for word in (b"", b"[[", b"\xff", b"[" * 10**5))


def test_of_a_long_line_a_last_word_shows_what_can_be_read() -> None:
    files = {"work.py": f"def act(): return {'1' * 10_000}"}
    [frame] = places_in(dump([["work.py", 1, "act"]]), files)
    assert len(frame.text) < 300


# -- failures, in the student's words ------------------------------------------------------------

# Code, and the status and the message of asking it for `act()`.
FAILURES = {
    "an exception": (
        "def helper():\n    return 1 / 0\n\ndef act():\n    return helper()\n",
        Status.ERROR,
        "your code raised ZeroDivisionError: division by zero (work.py, line 2)",
    ),
    "an exception without words": (
        "def act():\n    raise KeyError\n",
        Status.ERROR,
        "your code raised KeyError (work.py, line 2)",
    ),
    "an exception of its own": (
        "class Odd(Exception): pass\ndef act(): raise Odd('it is\\nodd')\n",
        Status.ERROR,
        "your code raised Odd: it is\nodd (work.py, line 2)",
    ),
    "leaving": (
        "import sys\ndef act(): sys.exit(0)\n",
        Status.ERROR,
        "your code raised SystemExit: 0 (work.py, line 2)",
    ),
    "nothing to read": (
        "def act(): input()\n",
        Status.ERROR,
        "your code raised EOFError: EOF when reading a line (work.py, line 1)",
    ),
    "not written yet": (
        "def act(): raise NotImplementedError('act')\n",
        Status.ERROR,
        "act is not written yet (work.py, line 1)",
    ),
    "recursion without end": (
        "def act(): return act()\n",
        Status.ERROR,
        "the recursion never ends, or goes too deep: RecursionError (work.py, line 1)",
    ),
    "too much memory": (
        "def act():\n    return len(bytearray(1 << 40))\n",
        Status.MEMORY,
        "your code ran out of memory (work.py, line 2)",
    ),
    "memory, piece by piece": (
        "def act():\n    kept = []\n    while True:\n        kept.append([0] * 100_000)\n",
        Status.MEMORY,
        "your code ran out of memory (work.py, line 4)",
    ),
    "memory, to the last byte": (
        "kept = []\ndef act():\n    for size in (1 << 20, 1 << 12, 1):\n        try:\n"
        "            while True: kept.append(bytearray(size))\n"
        "        except MemoryError: pass\n    while True: kept.append((kept,))\n",
        Status.MEMORY,
        "your code ran out of memory (work.py, line 7)",
    ),
    "nothing": ("\n", Status.MISSING, "work.py is empty"),
    "a name that is not there": (
        "def akt(): pass\n",
        Status.MISSING,
        "work.py has no act: is it spelt as in the starter file?",
    ),
    "a syntax error": (
        "x = 1\ndef act(:\n",
        Status.ERROR,
        "work.py, line 2: SyntaxError: invalid syntax",
    ),
    "a wrong indent": (
        "def act():\nreturn 1\n",
        Status.ERROR,
        "work.py, line 2: IndentationError: "
        "expected an indented block after function definition on line 1",
    ),
    "an exception while it is imported": (
        "x = 1\ny = [][0]\n",
        Status.ERROR,
        "your code raised IndexError: list index out of range (work.py, line 2)",
    ),
    "a module that is not there": (
        "import no_such_module\n",
        Status.ERROR,
        "your code raised ModuleNotFoundError: No module named 'no_such_module'; "
        "only Python's own library and your own files can be imported (work.py, line 1)",
    ),
    "half a text": (
        "def act(): return '\\ud800'\n",
        Status.FAILED,
        "the value that came back can't be compared: it is text with half a surrogate pair",
    ),
    "a huge number": (
        "def act(): return 10 ** 5000\n",
        Status.FAILED,
        "the value that came back can't be compared: it holds an integer of more than 4300 digits",
    ),
    "a list that contains itself": (
        "def act():\n    x = []\n    x.append(x)\n    return x\n",
        Status.FAILED,
        "the value that came back can't be compared: "
        "it is nested deeper than 100 levels, or contains itself",
    ),
    "half a character": (
        "def act(): return '\\ud800'\n",
        Status.FAILED,
        "the value that came back can't be compared: it is text with half a surrogate pair",
    ),
    "an exception with half a character": (
        "def act(): raise ValueError('\\ud800')\n",
        Status.ERROR,
        "your code raised ValueError: ? (work.py, line 1)",
    ),
    "an exception whose words raise": (
        "class Odd(Exception):\n    def __str__(self): 1 / 0\ndef act(): raise Odd\n",
        Status.ERROR,
        "your code raised Odd (work.py, line 3)",
    ),
}


NEVER_IMPORTED = (
    *("a syntax error", "a wrong indent"),
    *("an exception while it is imported", "a module that is not there"),
)


@pytest.mark.parametrize("what", FAILURES)
def test_what_went_wrong_is_said_in_the_students_terms(hand_in: HandIn, what: str) -> None:
    source, status, message = FAILURES[what]
    failed = failed_at(hand_in(source), question())
    assert (failed.status, failed.evidence.message) == (status, message)
    imported = not isinstance(failed, ImportFailed)
    assert imported == (what not in NEVER_IMPORTED)
    assert failed.evidence.call == ("from work import act\nact()" if imported else "")


def test_frames_are_the_students_own_lines(hand_in: HandIn) -> None:
    files = {
        "work.py": "from part import inner\n\ndef act():\n    return sorted([2, 1], key=inner)\n",
        "part.py": "def inner(x):\n    return x.nothing\n",
    }
    failed = failed_at(hand_in(files), question())
    assert failed.evidence.frames == (Frame("work.py", 4, "act"), Frame("part.py", 2, "inner"))


def test_a_line_that_python_cannot_read_is_no_answer(hand_in: HandIn) -> None:
    failed = failed_at(hand_in("x = 1\nclass Room\n"), question())
    assert (failed.evidence.got, failed.evidence.expected) == ("", "")
    assert failed.evidence.frames == (Frame("work.py", 2, MODULE, "class Room"),)


def test_frames_of_a_deep_recursion_are_its_beginning_and_its_end(hand_in: HandIn) -> None:
    failed = failed_at(hand_in("def act():\n    return act()\n"), question())
    assert failed.evidence.frames == (Frame("work.py", 2, "act"),) * 8


OWN = """
class BankError(Exception): pass
class Overdrawn(BankError): pass
class Locked(BankError): pass
def take(n): raise Overdrawn(f"{n} are missing")
"""


def test_an_exception_of_the_hand_ins_own_is_known_by_its_name(hand_in: HandIn) -> None:
    expect = Expect(hand_in(OWN).ask)
    for name in ("Overdrawn", "BankError"):
        raises = getattr(CODE.work, name)
        expect_refusal(expect, CODE.work.take(3), "3 are", raises=raises)
    with pytest.raises(CheckFailed, match="Overdrawn: 3 are missing"):
        expect_refusal(expect, CODE.work.take(3), raises=CODE.work.Locked)


def test_a_message_of_a_box_names_no_folder_of_this_machine() -> None:
    said = "cannot import name 'x' from 'typing' (/usr/lib/python3.11/typing.py)"
    raised = read_one(["x", "ImportError", said, [["las.py", 1, "<module>"]], ["Exception"]])
    _, evidence = failure_of(raised)
    assert evidence.message == (
        "your code raised ImportError: cannot import name 'x' from 'typing' (las.py, line 1)"
    )
