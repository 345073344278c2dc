"""Answer keys: the same on one core or two, kept for the next run, and never taken from others."""

import os
import pickle
from collections.abc import Sequence
from pathlib import Path
from time import sleep

import pytest
from hypothesis import strategies as st

from grader.asking.solution import Solution
from grader.asking.submission import BoxPlan
from grader.authoring.reference import Reference
from grader.errors import ConfigError
from grader.judging.answer_key import RecordedAnswers, record
from grader.judging.answer_key_cache import (
    KEPT_FILES,
    Cache,
    recall,
    record_all,
)
from grader.judging.properties import Property
from grader.sandbox.kernel.forked import ForkedProcess
from grader.student.question import Code
from tests.support import COSTS, LIBRARY, a_started_nursery

DOUBLE = "def double(n):\n    return 2 * n\n"
PLAN = BoxPlan((("work.py", DOUBLE),), COSTS, library=LIBRARY)
SOLUTION = Solution(PLAN, a_started_nursery)


def ask(code: Code, n: int) -> object:
    return code.work.double(n)


PROPS = {f"work.{name}": Property(st.integers(), 5, ask) for name in ("one", "two", "three")}
SEEDS = {name: f"seed/{name}" for name in PROPS}


def test_the_key_does_not_depend_on_how_many_make_it(recorded: dict[str, RecordedAnswers]) -> None:
    alone = record_all(PROPS, SEEDS, SOLUTION, 1)
    assert alone == recorded
    both = record_all(PROPS, SEEDS, SOLUTION, 2)
    assert both == recorded
    assert list(both) == list(PROPS)


def test_a_property_that_cannot_be_asked_is_our_fault_and_says_why() -> None:
    def broken(_code: Code, _n: int) -> object:
        raise ZeroDivisionError("in the property")

    props = {"work.one": Property(st.integers(), 5, broken)}
    with pytest.raises(ConfigError, match="ZeroDivisionError: in the property"):
        record_all(props, SEEDS, SOLUTION, 1)


@pytest.fixture
def recorded() -> dict[str, RecordedAnswers]:
    reference = Reference({"work.py": DOUBLE})
    return {
        name: record(PROPS[name], SEEDS[name], reference.answer, library=LIBRARY) for name in PROPS
    }


def test_a_key_is_kept_and_found_again(
    tmp_path: Path, recorded: dict[str, RecordedAnswers]
) -> None:
    Cache(tmp_path / "keys", "abc").write(recorded)
    assert Cache(tmp_path / "keys", "abc").read(PROPS.keys()) == recorded
    assert Cache(tmp_path / "keys", "other").read(PROPS.keys()) is None
    assert Cache(tmp_path / "keys", "abc").read(["work.one"]) is None


def test_only_its_owner_can_read_it(tmp_path: Path, recorded: dict[str, RecordedAnswers]) -> None:
    Cache(tmp_path / "keys", "abc").write(recorded)
    [file] = (tmp_path / "keys").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o700


def test_a_file_that_others_could_write_is_not_believed(
    tmp_path: Path, recorded: dict[str, RecordedAnswers]
) -> None:
    cache = Cache(tmp_path / "keys", "abc")
    cache.write(recorded)
    [file] = (tmp_path / "keys").iterdir()
    file.chmod(0o666)
    assert cache.read(PROPS.keys()) is None


@pytest.mark.parametrize("damage", [b"", b"not a pickle", pickle.dumps({"work.one": 1})])
def test_a_damaged_file_is_made_again(
    tmp_path: Path, recorded: dict[str, RecordedAnswers], damage: bytes
) -> None:
    cache = Cache(tmp_path / "keys", "abc")
    cache.write(recorded)
    [file] = (tmp_path / "keys").iterdir()
    file.write_bytes(damage)
    assert cache.read(PROPS.keys()) is None


def test_a_folder_that_cannot_be_made_costs_nothing(
    tmp_path: Path, recorded: dict[str, RecordedAnswers]
) -> None:
    (tmp_path / "keys").write_text("a file", "utf-8")
    Cache(tmp_path / "keys", "abc").write(recorded)
    assert Cache(tmp_path / "keys", "abc").read(PROPS.keys()) is None


def test_only_what_is_not_kept_is_drawn_all_at_one_go(
    tmp_path: Path, recorded: dict[str, RecordedAnswers]
) -> None:
    asked: list[list[str]] = []

    def draw(names: Sequence[str]) -> dict[str, RecordedAnswers]:
        asked.append(list(names))
        return {name: recorded[name] for name in names}

    first, second, third = (Cache(tmp_path, name) for name in ("a", "b", "c"))
    names = {first: ["work.one"], second: ["work.two"], third: ["work.three"]}
    assert recall({second: ["work.two"]}, draw) == {"work.two": recorded["work.two"]}
    assert recall(names, draw) == recorded
    assert recall(names, draw) == recorded
    assert asked == [["work.two"], ["work.one", "work.three"]]


def test_of_two_at_once_one_draws_and_the_other_waits(
    tmp_path: Path, recorded: dict[str, RecordedAnswers]
) -> None:
    mine = {Cache(tmp_path, "a"): ["work.one"]}

    def draw(names: Sequence[str]) -> dict[str, RecordedAnswers]:
        with (tmp_path / "drawn").open("a") as file:
            file.write("drawn ")
        sleep(0.3)
        return {name: recorded[name] for name in names}

    def want() -> bytes:
        return pickle.dumps(list(recall(mine, draw)))

    both = [ForkedProcess(want) for _ in range(2)]
    assert [pickle.loads(each.result()) for each in both] == [["work.one"]] * 2
    assert (tmp_path / "drawn").read_text() == "drawn "


def test_old_keys_go(tmp_path: Path, recorded: dict[str, RecordedAnswers]) -> None:
    for number in range(KEPT_FILES + 6):
        Cache(tmp_path, f"{number:03}").write(recorded)
        os.utime(tmp_path / f"key-{number:03}.pickle", (number, number))
    Cache(tmp_path, "last").write(recorded)
    assert len(list(tmp_path.iterdir())) == KEPT_FILES
    assert not (tmp_path / "key-000.pickle").exists()
