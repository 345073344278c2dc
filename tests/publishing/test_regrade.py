"""What was published never moves by itself: a set is proposed, looked at, applied or cancelled."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.cli import main
from grader.errors import OutputError
from grader.publishing import log
from grader.publishing.regrade import publish_or_propose
from grader.publishing.run import recall
from grader.statuses import Status
from grader.store.writer import FILE, Store
from tests.publishing import published_class, regraded_class
from tests.publishing.published_class import ITEMS, scores
from tests.publishing.regraded_class import OUT, by_hidden_check, regraded
from tests.support import as_graded

course = published_class.course  # the fixture: ada has 6 points, bo 0
swapped = regraded_class.swapped
pytestmark = pytest.mark.usefixtures("course")


@pytest.mark.usefixtures("swapped")
def test_nothing_is_exported_while_a_set_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "canvas", "out"]) == 2
    assert "a set of changes is waiting in out/proposed/changes.html" in capsys.readouterr().err


@pytest.mark.usefixtures("swapped")
def test_a_set_vanishes_with_what_caused_it() -> None:
    regraded(Status.PASSED, Status.FAILED)
    assert main(["report", "out"]) == 0
    assert not (OUT / "proposed").exists()


def test_a_class_that_is_half_regraded_is_neither_published_nor_applied(
    capsys: pytest.CaptureFixture[str],
) -> None:
    regraded(Status.FAILED)
    assert main(["export", "canvas", "out"]) == 2
    assert main(["report", "out"]) == 0
    assert "1 are not graded anew yet" in capsys.readouterr().out
    assert main(["apply", "out"]) == 2
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}
    assert main(["cancel", "out"]) == 0
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}


def test_a_fault_of_ours_takes_nobodys_score(capsys: pytest.CaptureFixture[str]) -> None:
    regraded(Status.BROKEN, Status.PASSED)
    assert main(["report", "out"]) == 0
    assert main(["apply", "out"]) == 2
    assert "ada would have no score" in capsys.readouterr().err
    assert main(["apply", "out", "--no-drops"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 6.0}


def test_new_hand_ins_and_marks_by_hand_count_at_once() -> None:
    with Store(OUT / FILE) as store:
        new = replace(by_hidden_check("bo", Status.PASSED), digest="of other files")
        for result in (new, by_hidden_check("cy", Status.PASSED)):
            store.put_many([as_graded(result, {"las": "v1"})])
    mark = "handins: [{student: ada, marks: [{item: style, points: 2}]}]\n"
    Path("handins/rubric.yaml").write_text(ITEMS + mark, "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 8.0, "bo": 6.0, "cy": 6.0}
    [marked] = log.entries(OUT)
    assert (marked.what, marked.said["student"]) == ("marks", "ada")
    assert marked.said["now"] == {"marks": {"style": [2.0, ""]}, "comments": []}


def test_damaged_grades_are_written_anew() -> None:
    (OUT / "grades.json").write_text('{"student": nonsense\n', "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}
    shutil.rmtree(OUT / "students")
    assert main(["report", "out"]) == 0


def test_no_report_is_made_of_results_that_have_vanished() -> None:
    run = recall(load(Path("config.yaml")), OUT)
    shutil.rmtree(OUT)
    with pytest.raises(OutputError, match="deleted or moved while this run wrote into it"):
        publish_or_propose(run)
    assert list(OUT.iterdir()) == []
