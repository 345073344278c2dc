"""An assignment of one module with one right hand-in, and what a refusal prints."""

from pathlib import Path

import pytest

from grader.cli import main
from tests.commands.test_batch import RIGHT
from tests.las_only import write_las_only


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An assignment of one module, with one right hand-in; the present folder is its root."""
    write_las_only(tmp_path)
    (tmp_path / "handins/ada").mkdir(parents=True)
    (tmp_path / "handins/ada/las.py").write_text(RIGHT, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status and the one line on standard error."""
    status = main(arguments)
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    return status, line
