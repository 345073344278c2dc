"""What the soak would see: differences of grades, and what is left behind."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from bench import soak
from bench.losses import ROLES, role_of
from bench.remains import Remains, descendants, parent_of, sets_below
from bench.small_class import SmallClass, differences, kinds
from bench.spoiling import spoil
from grader.sandbox.kernel.cgroups import find_meter
from grader.sandbox.tiers import Tier
from tests.boxed import needs


def test_equal_grades_have_no_differences_and_others_are_reported_by_the_first() -> None:
    expected = {"ada": {"score": 1.0, "tasks": {"a": {"checks": [{"status": "passed"}]}}}}
    other = {"ada": {"score": 1.0, "tasks": {"a": {"checks": [{"status": "timeout"}]}}}}
    assert list(differences(expected, expected)) == []
    found = "ada: tasks: a: checks: status: timeout instead of passed"
    assert list(differences(expected, other)) == [found]
    assert list(differences(expected, {})) == [f"ada: None instead of {expected['ada']}"]


def test_every_hand_in_of_a_class_has_a_text_of_its_own(tmp_path: Path) -> None:
    size = len(kinds()) + 2
    small = SmallClass.make(tmp_path, size)
    folders = sorted((small.folder / "handins").iterdir())
    texts = {tuple(sorted(f.read_text("utf-8") for f in folder.glob("*"))) for folder in folders}
    assert len(folders) == len(texts) == size


def test_what_is_left_behind_is_seen(tmp_path: Path) -> None:
    before = Remains.now(tmp_path)
    assert Remains.now(tmp_path).beyond(before) == []
    (tmp_path / "left").touch()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        assert process.pid in descendants(os.getpid())
        assert parent_of(process.pid) == os.getpid()
        left = Remains.now(tmp_path).beyond(before)
        process.kill()
    assert left[0].startswith(f"processes: {process.pid} ")
    assert left[1:] == [f"files: {tmp_path / 'left'}"]


@needs(Tier.METERED)
def test_cgroups_of_a_batch_are_told_from_those_of_another(tmp_path: Path) -> None:
    meter = find_meter()
    names, locks = zip(*[meter.claim() for _ in range(2)], strict=True)
    try:
        assert set(names) <= set(sets_below(os.getpid()))
        found = Remains.now(tmp_path, names[:1]).cgroups
        assert {Path(cell).name for cell in found} == {f"grader-{names[0]}-lock"}
    finally:
        for name, lock in zip(names, locks, strict=True):
            meter.remove_cells(name)
            os.close(lock)


def test_the_parts_of_a_batch_are_known_by_their_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = {
        10: "python -m grader batch handins",
        11: "python -m grader batch handins",
        12: "python -m grader batch handins",
        13: "/usr/bin/bwrap --unshare-user",
        14: "python3 -P -s -S -B -X utf8 -c",
        15: "python3 -P -s -S -B -X utf8 -c",
    }
    parents = {11: 10, 12: 11, 13: 11, 14: 13, 15: 14}
    monkeypatch.setattr("bench.losses.command_of", lambda pid: commands.get(pid, ""))
    roles = {pid: role_of(pid, 10, parents) for pid in commands}
    walls = roles.pop(13)
    assert (walls, tuple(roles.values())) == ("wall", ROLES)


def test_spoilt_bytes_are_others_and_always_the_same_for_a_number() -> None:
    content = bytes(range(200))
    spoilt = {spoil(content, random.Random(number)) for number in range(50)}
    assert len(spoilt) > 30
    assert spoil(content, random.Random(3)) == spoil(content, random.Random(3))


def test_a_part_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        soak.main(["fairnes"])
    assert capsys.readouterr().err.endswith("there is no part fairnes\n")


def test_what_a_part_finds_wrong_is_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: list[str] = []
    monkeypatch.setattr(soak, "PARTS", {"one": lambda _: found})
    assert soak.main([]) == 0
    found.append("a process is left")
    assert soak.main(["one"]) == 1
    assert "wrong: a process is left" in capsys.readouterr().out
