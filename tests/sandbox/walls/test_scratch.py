"""The folders of boxes that have no file system of their own: where they are, who clears them."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.errors import BrokenGrader, IsolationUnavailable
from grader.sandbox.tiers import Tier
from grader.sandbox.walls import scratch as module
from grader.sandbox.walls.outer_walls import NOBODY
from grader.sandbox.walls.scratch import PREFIX, ScratchRoot, find_scratch_root
from tests.boxed import OFFERED, Boxed, a_nursery
from tests.environment.machines import require_root, run_in_another_pid_namespace

MB = 1 << 20


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, and the only one that is looked at."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(module, "OTHER_FOLDERS", ())
    return tmp_path


@pytest.fixture
def scratch_root(folder: Path) -> Iterator[ScratchRoot]:
    made = ScratchRoot(folder, MB, None)
    yield made
    made.close()


def test_only_what_a_dead_judge_has_left_is_cleared_away(folder: Path) -> None:
    """Others may use such names too, or make links of such names to somewhere else."""
    alive = ScratchRoot(folder, MB, None)
    kept, dead, link = (folder / name for name in ("kept", f"{PREFIX}1.dead", f"{PREFIX}1.link"))
    for made in (kept, dead, dead / "box"):
        made.mkdir()
        (made / "file").touch()
    link.symlink_to(kept)
    (folder / f"{PREFIX}file").touch()
    find_scratch_root(MB, None).close()
    assert {path.name for path in folder.iterdir()} == {
        "kept",
        alive.path.name,
        link.name,
        f"{PREFIX}file",
    }
    assert (kept / "file").exists()
    alive.close()
    assert not alive.path.exists()


def test_what_another_user_has_made_stays(folder: Path) -> None:
    require_root()
    theirs = folder / f"{PREFIX}1.theirs"
    theirs.mkdir()
    os.chown(theirs, NOBODY, NOBODY)
    find_scratch_root(MB, None).close()
    assert theirs.exists()


def test_a_judge_of_another_pid_namespace_clears_nothing_of_ours_away(
    scratch_root: ScratchRoot,
) -> None:
    box = scratch_root.new_scratch()
    folder = str(scratch_root.path.parent)
    program = (
        "import tempfile; from grader.sandbox.walls.scratch import *\n"
        f"tempfile.tempdir = {folder!r}; find_scratch_root(1, None).close()"
    )
    run_in_another_pid_namespace(program)
    assert box.is_there()


def test_what_a_judge_leaves_that_was_killed_the_next_one_clears_away(folder: Path) -> None:
    """What the judge has started, and what runs on, does not have the lock."""
    left = ScratchRoot(folder, MB, None)
    with subprocess.Popen(["sleep", "60"]) as running_on:
        os.close(left._lock)
        find_scratch_root(MB, None).close()
        running_on.kill()
    assert not left.path.exists()


def test_what_another_judge_clears_away_at_the_same_time_costs_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = folder / f"{PREFIX}1.gone"
    monkeypatch.setattr(Path, "glob", lambda _folder, _pattern: iter([gone]))
    find_scratch_root(MB, None).close()


def test_a_folder_that_was_cleared_away_under_a_box_breaks_the_grader(
    scratch_root: ScratchRoot,
) -> None:
    box = scratch_root.new_scratch()
    shutil.rmtree(box.path)
    with pytest.raises(BrokenGrader, match=r"somebody has cleared .* away while a box worked"):
        scratch_root.clear_away(box)


def test_a_folder_that_another_one_replaced_breaks_the_grader(scratch_root: ScratchRoot) -> None:
    box = scratch_root.new_scratch()
    os.rename(box.path, f"{box.path}-old")
    os.mkdir(box.path)
    with pytest.raises(BrokenGrader, match="somebody has cleared"):
        scratch_root.clear_away(box)


def test_without_that_folder_no_box_gets_a_folder(scratch_root: ScratchRoot) -> None:
    shutil.rmtree(scratch_root.path)
    with pytest.raises(BrokenGrader, match="for boxes' files: No such file or directory"):
        scratch_root.new_scratch()


@pytest.mark.parametrize("tier", [t for t in OFFERED if t < Tier.NAMESPACED])
def test_a_box_that_lost_its_folder_is_no_students_fault(tier: Tier) -> None:
    with a_nursery(tier) as nursery:
        box = Boxed(nursery)
        assert box.spawned.scratch is not None
        shutil.rmtree(box.spawned.scratch.path)
        assert box.run("open('file', 'w')").startswith("raised FileNotFoundError")
        box.spawned.sock.close()
        with pytest.raises(BrokenGrader, match="somebody has cleared"):
            box.end()


@pytest.mark.parametrize("tier", [t for t in OFFERED if t == Tier.CONFINED])
def test_no_box_can_remove_its_own_folder_or_put_another_in_its_place(tier: Tier) -> None:
    with a_nursery(tier) as nursery:
        box = Boxed(nursery)
        said = box.run(
            "here = os.getcwd()\n"
            "result = [tried(os.rmdir, here), tried(os.rename, here, here + 'x')]"
        )
        box.spawned.sock.close()
        nursery.kill(box.spawned)
        box.end()
    assert not [answer for answer in said if answer[0] == "did"]


def test_a_folder_that_other_users_can_not_enter_is_none_for_their_boxes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_root()
    private = folder / "private"
    private.mkdir(0o700)
    monkeypatch.setattr("tempfile.tempdir", str(private))
    with pytest.raises(IsolationUnavailable, match=r"private: other users can't enter it.*; set"):
        find_scratch_root(MB, NOBODY)
    monkeypatch.setattr(module, "OTHER_FOLDERS", ("/tmp",))
    scratch_root = find_scratch_root(MB, NOBODY)
    assert scratch_root.path.parent == Path("/tmp")
    scratch_root.close()


def test_a_disk_without_room_is_none_for_boxes(folder: Path) -> None:
    with pytest.raises(IsolationUnavailable, match=r"less than \d+ MB are free on its disk"):
        find_scratch_root(1 << 60, None)
    assert list(folder.iterdir()) == []


def test_a_disk_that_is_full_when_a_box_has_ended_breaks_the_grader(
    scratch_root: ScratchRoot, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = scratch_root.new_scratch()
    monkeypatch.setattr(module, "LEAST_BYTES", 1 << 60)
    with pytest.raises(BrokenGrader, match="MB are free on its disk"):
        scratch_root.clear_away(box)
    assert not Path(box.path).exists()


def test_a_folder_that_is_not_there_is_not_the_only_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(folder / "missing"))
    with pytest.raises(IsolationUnavailable, match="missing: No such file or directory"):
        find_scratch_root(MB, None)
    monkeypatch.setattr(module, "OTHER_FOLDERS", (str(folder),))
    find_scratch_root(MB, None).close()
