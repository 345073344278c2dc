"""`grader check` runs public checks alone."""

import pytest

from grader.cli import main
from tests.commands import small_course

course = small_course.course  # the fixture


@pytest.mark.usefixtures("course")
def test_check_runs_public_checks_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "handins/ada"]) == 0
    said = capsys.readouterr().out
    assert "hidden" not in said
    assert "6 of 6 points" in said
