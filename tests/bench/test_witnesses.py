"""A witness is an example on which a fault answers otherwise than the reference."""

import signal
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("mutmut", reason="`make test` installs it")

from hypothesis import strategies as st

from bench.witnesses import ENOUGH, AskedExample, _shows_in_time, _too_long, wider
from grader.authoring.reference import Reference
from grader.judging.properties import Property
from grader.student.question import Code
from tests.support import ROOT

DOUBLE = "def double(n):\n    return 2 * n\n"
KEPT = "seen = {}\ndef double(n):\n    return seen.setdefault(len(str(n)), 2 * n)\n"
ENDLESS = "def double(n):\n    while n == 3:\n        pass\n    return 2 * n\n"


def question(code: Code, example: int) -> Any:
    return code.numbers_of_mine.double(example)


PROPERTY = Property(st.integers(0, 99), 10, question)
RIGHT, WRONG, STUCK = (
    Reference({"numbers_of_mine.py": source}) for source in (DOUBLE, KEPT, ENDLESS)
)


def test_an_example_shows_what_differs() -> None:
    asked = [AskedExample.by(RIGHT, PROPERTY, example) for example in (3, 4, 12)]
    assert [one.shows(RIGHT) for one in asked] == [False, False, False]
    assert [one.shows(WRONG) for one in asked] == [False, True, False]
    assert "double(4)" in asked[1].text


def test_what_takes_too_long_shows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.witnesses.EXAMPLE_SECONDS", 0.05)
    usual = signal.signal(signal.SIGVTALRM, _too_long)
    try:
        asked = [AskedExample.by(RIGHT, PROPERTY, example) for example in (2, 3)]
        assert [_shows_in_time(one, STUCK) for one in asked] == [False, True]
    finally:
        signal.signal(signal.SIGVTALRM, usual)


def test_more_is_asked_than_the_check_asks() -> None:
    found = dict(wider({"nim.less_equal/hidden/less_equal": PROPERTY}))
    assert [prop.count > PROPERTY.count for prop in found.values()] == [True, True]
    assert ENOUGH > 1


def test_sets_are_ordered_in_the_search_as_they_are_in_a_box() -> None:
    script = (
        "from bench.witnesses import with_hash_seed_of_boxes; with_hash_seed_of_boxes(); "
        "print(hash('a'))"
    )
    command = [sys.executable, "-c", script]
    hashes = {
        subprocess.run(
            command, cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("0", "1", "random")
    }
    assert len(hashes) == 1
