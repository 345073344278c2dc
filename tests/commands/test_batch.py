"""Batches: results on disk before they are shown, nothing graded twice, nothing lost."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from bench.remains import Remains, adopting_orphans, sets_below
from grader.sandbox.tiers import Tier
from tests.boxed import BEST, needs
from tests.las_only import write_las_only

ROOT = Path(__file__).parents[2]
RIGHT = (ROOT / "reference/las.py").read_text("utf-8")
WRONG = RIGHT + (
    "\n\n_right = look_and_say\n\n\n"
    "def look_and_say(eq, s):\n    return Seq.from_list(_right(eq, s).to_list()[:3])\n"
)
HANDINS = {
    "ada": RIGHT,
    "bo": WRONG,
    "cy": "def look_and_say(eq, s):\n    while True:\n        pass\n",
    "di": "import os\nos._exit(0)\n",
    "ed": "def look_and_say(eq, s:\n    return s\n",
    "fay": RIGHT + "\n# another text, so that it is graded again\n",
}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A folder with an assignment of one module and a class of six."""
    write_las_only(tmp_path)
    for student, text in HANDINS.items():
        folder = tmp_path / "handins" / student
        folder.mkdir(parents=True)
        (folder / "las.py").write_text(text, "utf-8")
    return tmp_path


def grader(course: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=course,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def grades(folder: Path) -> dict[str, Any]:
    found = json.loads((folder / "grades.json").read_text("utf-8"))
    return {one["student"]: one for one in found["submissions"]}


def statuses(one: dict[str, Any]) -> set[str]:
    return {check["status"] for task in one["tasks"].values() for check in task["checks"]}


def test_a_class_is_graded_each_by_itself(course: Path) -> None:
    ended = grader(course, "batch", "handins", "--out", "out")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "report: out/index.html")
    found = grades(course / "out")
    assert {student: one["score"] for student, one in found.items()} == {
        "ada": 6.0,
        "bo": 0.0,
        "cy": 0.0,
        "di": 0.0,
        "ed": 0.0,
        "fay": 6.0,
    }
    assert "timeout" in statuses(found["cy"])
    assert statuses(found["di"]) >= {"crashed"}
    assert statuses(found["ed"]) >= {"error"}
    assert [incident["kind"] for incident in found["cy"]["incidents"]] == ["time"]
    assert (course / "out/students/ada.html").exists()
    assert (course / "out/grades.csv").read_text("utf-8-sig").splitlines()[:2] == [
        '"student","score","max_score","las.look_and_say"',
        '"ada",6,6,6',
    ]


def test_what_lies_in_the_output_folder_is_not_written_over(course: Path) -> None:
    (course / "out").mkdir()
    (course / "out/grades.csv").write_text("mine\n", "utf-8")
    ended = grader(course, "batch", "handins", "--out", "out")
    assert (ended.returncode, ended.stderr.splitlines()) == (
        2,
        [
            "grader: out/grades.csv: no grader wrote it; move it away, "
            "or choose another folder with --out"
        ],
    )
    (course / "out/grades.csv").unlink()
    (course / "out/students").mkdir()
    (course / "out/students/ada.html").write_text("mine\n", "utf-8")
    ended = grader(course, "batch", "handins", "--out", "out")
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert (course / "out/students/ada.html").read_text("utf-8") == "mine\n"
    (course / "out/results.sqlite").touch()
    said = {"modules": ["trees"], "context": {"title": "Trees"}}
    (course / "out/run.json").write_text(json.dumps(said), "utf-8")
    ended = grader(course, "batch", "handins", "--out", "out")
    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)
    assert "these are results of 'Trees', not of" in ended.stderr


def test_a_second_run_grades_nothing_and_gives_the_same(course: Path) -> None:
    grader(course, "batch", "handins", "--out", "out")
    first = (course / "out/grades.json").read_bytes()
    ended = grader(course, "batch", "handins", "--out", "out", "--jobs", "1")
    assert "graded before, and not changed: 6 of 6 hand-ins" in ended.stderr
    assert (course / "out/grades.json").read_bytes() == first


