"""One hand-in is graded and shown, with or without a report."""

import json
from pathlib import Path

import pytest

from grader.cli import main
from tests.commands import small_course
from tests.commands.small_course import refused

course = small_course.course  # the fixture


@pytest.mark.usefixtures("course")
def test_a_hand_in_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, line = refused(capsys, "grade", "handins/nobody")
    assert status != 0
    assert "handins/nobody" in line


@pytest.mark.parametrize("options", [[], ["--out", "out"]])
def test_grade_shows_the_same_with_and_without_a_report(
    course: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    """Of a hand-in that can't be opened too: that is its own reason, and no fault of ours."""
    (course / "handins/bob.tgz").write_bytes(b"no archive")
    assert main(["grade", "handins/bob.tgz", *options]) == 0
    printed = capsys.readouterr()
    title, why = printed.out.splitlines()[:2]
    assert (title, printed.err) == ("bob", "")
    assert "could not be opened" in why
    assert main(["grade", "handins/ada", *options]) == 0
    assert "6 of 6 points" in capsys.readouterr().out


@pytest.mark.usefixtures("course")
def test_grade_shows_one_hand_in_and_writes_its_report(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["grade", "handins/ada", "--out", "out"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "6 of 6 points" in lines
    assert lines[-1] == "report: out/index.html"
    [one] = json.loads(Path("out/grades.json").read_text("utf-8"))["submissions"]
    assert (one["student"], one["score"]) == ("ada", 6.0)


def test_a_planted_hand_in_is_graded_with_the_files_that_it_names(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = course / "planted/right/plain"
    folder.mkdir(parents=True)
    (folder / "expected.toml").write_text('[files]\n"las.py" = "handins/ada/las.py"\n', "utf-8")
    assert main(["grade", "planted/right/plain"]) == 0
    assert "6 of 6 points" in capsys.readouterr().out


def test_grade_names_the_files_of_staff_that_count(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder within a hand-in may have been named, beside which a student can write."""
    assert main(["grade", "handins/ada"]) == 0
    assert capsys.readouterr().err == ""
    marks = "marks: [{item: style, points: 2}]\n"
    items = "items: [{id: style, title: Style, points: 5}]\n"
    (course / "handins/rubric.yaml").write_text(items, "utf-8")
    (course / "handins/ada.rubric.yaml").write_text(marks, "utf-8")
    (course / "handins/submissions.csv").write_text("student,submitted_at\nada,2026-11-01T10:00Z\n")
    assert main(["grade", "handins/ada"]) == 0
    first, second = capsys.readouterr().err.splitlines()
    words = ": it is read too; make sure that it is yours"
    assert first == f"{course}/handins/submissions.csv{words}"
    assert second == f"{course}/handins/ada.rubric.yaml:1{words}"


def test_results_of_a_class_are_not_replaced_by_those_of_one(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "handins/bob.tgz").write_bytes(b"no archive")
    assert main(["batch", "handins", "--out", "out", "--quiet"]) == 0
    before = (course / "out/run.json").read_bytes()
    capsys.readouterr()
    status, line = refused(capsys, "grade", "handins/ada", "--out", "out")
    assert (status, (course / "out/run.json").read_bytes()) == (2, before)
    assert line.startswith("grader: out: the results of a class of 2 are in it; choose another")


@pytest.mark.usefixtures("course")
def test_no_report_is_written_into_the_assignment(capsys: pytest.CaptureFixture[str]) -> None:
    status, line = refused(capsys, "grade", "handins/ada", "--out", "planted/out")
    assert (status, Path("planted").exists()) == (2, False)
    assert line.endswith("planted is part of the assignment; choose another folder with --out")
