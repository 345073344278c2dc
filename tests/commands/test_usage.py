"""What commands say to people and to programs."""

import json
from pathlib import Path

import pytest

from grader.cli import main
from tests.las_only import write_las_only
from tests.publishing import published_class

course = published_class.course  # the fixture


def ends_with(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    return printed.strip()


def test_what_is_no_hand_in_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write_las_only(tmp_path)
    monkeypatch.chdir(tmp_path)
    Path("roster.csv").write_text("student\nada\n", "utf-8")
    for command in ("grade", "check", "debug"):
        assert main([command, "roster.csv"]) == 2
        assert capsys.readouterr().err == (
            "grader: roster.csv: it is no hand-in; name a folder, an archive, a notebook or a .py "
            "file\n"
        )
    Path("graded").mkdir()
    for name in ("run.json", "results.sqlite"):
        (Path("graded") / name).write_text("{}", "utf-8")
    for words in (["batch", "graded", "--out", "o9"], ["grade", "graded"]):
        assert main(words) == 2
        assert capsys.readouterr().err == (
            "grader: graded: the grader's results are in it, no hand-ins; name the folder or "
            "download that was graded\n"
        )


@pytest.mark.usefixtures("course")
def test_programs_are_reported_in_json_and_quiet_says_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    capsys.readouterr()
    assert main(["report", "out", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "report": "out/index.html",
        "grades": "out/grades.json",
        "students": 2,
        "with_score": 2,
        "without_score": {"not_opened": [], "nothing_handed_in": [], "broken": [], "excused": []},
    }
    assert main(["report", "out", "--student", "ada", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["score"] == 6.0
    assert main(["diff", "out", "out", "--json"]) == 0
    json.loads(capsys.readouterr().out)
    assert main(["report", "out", "-q"]) == main(["diff", "out", "out", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