@needs(Tier.CONFINED)
@needs(Tier.NAMESPACED)
def test_another_tier_grades_all_again_and_gives_the_same(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for student in ("cy", "di", "ed", "fay"):
        shutil.rmtree(course / "handins" / student)
    grader(course, "batch", "handins", "--out", "out")
    first = json.loads((course / "out/grades.json").read_text("utf-8"))
    (course / "empty").mkdir()
    monkeypatch.setenv("PATH", str(course / "empty"))  # so there is no bubblewrap
    ended = grader(course, "batch", "handins", "--out", "out")
    assert ended.returncode == 0
    assert "graded before" not in ended.stderr
    second = json.loads((course / "out/grades.json").read_text("utf-8"))
    assert first.pop("certificate") != second.pop("certificate")
    assert first == second


def test_two_runs_give_the_same_tasks(course: Path) -> None:
    grader(course, "batch", "handins", "--out", "one", "--jobs", "1")
    grader(course, "batch", "handins", "--out", "two", "--jobs", "2")
    one, two = grades(course / "one"), grades(course / "two")
    assert {s: g["tasks"] for s, g in one.items()} == {s: g["tasks"] for s, g in two.items()}


def test_only_a_changed_hand_in_is_graded_again(course: Path) -> None:
    grader(course, "batch", "handins", "--out", "out")
    (course / "handins/bo/las.py").write_text(RIGHT, "utf-8")
    ended = grader(course, "batch", "handins", "--out", "out")
    # What bo handed in now is what ada handed in: nothing at all is left to grade.
    assert "graded before, and not changed: 6 of 6 hand-ins" in ended.stderr
    assert grades(course / "out")["bo"]["score"] == 6.0


def rows(database: Path) -> int:
    if not database.exists():
        return 0
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        [count] = connection.execute("SELECT count(*) FROM handins").fetchone()
    except sqlite3.OperationalError:
        count = 0
    finally:
        connection.close()
    return int(count)


def test_a_killed_batch_goes_on_and_loses_nothing(course: Path) -> None:
    grader(course, "batch", "handins", "--out", "whole")
    command = [sys.executable, "-m", "grader", "batch", "handins", "--out", "out", "--jobs", "1"]
    process = subprocess.Popen(
        command,
        cwd=course,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while rows(course / "out/results.sqlite") < 2 and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert 2 <= rows(course / "out/results.sqlite") < len(HANDINS)
    ended = grader(course, "batch", "handins", "--out", "out", "--resume")
    assert ended.returncode == 0
    assert grades(course / "out") == grades(course / "whole")


def test_ctrl_c_ends_with_one_line_and_keeps_what_is_done(course: Path) -> None:
    # Each of them takes a second, so that there is something to interrupt, whenever we get to it.
    endless = [course / f"handins/gus{number}/las.py" for number in range(5)]
    for number, file in enumerate(endless):
        file.parent.mkdir()
        file.write_text(f"{HANDINS['cy']}\n# {number}\n", "utf-8")
    command = [sys.executable, "-m", "grader", "batch", "handins", "--out", "out", "--jobs", "1"]
    process = subprocess.Popen(
        command,
        cwd=course,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while rows(course / "out/results.sqlite") < 1 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    last = said.strip().splitlines()[-1]
    assert last == "grader: stopped; finished results are kept, run it again to continue"
    assert "Traceback" not in said
    assert grader(course, "batch", "handins", "--out", "out", "--resume").returncode == 0
    assert len(grades(course / "out")) == len(HANDINS) + len(endless)


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for temporary files to which the users of boxes have a way."""
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


def remains_when_settled(temporary: Path, before: Remains, sets: Collection[str]) -> list[str]:
    """What is left behind, when the processes that are about to end have had time for it."""
    deadline = time.monotonic() + 30
    while left := Remains.now(temporary, sets).beyond(before):
        if time.monotonic() > deadline or not any("processes" in line for line in left):
            break
        time.sleep(0.05)
    return left


def with_endless_limits(config: str) -> str:
    """The same assignment, in which nothing is out of time within ten minutes."""
    limits = ("cpu_seconds", "box_cpu_seconds", "handin_cpu_seconds", "wall_seconds")
    long = ", ".join(f"{name}: 600" for name in (*limits, "handin_wall_seconds"))
    return re.sub(r"limits: {.*}", f"limits: {{{long}, wall_idle_seconds: 1}}", config)


@dataclass(frozen=True)
class Ending:
    """How a batch ended, and the sets of cgroups that it had."""

    status: int
    said: str
    sets: frozenset[str]


def stopped_in_the_middle(course: Path, temporary: Path, by: signal.Signals) -> Ending:
    """A batch of two judges that is stopped while a box is at an endless hand-in: its end.

    While it runs, ten minutes of CPU time are allowed, so that it can't end by itself before it is
    stopped, however late that is; afterwards the class and the limits are what they were.
    """
    config = course / "config.yaml"
    written = config.read_text("utf-8")
    config.write_text(with_endless_limits(written), "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", "handins", "--out", "out", "--jobs", "2"],
        cwd=course,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    sets: set[str] = set()
    while rows(course / "out/results.sqlite") < 1 and process.poll() is None:
        sets.update(sets_below(process.pid))
        time.sleep(0.02)
    sets.update(sets_below(process.pid))
    process.send_signal(by)
    _, said = process.communicate(timeout=120)
    config.write_text(written, "utf-8")
    assert bool(sets) == (BEST == Tier.METERED)
    return Ending(process.returncode, said, frozenset(sets))


def test_a_batch_that_is_asked_to_end_ends_its_boxes_and_leaves_nothing(
    course: Path, temporary: Path
) -> None:
    with adopting_orphans():
        before = Remains.now(temporary, ())
        ending = stopped_in_the_middle(course, temporary, signal.SIGTERM)
        assert remains_when_settled(temporary, before, ending.sets) == []
    assert ending.status == 130
    assert ending.said.endswith(
        "grader: stopped; finished results are kept, run it again to continue\n"
    )


def test_a_killed_batch_leaves_no_process_and_after_the_next_nothing_at_all(
    course: Path, temporary: Path
) -> None:
    with adopting_orphans():
        before = Remains.now(temporary, ())
        sets = stopped_in_the_middle(course, temporary, signal.SIGKILL).sets
        left = remains_when_settled(temporary, before, sets)
        assert [line for line in left if line.startswith("processes")] == []
        assert [line for line in left if line.startswith("mounts")] == []
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("TMPDIR", str(temporary))
            assert grader(course, "batch", "handins", "--out", "out", "--resume").returncode == 0
        assert remains_when_settled(temporary, before, sets) == []
    assert set(grades(course / "out")) == set(HANDINS)


def test_two_hand_ins_of_one_id_are_named_and_the_rest_goes_on(course: Path) -> None:
    (course / "handins/ada.py").write_text(RIGHT, "utf-8")
    ended = grader(course, "batch", "handins", "--out", "out")
    assert ended.returncode == 1
    [line] = [line for line in ended.stderr.splitlines() if line.startswith("ada:")]
    assert "ada.py" in line
    found = grades(course / "out")
    assert set(found) == set(HANDINS)
    assert found["ada"]["score"] is None
    assert "there are two hand-ins of one student, ada and ada.py" in found["ada"]["problem"]
    assert '"ada",,6,' in (course / "out/grades.csv").read_text("utf-8-sig").splitlines()
    assert "could not be opened: there are two hand-ins" in ended.stdout
    (course / "handins/ada.py").unlink()
    assert grader(course, "batch", "handins", "--out", "out").returncode == 0
    assert grades(course / "out")["ada"]["score"] == 6.0


def test_an_id_is_graded_without_what_cannot_be_shown(course: Path) -> None:
    (course / "handins/gu\x1bs").mkdir()
    assert grader(course, "batch", "handins", "--out", "out").returncode == 0
    assert '"gus"' in (course / "out/grades.csv").read_text("utf-8")


def test_a_hand_in_that_cannot_be_opened_says_why_and_gets_nothing(course: Path) -> None:
    (course / "handins/gus.zip").write_bytes(b"this is not a zip file")
    (course / "handins/hal").mkdir()
    ended = grader(course, "batch", "handins", "--out", "out")
    assert ended.returncode == 0
    found = grades(course / "out")
    assert "graded before" not in ended.stderr
    assert (found["gus"]["score"], found["hal"]["score"]) == (None, None)
    assert '"gus",,6,' in (course / "out/grades.csv").read_text("utf-8-sig").splitlines()
    [check] = found["gus"]["tasks"]["las.look_and_say"]["checks"]
    assert "it is a text, no archive" in check["message"]
    assert statuses(found["hal"]) == {"missing"}


def kinds(folder: Path) -> dict[str, list[str]]:
    """The kinds of findings of each hand-in."""
    found = grades(folder)
    return {student: [f["kind"] for f in one["findings"]] for student, one in found.items()}


def test_how_hand_ins_are_written_is_in_the_results(course: Path) -> None:
    grader(course, "batch", "handins", "--out", "out")
    found = kinds(course / "out")
    assert (found["ada"], found["ed"][0]) == ([], "invalid-syntax")
    assert found["cy"] == ["docstring", "annotations"]
    with (course / "config.yaml").open("a", encoding="utf-8") as config:
        config.write("lint: {select: []}\n")
    grader(course, "batch", "handins", "--out", "out")
    assert kinds(course / "out") == {**found, "ed": []}


def test_a_rule_that_ruff_does_not_know_stops_a_run_before_it_grades(course: Path) -> None:
    with (course / "config.yaml").open("a", encoding="utf-8") as config:
        config.write("lint: {select: [ZZ]}\n")
    ended = grader(course, "batch", "handins", "--out", "out")
    expected = (
        "grader: lint.select: ruff refuses it: Unknown rule selector `ZZ` in `select` from the CLI"
    )
    assert (ended.returncode, ended.stderr.splitlines()) == (2, [expected])
    assert not (course / "out").exists()
