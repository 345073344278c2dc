"""What was typed wrongly gets one line that helps; shells learn what can be typed."""

import json
import subprocess
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands.export import FORMS
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


def test_a_command_that_is_not_known_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    printed = ends_with(capsys, "bach", "x")
    assert printed == (
        "grader: there is no 'bach' here; did you mean batch? grader --help lists all"
    )
    printed = ends_with(capsys, "xyz")
    assert printed.startswith("grader: there is no 'xyz' here; known are apply, batch, cancel, ")
    assert printed.endswith("grader --help explains it")


def test_help_lists_commands_by_what_they_are_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    text = capsys.readouterr().out
    groups = ["every day", "one hand-in", "grades that students have seen", "setting up"]
    places = [text.index(f"\n {group}\n") for group in groups]
    assert places == sorted(places)
    assert places[0] < text.index(" batch ") < places[1] < text.index(" debug ") < places[2]


def test_options_and_forms_are_guessed_too(capsys: pytest.CaptureFixture[str]) -> None:
    printed = ends_with(capsys, "batch", "x", "--out", "y", "--onyl", "z")
    assert printed == "grader batch: there is no option --onyl here; did you mean --only?"
    # Only a command's own options are meant: others have one of this very name.
    assert ends_with(capsys, "verify", "--out", "y") == (
        "grader verify: there is no option --out here; grader verify --help lists all"
    )
    assert "did you mean canvas?" in ends_with(capsys, "export", "cavas", "o")
    assert ends_with(capsys, "--hlep") == (
        "grader: there is no option --hlep here; did you mean --help?"
    )
    assert ends_with(capsys, "batch", "x", "--otu", "y") == (
        "grader batch: there is no option --otu here; did you mean --out?"
    )
    assert ends_with(capsys, "batch", "x").endswith(
        "the following arguments are required: --out; grader batch --help explains it"
    )


def test_what_is_swapped_is_said_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert ends_with(capsys, "export", "graded", "canvas") == (
        "grader export: there is no 'graded' here; 'canvas' comes first: "
        "grader export canvas graded"
    )


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


def completed(script: Path, *words: str) -> set[str]:
    shell = (
        f"source {script}; COMP_WORDS=(grader {' '.join(words)}); "
        f"COMP_CWORD={len(words)}; _shtab_grader; printf '%s\\n' ${{COMPREPLY[@]}}"
    )
    ended = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=True)
    return set(ended.stdout.split())


def test_bash_completes_commands_options_forms_and_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "grader.bash"
    script.write_text(capsys.readouterr().out)
    assert completed(script, "ex") == {"export"}
    assert completed(script, "export", "moo") == {form for form in FORMS if form[:3] == "moo"}
    assert completed(script, "batch", "--na") == {"--names"}
    (tmp_path / "handins").mkdir()
    monkeypatch.chdir(tmp_path)
    assert completed(script, "batch", "hand") == completed(script, "grade", "hand") == {"handins"}
    assert completed(script, "report", "o", "--handins", "hand") == {"handins"}


@pytest.mark.parametrize(("shell", "line"), [("zsh", "#compdef grader"), ("fish", "-l scheduler")])
def test_zsh_and_fish_have_theirs(
    shell: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    assert line in capsys.readouterr().out


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


@pytest.mark.parametrize("command", [["batch", "h", "--out", ""], ["log", ""], ["grade", ""]])
def test_a_name_that_is_empty_is_not_the_present_folder(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert "the name is empty" in ends_with(capsys, *command)
