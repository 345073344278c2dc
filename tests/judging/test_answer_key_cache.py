"""Answer keys: the same on one core or two, kept for the next run, and never taken from others."""

import os
import pickle
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import strategies as st

from grader.asking.reference import Reference
from grader.judging.answer_key import Recorded, record
from grader.judging.answer_key_cache import KEPT_FILES, Cache, FaultyChecks, recall, record_all
from grader.judging.properties import Property
from grader.student.question import Code

REFERENCE = Reference({"work.py": "def double(n):\n    return 2 * n\n"})


def ask(code: Code, n: int) -> object:
    return code.work.double(n)


PROPS = {name: Property(st.integers(), 5, ask) for name in ("one", "two", "three")}
SEEDS = {name: f"seed/{name}" for name in PROPS}


def test_the_key_does_not_depend_on_how_many_make_it() -> None:
    alone = {name: record(PROPS[name], SEEDS[name], REFERENCE) for name in PROPS}
    assert record_all(PROPS, SEEDS, REFERENCE, 1) == alone
    assert record_all(PROPS, SEEDS, REFERENCE, 2) == alone
    assert list(record_all(PROPS, SEEDS, REFERENCE, 2)) == list(PROPS)


def test_a_property_that_cannot_be_asked_is_our_fault_and_says_why() -> None:
    def broken(_code: Code, _n: int) -> object:
        raise ZeroDivisionError("in the property")

    props = {"one": Property(st.integers(), 5, broken)}
    with pytest.raises(FaultyChecks, match="ZeroDivisionError: in the property"):
        record_all(props, SEEDS, REFERENCE, 1)


@pytest.fixture
def recorded() -> dict[str, Recorded]:
    return record_all(PROPS, SEEDS, REFERENCE, 1)


def test_a_key_is_kept_and_found_again(tmp_path: Path, recorded: dict[str, Recorded]) -> None:
    Cache(tmp_path / "keys", "abc").write(recorded)
    assert Cache(tmp_path / "keys", "abc").read(PROPS.keys()) == recorded
    assert Cache(tmp_path / "keys", "other").read(PROPS.keys()) is None
    assert Cache(tmp_path / "keys", "abc").read(["one"]) is None


def test_only_its_owner_can_read_it(tmp_path: Path, recorded: dict[str, Recorded]) -> None:
    Cache(tmp_path / "keys", "abc").write(recorded)
    [file] = (tmp_path / "keys").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "keys").stat().st_mode & 0o777 == 0o700


def test_a_file_that_others_could_write_is_not_believed(
    tmp_path: Path, recorded: dict[str, Recorded]
) -> None:
    cache = Cache(tmp_path / "keys", "abc")
    cache.write(recorded)
    [file] = (tmp_path / "keys").iterdir()
    file.chmod(0o666)
    assert cache.read(PROPS.keys()) is None


@pytest.mark.parametrize("damage", [b"", b"not a pickle", pickle.dumps({"one": 1})])
def test_a_damaged_file_is_made_again(
    tmp_path: Path, recorded: dict[str, Recorded], damage: bytes
) -> None:
    cache = Cache(tmp_path / "keys", "abc")
    cache.write(recorded)
    [file] = (tmp_path / "keys").iterdir()
    file.write_bytes(damage)
    assert cache.read(PROPS.keys()) is None


def test_a_folder_that_cannot_be_made_costs_nothing(
    tmp_path: Path, recorded: dict[str, Recorded]
) -> None:
    (tmp_path / "keys").write_text("a file", "utf-8")
    Cache(tmp_path / "keys", "abc").write(recorded)
    assert Cache(tmp_path / "keys", "abc").read(PROPS.keys()) is None


def test_only_what_is_not_kept_is_drawn_all_at_one_go(
    tmp_path: Path, recorded: dict[str, Recorded]
) -> None:
    asked: list[list[str]] = []

    def draw(names: Sequence[str]) -> dict[str, Recorded]:
        asked.append(list(names))
        return {name: recorded[name] for name in names}

    first, second, third = (Cache(tmp_path, name) for name in ("a", "b", "c"))
    names = {first: ["one"], second: ["two"], third: ["three"]}
    assert recall({second: ["two"]}, draw) == {"two": recorded["two"]}
    assert recall(names, draw) == recorded
    assert recall(names, draw) == recorded
    assert asked == [["two"], ["one", "three"]]


def test_old_keys_go(tmp_path: Path, recorded: dict[str, Recorded]) -> None:
    for number in range(70):
        Cache(tmp_path, f"{number:02}").write(recorded)
        os.utime(tmp_path / f"key-{number:02}.pickle", (number, number))
    Cache(tmp_path, "last").write(recorded)
    assert len(list(tmp_path.iterdir())) == KEPT_FILES
    assert not (tmp_path / "key-00.pickle").exists()
