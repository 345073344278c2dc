"""Grading advises on an exception as `make check` does, by the box's words and the text alone."""

import pytest

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


DEEP = f"x = {'(' * 90}{'-' * 30_000}1{')' * 90}\n"
ELIFS = "def f(x):\n    if x == 0: pass\n" + "".join(
    f"    elif x == {number}: pass\n" for number in range(3000)
)


@pytest.mark.parametrize(
    "text", [DEEP, ELIFS, "x = [" + "a," * 300_000 + "]\n", "\0", "class A:\n"]
)
def test_no_text_of_a_hand_in_stops_the_advice(hand_in: HandIn, text: str) -> None:
    """Of what another file holds, all that can be lost is the advice."""
    files = {"work.py": "def act():\n    return A.smal\nclass A: small = 1\n", "notes.py": text}
    submission = hand_in(files)
    failed = failed_at(submission, question())
    assert failed.said is not None
    assert submission.hint_on(failed.said) in ("", "did you mean small?")
