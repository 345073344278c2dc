"""What judges have graded goes to disk; however that ends, the judges end with it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bench.attacks import Silence
from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.errors import DiskFull
from grader.handins.intake import Handin
from grader.handins.parcels import parcel_of
from grader.judging.unit import Unit, results_to_bytes
from grader.results import ModuleResult
from grader.running.grading import MOST_UNKEPT, Grading
from grader.running.job import Job, PendingHandin
from grader.running.local import Graded
from grader.running.session import CACHE
from grader.sandbox.tiers import Tier
from grader.statuses import Status
from grader.store.writer import FILE, GradedHandin, Store
from tests.las_only import write_las_only
from tests.support import ROOT


class StoppedStore(Store):
    """A store whose process is asked to end in the middle of a commit."""

    def put_many(self, submissions: Any) -> None:
        del submissions
        raise KeyboardInterrupt


def test_judges_end_at_once_when_grading_is_stopped_in_a_commit(tmp_path: Path) -> None:
    """Not when the exception is forgotten: pytest keeps it, and judges would be killed at work."""
    ended: list[bool] = []

    def groups() -> Iterator[Sequence[Graded]]:
        try:
            yield [(Unit("ada", {}, {}, ()), b"")]
        finally:
            ended.append(True)

    with StoppedStore(tmp_path / FILE) as store:
        grading = Grading(cast(Job, None), store, {})
        grading._handins["ada"] = Handin("ada", "h", {})
        with pytest.raises(KeyboardInterrupt) as kept:
            grading._finish_all(cast(Any, groups()))
    assert ended == [True]
    assert kept.value is not None


def test_what_a_judge_has_written_is_stored_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.running.grading.score", lambda *_: None)
    job = SimpleNamespace(assignment=None, progress=SimpleNamespace(graded=lambda *_: None))
    result = ModuleResult("work", (), (), 0.5)
    written = results_to_bytes([result]).replace(b'"cpu_seconds": 0.5', b'"cpu_seconds":   0.5')

    def groups() -> Iterator[Sequence[Graded]]:
        yield [(Unit("ada", {}, {}, ("work",)), written)]

    with Store(tmp_path / FILE) as store:
        grading = Grading(cast(Job, job), store, {"work": "d"})
        grading._handins["ada"] = Handin("ada", "h", {})
        grading._finish_all(cast(Any, groups()))
        [row] = store.rows(["ada"])
        assert row.results == (written.decode().splitlines()[1],)
        assert store.decoded(row).modules == (result,)


class FullStore(Store):
    """A store on a disk that is full for the first `full` commits."""

    def __init__(self, folder: Path, full: int) -> None:
        super().__init__(folder / FILE)
        self.full = full
        self.kept: list[str] = []

    def put_many(self, submissions: Any) -> None:
        self.full -= 1
        if self.full >= 0:
            raise DiskFull("the disk is full")
        self.kept += [submission.result.student for submission in submissions]


def keep(store: FullStore, handins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep so many hand-ins, which are graded one after another."""
    names = [f"s{number}" for number in range(handins)]
    monkeypatch.setattr("grader.running.grading.score", lambda *_: None)
    grading = Grading(cast(Job, SimpleNamespace(assignment=None, progress=Silence())), store, {})
    grading._handins = {name: Handin(name, "h", {}) for name in names}
    grading._finish_all(cast(Any, groups_of(names)))


def groups_of(names: Sequence[str]) -> Iterator[Sequence[Graded]]:
    for name in names:
        yield [(Unit(name, {}, {}, ()), results_to_bytes([]))]


@pytest.mark.parametrize("full", [0, 1, 2, 3])
def test_a_disk_that_is_full_for_a_time_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: int
) -> None:
    """Boxes of other hand-ins give back what they hold when they end."""
    with FullStore(tmp_path, full) as store:
        keep(store, 3, monkeypatch)
        assert store.kept == ["s0", "s1", "s2"]


@pytest.mark.parametrize("handins", [1, MOST_UNKEPT + 1])
def test_a_disk_that_stays_full_ends_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, handins: int
) -> None:
    with FullStore(tmp_path, 1000) as store, pytest.raises(DiskFull):
        keep(store, handins, monkeypatch)
    assert store.full == 1000 - min(handins + 1, MOST_UNKEPT + 1)


