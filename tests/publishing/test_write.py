"""Grades and pages are the same by one process or several, and are of these hand-ins only."""

import errno
import os
import select
import signal
import time
from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.errors import OutputError
from grader.publishing import write as printing
from grader.publishing.run import Run, read_beside
from grader.publishing.write import CHUNK, ReportInputs, write_report
from grader.report.context import RunContext
from grader.results import CheckResult, HandinResult, ModuleResult
from grader.statuses import Status
from grader.store.writer import FILE, Store
from tests import small_assignment
from tests.support import as_graded

STUDENTS = [f"s{number:02}" for number in range(2 * CHUNK + 3)]


def handin(student: str) -> HandinResult:
    task, status = "las.look_and_say", (Status.PASSED, Status.FAILED)[int(student[1:]) % 2]
    las = ModuleResult("las", (CheckResult(f"{task}/public/c", task, "c", True, status),))
    return HandinResult(student, f"digest of {student}", (las,), sources={"las.py": "x = 1\n"})


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Graded hand-ins of all students."""
    with Store(tmp_path / FILE) as store:
        store.put_many(as_graded(handin(student), {"las": "v1"}) for student in STUDENTS)
    return tmp_path / FILE


def press_into(folder: Path, database: Path) -> ReportInputs:
    folder.mkdir()
    assignment = load(small_assignment.make(folder / "assignment"))
    beside = read_beside(folder, assignment)
    run = Run(assignment, database.parent, beside, RunContext("Trees", "metered"))
    return ReportInputs(run, folder, b"")


def written(folder: Path) -> dict[str, bytes]:
    files = [*folder.glob("*.*"), *folder.glob("students/*")]
    return {path.name: path.read_bytes() for path in files}


def test_several_processes_write_what_one_writes(tmp_path: Path, database: Path) -> None:
    for name, jobs in (("one", 1), ("two", 2)):
        view = write_report(press_into(tmp_path / name, database), STUDENTS, jobs)
        assert [row.student for row in view.rows] == STUDENTS
    assert written(tmp_path / "one") == written(tmp_path / "two")
    expected = {"grades.csv", "grades.json", "index.html", *[f"{name}.html" for name in STUDENTS]}
    assert set(written(tmp_path / "one")) == expected


def test_a_machine_without_shared_memory_writes_the_same(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **_named: object) -> None:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory")  # there is no /dev/shm

    write_report(press_into(tmp_path / "shared", database), STUDENTS, 2)
    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", refuse)
    write_report(press_into(tmp_path / "alone", database), STUDENTS, 2)
    assert written(tmp_path / "alone") == written(tmp_path / "shared")


def test_a_report_of_some_is_of_no_others(tmp_path: Path, database: Path) -> None:
    press = press_into(tmp_path / "out", database)
    write_report(press, STUDENTS, 1)
    write_report(press, STUDENTS[:2], 1)
    names = {"grades.csv", "grades.json", "index.html", "s00.html", "s01.html"}
    assert set(written(tmp_path / "out")) == names
    assert (tmp_path / "out/grades.csv").read_text().count("\n") == 3


def test_a_process_that_is_killed_is_one_clear_line(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    press = press_into(tmp_path / "out", database)
    monkeypatch.setattr(printing, "_sheet", killed)
    with pytest.raises(OutputError) as caught:
        write_report(press, STUDENTS, 2)
    expected = f"{tmp_path}/out: a process that makes pages was ended; is memory short?"
    assert str(caught.value) == expected
    assert written(tmp_path / "out") == {}


def test_processes_that_make_pages_end_with_who_is_killed(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would hold the lock of the folder for ever."""

    def stuck(*_: object) -> None:
        time.sleep(60)

    press = press_into(tmp_path / "out", database)
    monkeypatch.setattr(printing, "_sheet", stuck)
    ours, theirs = os.pipe()
    if not (writer := os.fork()):
        write_report(press, STUDENTS, 2)
        os._exit(1)
    os.close(theirs)
    time.sleep(0.5)
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    with open(ours, "rb") as pipe:
        ready, _, _ = select.select([pipe], [], [], 20)
        assert ready
        assert pipe.read() == b""  # nobody has the other end any more


def test_processes_that_make_pages_never_hear_ctrl_c(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = printing._sheet

    def interrupted(*arguments: object) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return sheet(*arguments)  # type: ignore[arg-type]  # passed on as they came

    press = press_into(tmp_path / "out", database)
    monkeypatch.setattr(printing, "_sheet", interrupted)
    assert len(write_report(press, STUDENTS, 2).rows) == len(STUDENTS)


def test_processes_that_make_pages_are_ended_by_sigterm_without_a_word(
    tmp_path: Path, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though whoever forked them does something else about it, as the command does."""

    def notice(*_: object) -> None:
        (tmp_path / "notice").touch()

    def asked_to_end(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    monkeypatch.setattr(printing, "_sheet", asked_to_end)
    before = signal.signal(signal.SIGTERM, notice)
    try:
        with pytest.raises(OutputError, match="a process that makes pages was ended"):
            write_report(press_into(tmp_path / "out", database), STUDENTS, 2)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not (tmp_path / "notice").exists()
