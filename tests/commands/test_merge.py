"""Shards of a class, each graded by a run of its own, become one class again."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.digest import module_digests
from grader.assignment.load import load
from grader.cli import main
from grader.commands.classes.members import find_class, shard_of
from grader.course.roster import NO_ROSTER, Person, Roster
from grader.publishing.run import RUN, Run, read_beside, remember
from grader.results import CheckResult, HandinResult, ModuleResult
from grader.statuses import Status
from grader.store.writer import FILE, Store
from tests.commands import test_batch
from tests.commands.test_batch import grader
from tests.publishing.published_class import CONTEXT
from tests.support import as_graded

course = test_batch.course  # the fixture
KEYS = {"las": "key 1"}


def test_shards_become_the_class_that_one_run_would_have_graded(course: Path) -> None:
    grader(course, "batch", "handins", "--out", "out")
    for number in (1, 2):
        ended = grader(course, "batch", "handins", "--out", f"s{number}", "--shard", f"{number}/3")
        assert ended.stdout.splitlines() == [
            f"shard {number} of 3: 2 hand-ins, graded into s{number}",
            "one report of all shards: grader merge FOLDER SHARD … --out DIR",
        ]
        assert not (course / f"s{number}/index.html").exists()
    ended = grader(course, "merge", "handins", "s1", "s2", "--out", "all")
    assert ended.returncode == 1
    assert "in no shard: " in ended.stderr
    assert len(test_batch.grades(course / "all")) == 4
    killed = subprocess.Popen(
        [sys.executable, "-m", "grader", "batch", "handins", "--out", "s3", "--shard", "3/3"],
        cwd=course,
    )
    killed.kill()
    killed.wait()
    grader(course, "batch", "handins", "--out", "s3", "--shard", "3/3")
    ended = grader(course, "merge", "handins", "s1", "s2", "s3", "--out", "all")
    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "report: all/index.html")
    for file in ("grades.json", "grades.csv"):
        assert (course / "all" / file).read_bytes() == (course / "out" / file).read_bytes()


# -- what shards must have in common: stores written by hand ---------------------------------


def write_shard(
    course: Path, name: str, students: Mapping[str, str], keys: Mapping[str, str] = KEYS
) -> None:
    """A shard with hand-ins of these digests, as `batch --shard` leaves it."""
    assignment = load(course / "config.yaml")
    task = "las.look_and_say"
    check = CheckResult(f"{task}/public/c", task, "c", True, Status.PASSED)
    with Store(course / name / FILE) as store:
        for student, digest in students.items():
            modules = (ModuleResult("las", (check,)),)
            result = HandinResult(student, digest, modules, sources={"las.py": "x = 1\n"})
            store.put_many([as_graded(result, keys)])
    hashes = tuple(module_digests(assignment).items())
    context = replace(CONTEXT, hashes=hashes)
    remember(Run(assignment, course / name, read_beside(course / "handins", assignment), context))


@pytest.fixture
def here(course: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(course)
    return course


def merged(capsys: pytest.CaptureFixture[str], *shards: str) -> tuple[int, str]:
    capsys.readouterr()
    status = main(["merge", "handins", *shards, "--out", "all"])
    return status, capsys.readouterr().err


def test_who_is_in_no_shard_and_who_is_in_no_class_are_named(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shard(here, "s1", {"ada": "d1", "bo": "d2", "zoe": "d3"})
    status, said = merged(capsys, "s1")
    assert status == 1
    assert "in no shard: cy, di, ed, fay; grade the shards that are missing" in said
    assert "s1: left out, since they are not in the class: zoe" in said
    assert list(test_batch.grades(here / "all")) == ["ada", "bo"]


def test_shards_of_other_checks_are_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_shard(here, "s1", {"ada": "d1"})
    config = here / "config.yaml"
    config.write_text(config.read_text("utf-8").replace("cpu_seconds: 1", "cpu_seconds: 2"))
    assert merged(capsys, "s1") == (
        2,
        "grader: s1: its checks, limits or reference of las differ from those here; "
        "grade it again with the same files\n",
    )


def test_shards_that_lack_a_module_are_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shard(here, "s1", {"ada": "d1"})
    run = here / "s1" / RUN
    data = json.loads(run.read_text("utf-8"))
    data["context"]["hashes"] = []
    run.write_text(json.dumps(data), "utf-8")
    assert "s1: its checks, limits or reference of las differ" in merged(capsys, "s1")[1]


def test_shards_of_other_machines_are_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shard(here, "s1", {"ada": "d1"})
    write_shard(here, "s2", {"bo": "d2"}, {"las": "key 2"})
    status, said = merged(capsys, "s1", "s2")
    assert status == 2
    assert "were graded by other graders or in other boxes; grade them with the same" in said
    assert not (here / "all").exists()


def test_one_student_with_two_hand_ins_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_shard(here, "s1", {"ada": "d1", "bo": "d2"})
    write_shard(here, "s2", {"ada": "d1", "bo": "d3"})
    status, said = merged(capsys, "s1", "s2")
    assert status == 2
    assert said.startswith("grader: bo is in s1 and in s2 with other files; leave out the older")


def test_a_folder_that_is_no_shard_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "s1").mkdir()
    status, said = merged(capsys, "s1")
    assert (status, said.startswith("grader: s1: no graded hand-ins are in it")) == (2, True)


# -- which hand-ins a shard has ------------------------------------------------------------------


def test_every_hand_in_is_in_one_shard_and_shards_are_of_a_size(course: Path) -> None:
    many = find_class(load(course / "config.yaml"), course / "handins", NO_ROSTER)
    shards = [shard_of(many, number, 4).found.handins for number in (1, 2, 3, 4)]
    students = [parcel.student for shard in shards for parcel in shard]
    assert sorted(students) == ["ada", "bo", "cy", "di", "ed", "fay"]
    assert sorted(map(len, shards)) == [1, 1, 2, 2]


def test_members_of_a_group_are_in_the_same_shard(course: Path) -> None:
    roster = Roster(tuple([Person(name, group="one") for name in ("ada", "ann", "abe")]))
    many = find_class(load(course / "config.yaml"), course / "handins", roster)
    for number in range(1, 7):
        students = {parcel.student for parcel in shard_of(many, number, 6).found.handins}
        assert students & {"ada", "ann", "abe"} in (set(), {"ada", "ann", "abe"})


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b", "1/0"])
def test_a_shard_that_cannot_be_is_one_line(
    here: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    with pytest.raises(SystemExit):
        main(["batch", "handins", "--out", str(here / "x"), "--shard", text])
    assert f"'{text}' is not a part such as 3/64" in capsys.readouterr().err


def test_a_shard_is_reported_in_json_too(course: Path) -> None:
    (course / "handins/bo/las.py").unlink()
    for student in ("cy", "di", "ed", "fay"):
        (course / "handins" / student / "las.py").unlink()
    ended = grader(course, "batch", "handins", "--out", "s", "--shard", "1/1", "--json")
    assert json.loads(ended.stdout) == {"shard": "1/1", "students": 6, "broken": []}