Results = dict[str, list[ModuleResult]]
MODULES = ("one", "two")
CONFIG = """
title: Two modules
seed: 3
points: 2
feedback: {hidden: full}
modules:
"""
MODULE = """
  - name: {0}
    title: {0}
    tasks: [{{id: {0}.double, title: Double, points: 1, functions: [double]}}]
"""
CHECKS = """
import pytest
from hypothesis import strategies as st
from grader.judging.properties import drawn

@pytest.mark.task("{0}.double", "doubles")
@drawn(st.integers(0, 99), count=5)
def test_doubles(code, number):
    return code.{0}.double(number)
"""


@pytest.fixture
def assignment(tmp_path: Path) -> Assignment:
    """An assignment of two modules of which nothing is kept yet."""
    files = {"course/config.yaml": CONFIG + "".join(map(MODULE.format, MODULES))}
    for module in MODULES:
        files[f"course/handout/{module}.py"] = ""
        files[f"course/reference/{module}.py"] = "def double(number):\n    return 2 * number\n"
        files[f"course/reference/checks/test_{module}.py"] = CHECKS.format(module)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "course/handout/checks").mkdir()
    return load(tmp_path / "course/config.yaml")


def handed_in(folder: Path, assignment: Assignment, *modules: str) -> PendingHandin:
    """The reference's files of some modules; all modules are to be graded."""
    folder.mkdir()
    for module in modules:
        copyfile(assignment.reference / f"{module}.py", folder / f"{module}.py")
    return PendingHandin(parcel_of(folder), MODULES, modules)


def graded(assignment: Assignment, *pending: PendingHandin) -> tuple[Results, list[str]]:
    """The modules' results by students, without times, and what staff are told meanwhile."""
    noted: list[str] = []
    progress = Silence()
    progress.note = noted.append  # type: ignore[method-assign]
    job = Job(assignment, assignment.root / "out", Tier.NONE, 1, progress)
    kept: list[GradedHandin] = []
    with Store(job.out / FILE) as store:
        Grading(job, store, job.keys, kept.extend).grade(pending)
    results = {each.result.student: each.result.modules for each in kept}
    return {
        student: [replace(module, cpu_seconds=0.0) for module in modules]
        for student, modules in results.items()
    }, noted


def test_nothing_is_drawn_or_proved_for_modules_that_nobody_has_handed_in(
    tmp_path: Path, assignment: Assignment
) -> None:
    ada = handed_in(tmp_path / "ada", assignment, "one")
    alone, noted = graded(assignment, ada)
    assert [line.partition(" (")[0].rpartition(" to ")[2] for line in noted] == ["prove one"]
    for kind in ("key", "proof"):
        assert len([*(assignment.root / CACHE).glob(f"{kind}-*")]) == 1
    # Whoever is graded beside one who has the other module gets the same.
    whole, noted = graded(assignment, ada, handed_in(tmp_path / "bob", assignment, *MODULES))
    assert [line.partition(" (")[0].rpartition(" to ")[2] for line in noted] == ["prove two"]
    assert alone["ada"] == whole["ada"]
    assert [check.status for each in whole["ada"] for check in each.checks] == [
        Status.PASSED,
        Status.MISSING,
    ]
    assert {check.status for each in whole["bob"] for check in each.checks} == {Status.PASSED}


def test_a_module_that_comes_after_the_first_look_is_graded(
    tmp_path: Path, assignment: Assignment
) -> None:
    ada = handed_in(tmp_path / "ada", assignment, "one")
    copyfile(assignment.reference / "two.py", tmp_path / "ada/two.py")
    found, _ = graded(assignment, ada)
    assert [check.status for each in found["ada"] for check in each.checks] == [Status.PASSED] * 2


def test_without_dask_one_line_says_what_to_install(tmp_path: Path) -> None:
    write_las_only(tmp_path)
    (tmp_path / "handins/ada").mkdir(parents=True)
    (tmp_path / "handins/ada/las.py").touch()
    absent = tmp_path / "absent"
    absent.mkdir()
    (absent / "distributed.py").write_text("raise ImportError('as if it were not there')\n")
    ended = subprocess.run(
        [sys.executable, "-m", "grader", "batch", "handins", "--out", "out", "--scheduler", "x"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{absent}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    expected = (
        "grader: --scheduler needs Dask Distributed:"
        " pip install --require-hashes -r requirements-dask.lock"
    )
    assert (ended.returncode, ended.stderr.splitlines()) == (2, [expected])
