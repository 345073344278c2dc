"""Grading advises on an exception as `make check` does, by the box's words and the text alone."""

from typing import NoReturn

import pytest

from grader.asking import hints
from tests.support import HandIn, failed_at, question

CASES = [
    (
        "def act(x): return x\n",
        "compare the first line with the starter file's: is a parameter too",
    ),
    ("def act():\n    rows = 3\n    return row\n", "did you mean rows?"),
    (
        "def act():\n    return pick().size\ndef pick():\n    for x in []:\n        return x\n",
        "pick gave",
    ),
    ("import sys\ndef act():\n    sys.exit()\n", "`return` ends a function"),
    ("def act():\n    breakpoint()\n    return 3\n", "breakpoint() opens the debugger"),
]


@pytest.mark.parametrize(("source", "advice"), CASES)
def test_an_exception_is_advised_on(hand_in: HandIn, source: str, advice: str) -> None:
    submission = hand_in(source)
    failed = failed_at(submission, question())
    assert failed.said is not None
    assert advice in submission.hint_on(failed.said)


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        ("def act()\n    return 3\n", "put a colon at the end of this line"),
        ("print('so far')\nexit()\n", "put them below `if __name__"),
    ],
)
def test_what_ends_an_import_is_advised_on(hand_in: HandIn, source: str, advice: str) -> None:
    submission = hand_in(source)
    failed = failed_at(submission, question())
    assert failed.said is not None
    assert advice in submission.hint_on(failed.said)
    assert failed.evidence.output == ("so far\n" if "print" in source else "")


ELIFS = "x = -1\nif x == 0: pass\n" + "".join([f"elif x == {n}: pass\n" for n in range(970)])


def advised(hand_in: HandIn, files: dict[str, str]) -> str:
    submission = hand_in(files)
    failed = failed_at(submission, question())
    assert failed.said is not None
    return submission.hint_on(failed.said)


@pytest.mark.parametrize("text", [ELIFS, f"x = {'-' * 30_000}1\n", "\0", "class A:\n"])
def test_of_a_text_that_cannot_be_read_no_more_than_the_advice_is_lost(
    hand_in: HandIn, text: str
) -> None:
    work = "def act():\n    return A.smal\nclass A: small = 1\n"
    assert advised(hand_in, {"work.py": work, "notes.py": text}) == "did you mean small?"


def test_what_fails_in_advice_is_no_failure(
    hand_in: HandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_deep(*_: object) -> NoReturn:
        raise RecursionError

    monkeypatch.setattr(hints, "names_known", too_deep)
    assert advised(hand_in, {"work.py": "def act():\n    return smal\nsmall = 1\n"}) == ""


def test_of_a_long_hand_in_nothing_is_read_for_advice(hand_in: HandIn) -> None:
    work = "def act():\n    return A.smal\nclass A: small = 1\n"
    assert advised(hand_in, {"work.py": work, "notes.py": f"x = '{'a' * 400_000}'\n"}) == ""
