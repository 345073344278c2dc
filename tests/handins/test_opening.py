"""Hand-ins are opened apart: what opening one does to a process, no other hand-in notices."""

import ast
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from grader.assignment.config import Intake
from grader.errors import HandinError
from grader.handins import intake, opening
from grader.handins.opening import Opener
from grader.handins.parcels import parcel_of
from grader.sandbox.kernel.forked import CHUNK
from tests.test_layers import MODULES

OPENER = Opener(Intake(), ("las.py",))


def never_end() -> NoReturn:
    while True:
        pass


def raise_what_nobody_expects() -> NoReturn:
    raise AttributeError("'NoneType' object has no attribute 'x'")


def take_all_memory() -> NoReturn:
    hoard = []
    while True:
        hoard.append(bytearray(64 << 20))


def be_killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leave() -> NoReturn:
    os._exit(0)


def class_of(folder: Path, size: int) -> list[Any]:
    for number in range(size):
        (folder / f"s{number}").mkdir()
        (folder / f"s{number}/las.py").write_text(f"x = {number}\n")
    return [parcel_of(folder / f"s{number}") for number in range(size)]


@pytest.mark.parametrize(
    ("does", "why"),
    [
        (never_end, "reading it takes more than 1 seconds"),
        (raise_what_nobody_expects, "reading it failed (AttributeError in test_opening.py)"),
        (take_all_memory, "reading it takes too much memory"),
        (be_killed, "reading it failed (ended by SIGKILL)"),
        (leave, "reading it failed (exit status 0)"),
    ],
)
def test_whatever_opening_a_hand_in_does_costs_no_other_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: Callable[[], None], why: str
) -> None:
    real = intake.decode
    monkeypatch.setattr(opening, "CPU_SECONDS", 1)
    monkeypatch.setattr(opening, "CPU_SECONDS_PER_MB", 0)
    monkeypatch.setattr(
        intake, "decode", lambda content: does() if content == b"x = 3\n" else real(content)
    )
    found = {p.student: one for p, one in OPENER.open_all(class_of(tmp_path, 6))}
    assert str(found.pop("s3")) == f"the hand-in can't be opened: {why}"
    assert {one.files["las.py"] for one in found.values() if not isinstance(one, HandinError)} == {
        *(f"x = {number}\n" for number in (0, 1, 2, 4, 5))
    }


@pytest.mark.parametrize("jobs", [1, 3])
def test_hand_ins_come_back_in_their_order(tmp_path: Path, jobs: int) -> None:
    parcels = class_of(tmp_path, 2 * CHUNK + 1)
    opened = list(OPENER.open_all(parcels, jobs))
    assert [parcel for parcel, _ in opened] == parcels
    assert [one.student for _, one in opened if not isinstance(one, HandinError)] == [
        parcel.student for parcel in parcels
    ]


def test_each_hand_in_of_a_child_has_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = intake.decode

    def slow(content: bytes) -> str:
        end = time.process_time() + 0.7
        while time.process_time() < end:
            pass
        return real(content)

    monkeypatch.setattr(opening, "CPU_SECONDS", 1)
    monkeypatch.setattr(opening, "CPU_SECONDS_PER_MB", 0)
    monkeypatch.setattr(intake, "decode", slow)
    found = [one for _, one in OPENER.open_all(class_of(tmp_path, 4))]
    assert [type(one) for one in found] == [intake.Handin] * 4


@pytest.mark.parametrize("notebook", [b'{"worksheets": []}', b'{"cells": []}'])
def test_an_empty_notebook_is_a_hand_in_without_code(tmp_path: Path, notebook: bytes) -> None:
    (tmp_path / "las.ipynb").write_bytes(notebook)
    files = OPENER.open(tmp_path / "las.ipynb").files
    assert [(name, ast.parse(text).body) for name, text in files.items()] == [("las.py", [])]


def test_nothing_in_the_engine_opens_a_hand_in_in_its_own_process() -> None:
    callers = {
        module
        for module in MODULES
        if module.startswith("grader.") and "open_parcel" in MODULES[module].read_text("utf-8")
    }
    assert callers == {"grader.handins.intake", "grader.handins.opening"}
