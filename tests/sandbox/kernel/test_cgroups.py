"""The cgroups around a box: both versions' files, and what is left when nobody needs them."""

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from grader.inside.limits import FOR_A_TRIAL
from grader.sandbox.kernel import cgroups
from grader.sandbox.kernel.cgroups import (
    KERNEL_BYTES,
    BoxCgroup,
    BoxCgroups,
    Meter,
    cell_name,
    find_meter,
)
from tests.environment.machines import run_in_another_pid_namespace

LIMITS = replace(FOR_A_TRIAL, memory_bytes=100 << 20, scratch_bytes=10 << 20, threads=7)
MEMORY = str((110 << 20) + KERNEL_BYTES)


@pytest.fixture
def meter() -> Meter:
    try:
        return find_meter()
    except OSError as error:
        pytest.skip(f"no cgroups can be made here: {error}")


def test_the_limits_are_the_boxes_memory_and_its_scratch_folder(meter: Meter) -> None:
    cell = meter.cell(cell_name("test1", 1))
    cell.limit(LIMITS)
    files = (cell.memory / "memory.limit_in_bytes", cell.memory / "memory.max")
    set_to = next(file.read_text() for file in files if file.exists())
    assert set_to.strip() == MEMORY
    assert (cell.pids / "pids.max").read_text().strip() == "7"
    assert not cell.killed_for_memory()
    cell.remove()
    assert not cell.memory.exists()
    assert not cell.pids.exists()


def test_cells_of_a_nursery_and_of_dead_judges_are_removed_and_no_others(meter: Meter) -> None:
    dead, own, others = BoxCgroups(meter), BoxCgroups(meter), BoxCgroups(meter)
    left, mine, theirs = (cells.cell(1) for cells in (dead, own, others))
    os.close(dead._lock)
    own.close()
    assert [cell.memory.exists() for cell in (left, mine, theirs)] == [False, False, True]
    assert others.name in meter.names()
    others.close()
    assert not {dead.name, own.name, others.name} & meter.names()


def test_cells_whose_lock_is_elsewhere_belong_to_somebody_else(
    meter: Meter, tmp_path: Path
) -> None:
    """A judge may be in another cgroup of one controller, and in the same of the other."""
    cells = BoxCgroups(meter)
    cell = cells.cell(1)
    Meter(tmp_path, meter.pids).sweep(cells.name)
    assert cell.pids.exists()
    cells.close()


def test_a_dead_judges_cells_are_locked_while_they_are_removed(
    meter: Meter, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead = BoxCgroups(meter)
    os.close(dead._lock)
    lock = meter.memory / f"grader-{dead.name}-lock"

    def is_locked(_meter: Meter, _name: str) -> None:
        with pytest.raises(BlockingIOError):
            cgroups._locked(lock)

    with monkeypatch.context() as patch:
        patch.setattr(Meter, "remove_cells", is_locked)
        meter.sweep(dead.name)
    assert lock.exists()
    meter.sweep(dead.name)
    assert dead.name not in meter.names()


def test_a_judge_of_another_pid_namespace_removes_no_cells_of_ours(meter: Meter) -> None:
    """It sees none of our processes, and makes its cells in the same folder."""
    cells = BoxCgroups(meter)
    cell = cells.cell(1)
    program = "from grader.sandbox.kernel.cgroups import *; BoxCgroups(find_meter()).close()"
    run_in_another_pid_namespace(program)
    assert cell.memory.exists()
    cells.close()


def test_cells_have_no_name_that_another_judge_could_have(meter: Meter) -> None:
    made = [BoxCgroups(meter) for _ in range(3)]
    assert len({cells.name for cells in made}) == 3
    for cells in made:
        cells.close()


def test_a_cell_whose_process_is_still_ending_is_waited_for(meter: Meter) -> None:
    cells = BoxCgroups(meter)
    cell = cells.cell(1)
    with subprocess.Popen(["sleep", "0.3"]) as ending:
        cell.admit(ending.pid)
        cells.close()
    assert not cell.memory.exists()
    assert not cell.pids.exists()


def test_version_2_has_one_folder_and_other_file_names(tmp_path: Path) -> None:
    cell = BoxCgroup(tmp_path, tmp_path)
    cell.limit(LIMITS)
    cell.admit(42)
    written = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert written == {"memory.max": MEMORY, "pids.max": "7", "cgroup.procs": "42"}
    events = tmp_path / "memory.events"
    events.write_text("low 0\nhigh 0\nmax 3\noom 1\noom_kill 1\noom_group_kill 0\n")
    assert cell.killed_for_memory()
    events.write_text("low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\noom_group_kill 0\n")
    assert not cell.killed_for_memory()


def test_a_box_that_pays_for_the_memory_of_others_was_not_killed_for_its_own(
    tmp_path: Path,
) -> None:
    cell = BoxCgroup(tmp_path, tmp_path)
    (tmp_path / "memory.events").write_text("max 0\noom 0\noom_kill 1\n")
    assert not cell.killed_for_memory()
    (tmp_path / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 1\n")
    (tmp_path / "memory.failcnt").write_text("0\n")
    assert not cell.killed_for_memory()
    (tmp_path / "memory.failcnt").write_text("3\n")
    assert cell.killed_for_memory()


def test_without_controllers_there_is_no_meter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroups, "ROOT", tmp_path)
    with pytest.raises(OSError, match=r"nowhere|No such file|no memory and pids controllers"):
        find_meter()


def test_where_writing_is_refused_the_reason_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "missing"
    monkeypatch.setattr(cgroups, "_candidates", lambda: [(folder, folder)])
    with pytest.raises(OSError, match=r"missing/grader-.*: No such file or directory"):
        find_meter()
