"""What judges have graded goes to disk; however that ends, the judges end with it."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bench.attacks import Silence
from grader.errors import DiskFull
from grader.handins.intake import Handin
from grader.judging.unit import Unit, results_to_bytes
from grader.results import ModuleResult
from grader.running.grading import MOST_UNKEPT, Grading
from grader.running.job import Job
from grader.running.local import Graded
from grader.store.writer import FILE, Store
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
