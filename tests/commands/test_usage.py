"""What was typed wrongly gets one line that helps; shells learn what can be typed."""

import json
import subprocess
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands.export import FORMS
from tests.publishing import test_run

course = test_run.course  # the fixture


def ends_with(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    return printed.strip()


def test_a_command_that_is_not_known_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    printed = ends_with(capsys, "bach", "x")
    assert printed.startswith("grader: there is no 'bach' here; known are batch, report, ")
    assert printed.endswith("; did you mean batch?")
    assert ends_with(capsys, "xyz").endswith("grader --help explains it")


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
    assert printed == "grader: there is no option --onyl here; did you mean --only?"
    assert ends_with(capsys, "export", "cavas", "o").endswith("did you mean canvas?")
    assert ends_with(capsys, "batch", "x").endswith(
        "the following arguments are required: --out; grader batch --help explains it"
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
