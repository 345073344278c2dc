"""A class of two that was graded and published: ada has 6 points, bo 0."""

import json
from pathlib import Path

import pytest

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.cli import main
from grader.publishing.run import Run, read_beside
from grader.publishing.unchanged import Report
from grader.publishing.write import unchanged_report, write_anew
from grader.report.context import RunContext
from grader.results import CheckResult, HandinResult, ModuleResult
from grader.statuses import Status
from grader.store.schema import alone_in
from grader.store.writer import FILE, Store
from tests.las_only import write_las_only
from tests.support import as_graded

CONTEXT = RunContext(
    *("Trees", "metered"),
    ("seccomp: yes",),
    (("Python", "3.11"),),
    (("las", "01ab"),),
    "2026-05-01",
)
ITEMS = "items: [{id: style, title: Style, points: 5}]\n"


def handin(student: str, status: Status = Status.PASSED) -> HandinResult:
    task = "las.look_and_say"
    las = ModuleResult("las", (CheckResult(f"{task}/public/c", task, "c", True, status),))
    return HandinResult(student, f"digest of {student}", (las,), sources={"las.py": "x = 1\n"})


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An assignment with two graded hand-ins in `out`, published once; the present folder."""
    monkeypatch.chdir(tmp_path)
    write_las_only(tmp_path)
    (tmp_path / "handins").mkdir()
    with Store(tmp_path / "out" / FILE) as store:
        for result in (handin("ada"), handin("bo", Status.FAILED)):
            store.put_many([as_graded(result, {"las": "v1"})])
    published()
    return tmp_path


def assignment() -> Assignment:
    return load(Path("config.yaml"))


def report_anew() -> None:
    """Write a report as if there had been none."""
    Path("out/grades.json").unlink()
    assert main(["report", "out", "--quiet"]) == 0


def scores(out: Path) -> dict[str, float]:
    data = json.loads((out / "grades.json").read_text("utf-8"))
    return {one["student"]: one["score"] for one in data["submissions"]}


def published(context: RunContext = CONTEXT) -> Report:
    """The report that is there, or a new one, whatever it changes."""
    run = Run(assignment(), Path("out"), read_beside(Path("handins"), assignment()), context)
    with alone_in(run.out):
        return unchanged_report(run) or write_anew(run, 1)
