"""Staff run the checks on one hand-in with pytest's own options, and see its evidence."""

from pathlib import Path

import pytest

from grader.cli import main
from tests.commands.test_batch import RIGHT, WRONG
from tests.las_only import write_las_only
from tests.support import ROOT


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_las_only(tmp_path)
    for student, text in (("ada", RIGHT), ("bo", WRONG)):
        (tmp_path / student).mkdir()
        (tmp_path / student / "las.py").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("course")
def test_a_right_hand_in_passes_the_checks_that_are_chosen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["debug", "ada", "-k", "agrees or one_run"]) == 0
    assert "2 passed" in capsys.readouterr().out


def test_the_assignment_may_be_named_among_the_options(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "elsewhere").mkdir()
    monkeypatch.chdir(course / "elsewhere")
    config = str(course / "config.yaml")
    assert main(["debug", "../ada", "--config", config, "-k", "one_run"]) == 0
    assert "1 passed" in capsys.readouterr().out


@pytest.mark.usefixtures("course")
def test_a_failure_shows_its_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["debug", "bo", "-x", "-k", "agrees"]) == 1
    said = capsys.readouterr().out
    assert "1 failed" in said
    assert "call       from gametree import *" in said
    assert "got        Seq.of(" in said


@pytest.mark.usefixtures("course")
def test_a_check_that_hangs_is_ended_and_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.commands.authoring.debugging.backstop_of", lambda _assignment: 0.5)
    Path("ada/las.py").write_text("while True: pass\n", "utf-8")
    assert main(["debug", "ada", "-k", "one_run"]) == 1
    assert "Failed: Timeout (>0.5s) from pytest-timeout." in capsys.readouterr().out


@pytest.mark.usefixtures("course")
def test_examples_of_the_texts_are_checks_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["debug", "ada", "-k", "the_examples_of"]) == 0
    assert "3 passed" in capsys.readouterr().out
    Path("ada/las.py").write_text(RIGHT.replace("return", "return []\n    return"), "utf-8")
    assert main(["debug", "ada", "-k", "the_examples_of"]) == 1
    assert " failed" in capsys.readouterr().out


def test_tests_of_a_course_are_not_run_outside_their_box(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shop = ROOT / "assignments/shop"
    config = str(shop / "config.yaml")
    assert main(["debug", str(shop / "reference"), "--config", config]) == 2
    assert capsys.readouterr().err == (
        "grader: debug looks at checks, and all tests of shop are as-is: run pytest on them, "
        "beside a copy of the hand-in\n"
    )
