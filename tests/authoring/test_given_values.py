"""What a library gives for a parameter is listed until a question has passed it."""

import sys
from pathlib import Path

import pytest

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.authoring.domains import AskedCall
from grader.authoring.given_values import GivenValues, given_values
from tests.small_assignment import CONFIG, make

LIBRARY = """
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

class Side(Enum):
    LEFT = 1
    RIGHT = 2

@dataclass(frozen=True)
class Found:
    side: Side

@dataclass(frozen=True)
class Lost: pass

Answer = Found | Lost

class Game(Protocol):
    def start(self): ...

class Chess:
    def start(self): return 1

class Board: pass
"""
STARTER = """
class Player:
    def __init__(self, game: Game) -> None: ...
    def look(self, answer: Answer, many: int, own: "Mine") -> None: ...
"""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Assignment:
    config = make(tmp_path, CONFIG.replace("library: gametree", "library: kinds"))
    for file, text in (("kinds/__init__.py", LIBRARY), ("kinds/declared.py", "")):
        (tmp_path / "handout" / file).parent.mkdir(exist_ok=True)
        (tmp_path / "handout" / file).write_text(text)
    (tmp_path / "handout/las.py").write_text(STARTER)
    monkeypatch.syspath_prepend(tmp_path / "handout")
    monkeypatch.delitem(sys.modules, "kinds", raising=False)
    return load(config)


def look(small: Assignment) -> GivenValues:
    return given_values(small, ["las.Player.look"])["las.Player.look"]


def test_unions_enums_and_protocols_are_each_of_their_members(small: Assignment) -> None:
    lines = [
        line.removeprefix("las.Player.look: no question has ") for line in look(small).faults()
    ]
    assert lines == [
        "game: Chess",
        *("answer: <Side.LEFT: 1>", "answer: <Side.RIGHT: 2>", "answer: Found", "answer: Lost"),
    ]


def test_what_a_question_passes_is_met_with_all_that_it_is_made_of(small: Assignment) -> None:
    from kinds import Chess, Found, Side  # type: ignore[import-not-found]

    found = look(small)
    found.note(AskedCall("las.Player.look", (Chess(),), (Found(Side.LEFT), 1, 2)))
    assert [line.rpartition("has ")[2] for line in found.faults()] == [
        "answer: <Side.RIGHT: 2>",
        "answer: Lost",
    ]
