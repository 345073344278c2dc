"""A set that is cancelled leaves everything as it was."""

import shutil
from pathlib import Path

import pytest

from grader.cli import main
from grader.statuses import Status
from tests.publishing import published_class, regraded_class
from tests.publishing.published_class import scores
from tests.publishing.regraded_class import OUT, regraded, whole

course = published_class.course  # the fixture: ada has 6 points, bo 0
swapped = regraded_class.swapped
pytestmark = pytest.mark.usefixtures("course")


@pytest.mark.usefixtures("swapped")
def test_a_cancelled_set_leaves_everything_as_it_was() -> None:
    before = whole(OUT)
    assert main(["cancel", "out"]) == 0
    assert whole(OUT) == before
    assert main(["report", "out"]) == 0
    assert not (OUT / "proposed").exists()
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}
    regraded(Status.FAILED, Status.PASSED)  # the check is still changed
    assert main(["report", "out"]) == 0
    assert (OUT / "proposed/set.json").exists()
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}


def test_a_set_is_not_cancelled_where_the_report_was_edited(
    swapped: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The results of whom its lines no longer name would be gone."""
    grades = swapped / "out/grades.json"
    before = grades.read_text("utf-8")
    grades.write_text(before.replace('"score": 6.0', '"score": six'), "utf-8")
    assert main(["cancel", "out"]) == 2
    assert capsys.readouterr().err.replace("\n", " ") == (
        "grader: out/grades.json: somebody has edited it; put it back as it was "
    )
    grades.write_text(before, "utf-8")
    assert main(["cancel", "out"]) == 0


def test_a_set_that_is_cancelled_leaves_the_files_of_the_report() -> None:
    Path("later").mkdir()
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out", "--handins", "later"]) == 0
    assert main(["cancel", "out"]) == 0
    shutil.rmtree("later")
    assert main(["export", "canvas", "out"]) == 0
