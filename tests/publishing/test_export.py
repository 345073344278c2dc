"""What is exported can be read by those whom it is for, and says where it goes."""

import json
from pathlib import Path

import pytest

from grader.cli import main
from grader.errors import UsageError
from grader.publishing.export import as_reported
from grader.publishing.run import JSON
from tests.publishing import published_class
from tests.report.report_samples import good_checks, handin, scored
from tests.support import ROOT

course = published_class.course  # the fixture: ada has 6 points, bo 0
ADA = handin("ada", good_checks())

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
    assert main(["report", "out", "--quiet"]) == 0
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
        "bo asks for 'las.look_and_sya', which is no task; did you mean 'las.look_and_say'?" in said
    )
    assert "ada asks" not in said


@pytest.mark.parametrize("form", ["canvas", "table", "moodle-grades", "pages"])
def test_scores_that_the_report_does_not_show_leave_the_house_by_no_form(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    config = Path("config.yaml").read_text("utf-8")
    Path("config.yaml").write_text(config.replace("points: 6", "points: 7"), "utf-8")
    assert main(["export", form, "out", "--to", "exported"]) == 2
    assert not Path("exported").exists()
    assert capsys.readouterr().err.replace("\n", " ") == (
        "grader: out: ada has 6, and has 7 by config.yaml and your files of now; "
        "run `grader report out` and look at it before you export "
    )
    Path("config.yaml").write_text(config, "utf-8")
    assert main(["export", form, "out", "--to", "exported"]) == 0


def test_a_report_that_somebody_has_edited_is_made_again_before_an_export(
    capsys: pytest.CaptureFixture[str],
) -> None:
    grades = Path("out/grades.json")
    grades.write_text(grades.read_text("utf-8").replace('"score": 6.0', '"score": six'), "utf-8")
    assert main(["export", "canvas", "out"]) == 2
    assert "out: ada is not in the report" in capsys.readouterr().err
    assert main(["report", "out", "--quiet"]) == 0
    assert main(["export", "canvas", "out"]) == 0


def test_a_mark_counts_in_exports_as_soon_as_the_report_shows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    mark = "handins: [{student: bo, marks: [{item: style, points: 2}]}]\n"
    Path("handins/rubric.yaml").write_text(published_class.ITEMS + mark, "utf-8")
    assert main(["export", "canvas", "out", "--student", "bo"]) == 2
    assert "bo has 0, and has 2 by config.yaml" in capsys.readouterr().err
    assert main(["report", "out"]) == 0
    capsys.readouterr()
    assert main(["export", "canvas", "out", "--student", "bo"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == '"bo",,,"bo","",2'


@pytest.mark.parametrize("command", [["report"], ["export", "canvas"], ["release"]])
def test_results_of_another_assignment_are_not_made_into_empty_grades(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody has forgotten --config."""
    before = Path("out/grades.csv").read_bytes()
    other = ROOT / "assignments/bank/config.yaml"
    assert main([*command, "out", "--config", str(other)]) == 2
    assert capsys.readouterr().err.replace("\n", " ") == (
        "grader: out: these are results of 'Trees', not of 'A small bank'; "
        "name their configuration with --config, or another folder "
    )
    assert Path("out/grades.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("reported", "said"),
    [
        ({"student": "ada", "score": 26, "extra": 0}, "ada has 26, and has 26 and 5 extra by"),
        ({"student": "ada", "score": 20.5, "extra": 5}, "ada has 20.5 and 5 extra, and has 26 and"),
        ({"student": "ada", "score": None, "extra": 0}, "ada has no score, and has 26 and 5 extra"),
        ({"student": "bo", "score": 26, "extra": 5}, "ada is not in the report, and has 26 and 5"),
    ],
)
def test_a_score_that_is_another_by_now_is_refused(
    tmp_path: Path, reported: dict[str, object], said: str
) -> None:
    (tmp_path / JSON).write_text(json.dumps(reported), "utf-8")
    with pytest.raises(UsageError) as refused:
        list(as_reported(tmp_path, [(ADA, scored(ADA))]))
    assert str(refused.value).startswith(f"{tmp_path}: {said}")


def test_a_score_that_is_the_same_goes_out(tmp_path: Path) -> None:
    line = json.dumps({"student": "ada", "score": 26.0, "extra": 5})
    (tmp_path / JSON).write_text(line, "utf-8")
    both = [(ADA, scored(ADA))]
    assert list(as_reported(tmp_path, both)) == both


@pytest.mark.parametrize(
    "url", ["javascript:alert(1)", "https://example.edu/a b", "hw9", "http://"]
)
def test_pages_are_nowhere_but_at_an_address_of_the_web(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["export", "pages", "out", "--to", "pages", "--url", url])
    assert "is not an address of the web, such as https://example.edu/hw9" in " ".join(
        capsys.readouterr().err.split()
    )
    assert not Path("pages").exists()


@pytest.mark.parametrize("url", ["https://example.edu/hw9", "https://example.edu/hw9/"])
def test_links_are_below_the_address(url: str) -> None:
    assert main(["export", "pages", "out", "--to", "pages", "--url", url]) == 0
    assert '"https://example.edu/hw9/' in Path("pages/mail.csv").read_text("utf-8")
