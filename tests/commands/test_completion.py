"""Shells learn what can be typed."""

import subprocess
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands.export import FORMS


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
