"""A class of two that was graded again after a check had changed, and what readers see of it."""

import csv
from pathlib import Path

import pytest

from grader.cli import main
from grader.results import CheckResult, HandinResult, ModuleResult
from grader.statuses import Status
from grader.store.writer import FILE, Store
from tests.support import as_graded

OUT = Path("out")


def by_hidden_check(student: str, status: Status) -> HandinResult:
    """As `published_class.handin`, but judged by a hidden check of the same task."""
    task = "las.look_and_say"
    check = CheckResult(f"{task}/hidden/c", task, "a title", False, status)
    modules = (ModuleResult("las", (check,)),)
    return HandinResult(student, f"digest of {student}", modules, sources={"las.py": "x = 1\n"})


def regraded(*statuses: Status, version: str = "v2") -> None:
    """As a batch does after a check was changed: ada and bo get these statuses."""
    with Store(OUT / FILE) as store:
        store.keep_only(["ada", "bo"], {"las": version})
        for student, status in zip(("ada", "bo"), statuses, strict=False):
            store.put_many([as_graded(by_hidden_check(student, status), {"las": version})])


def whole(folder: Path) -> dict[str, bytes]:
    """The files that readers of a report see."""
    files = [folder / "grades.json", folder / "grades.csv", folder / "index.html"]
    return {str(path): path.read_bytes() for path in [*files, *folder.glob("students/*")]}


def told(folder: Path) -> dict[str, str]:
    with (folder / "messages.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row["text"] for row in csv.DictReader(file)}


class Killed(BaseException):
    """Stands for a kill -9 at some place."""


@pytest.fixture
def swapped(course: Path) -> Path:
    """A run after which ada has 0 points and bo 6 is proposed."""
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    return course
