"""`grader doctor` says how well hand-ins are kept apart here."""

import pytest

from grader.cli import main


def test_doctor_names_the_tier(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("isolation tier ")
    assert any(line.startswith("interpreter: Python 3.") for line in lines)
