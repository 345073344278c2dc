"""What is exported can be read by those whom it is for, and says where it goes."""

from pathlib import Path

import pytest

from grader.cli import main
from tests.publishing import test_run

course = test_run.course  # the fixture: ada has 6 points, bo 0

pytestmark = pytest.mark.usefixtures("course")


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_web_server_can_read_its_pages_and_nothing_else() -> None:
    assert main(["export", "pages", "out", "--to", "pages"]) == 0
    assert mode(Path("pages/web")) == 0o755
    assert {mode(path) for path in Path("pages/web").iterdir()} == {0o644}
    assert not mode(Path("pages/mail.csv")) & 0o007
    [*_, page] = [p for p in Path("pages/web").iterdir() if len(p.stem) == 32]
    assert 'href="request.html"' in page.read_text("utf-8")


def test_canvas_is_told_to_make_a_new_column_only_knowingly(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["export", "canvas", "out"]) == 0
    assert capsys.readouterr().err.replace("\n", " ") == (
        "the column is 'Look and say alone': Canvas makes a new assignment of a name that it "
        "doesn't know; for the one that is there, give its name and id: "
        "--column 'Look and say alone (12345)' "
    )
    assert main(["export", "canvas", "out", "--column", "Homework 9 (12345)"]) == 0
    assert capsys.readouterr().err == ""


def gradebook(*excused: str) -> None:
    """Canvas's gradebook is the roster: Ada is excused from trees, Bo from lists."""
    head = "Student,ID,SIS Login ID,Section,Lists (8),Trees (9),excused"
    points = "    Points Possible,,,,9,6,"
    people = [f"Ada,11,ada,A,,EX,{'yes' if 'ada' in excused else ''}", "Bo,12,bo,A,EX,,"]
    Path("handins/roster.csv").write_text("\n".join([head, points, *people]), "utf-8")


def test_a_score_ends_no_excuse_that_canvas_knows(capsys: pytest.CaptureFixture[str]) -> None:
    gradebook()
    assert main(["export", "canvas", "out", "--column", "Trees (9)"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:] == ['"Ada","11",,"ada","A","EX"', '"Bo","12",,"bo","A",0']


def test_whoever_is_excused_in_canvas_alone_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    gradebook()
    assert main(["export", "canvas", "out", "--column", "Trees"]) == 0
    assert capsys.readouterr().err.replace("\n", " ") == (
        "EX, as in Canvas: ada; with `yes` under `excused` in roster.csv, they have no score here, "
        "either "
    )
    gradebook("ada")
    assert main(["export", "canvas", "out", "--column", "Trees"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("option", [[], ["--column", "Tree"], ["--column", "Trees (99)"]])
def test_a_column_that_the_gradebook_lacks_is_noted_with_those_that_it_has(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    gradebook()
    assert main(["export", "canvas", "out", *option]) == 0
    said = capsys.readouterr().err.replace("\n", " ")
    assert "Canvas makes a new assignment of a name that it doesn't know; in roster.csv" in said
    assert "'Trees (9)'" in said
    assert "'Lists (8)'" in said


def test_a_request_for_a_task_that_does_not_exist_gets_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "student,task,reason\nbo,las.look_and_sya,right\nada,las.look_and_say,right\n"
    Path("handins/regrade_requests.csv").write_text(text, "utf-8")
    assert main(["report", "out"]) == 0
    said = capsys.readouterr().err
    assert (
        "bo asks for 'las.look_and_sya', which is no task; did you mean las.look_and_say?" in said
    )
    assert "ada asks" not in said
