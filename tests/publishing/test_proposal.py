"""A score whose hand-in is gone is held; a set says of everybody what applying it does."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from grader.cli import main
from grader.publishing.run import read_pins
from grader.results import NOTHING, HandinResult
from grader.statuses import Status
from grader.store.writer import FILE, Store
from tests.publishing import published_class
from tests.publishing.published_class import handin, report_anew, scores
from tests.support import as_graded

course = published_class.course  # the fixture: ada has 6 points, bo 0

pytestmark = pytest.mark.usefixtures("course")

OUT = Path("out")
ROSTER = "student,excused\nada,\nbo,\ncy,\n"
KEPT = {"ada": 6.0, "bo": 0.0, "cy": 6.0}


def with_roster(text: str = ROSTER) -> None:
    """The same class with a roster, in which cy handed in nothing; it is reported again."""
    Path("handins/roster.csv").write_text(text, "utf-8")
    with Store(OUT / FILE) as store:
        store.put_handins([(HandinResult("cy", "", problem=NOTHING), {})])
    assert main(["report", "out"]) == 0


def only_cy(*, roster: bool) -> None:
    """As a batch of a download does that has cy's hand-in and no others."""
    absent = ("ada", "bo") if roster else ()
    with Store(OUT / FILE) as store:
        store.keep_only(["cy", *absent], {"las": "v1"})
        store.put_handins([(HandinResult(student, "", problem=NOTHING), {}) for student in absent])
        store.put_many([as_graded(handin("cy"), {"las": "v1"})])


def moves() -> dict[str, str]:
    found = json.loads((OUT / "proposed/set.json").read_text("utf-8"))
    return {one["student"]: one["move"] for one in found["changes"]}


def texts() -> dict[str, str]:
    with (OUT / "proposed/messages.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row["text"] for row in csv.DictReader(file)}


@pytest.mark.parametrize("released", [False, True])
@pytest.mark.parametrize("roster", [False, True])
def test_a_download_of_some_takes_nobodys_score(
    capsys: pytest.CaptureFixture[str], *, roster: bool, released: bool
) -> None:
    if roster:
        with_roster()
    if released:
        assert main(["release", "out"]) == 0
    before = (OUT / "grades.json").read_bytes()
    only_cy(roster=roster)
    capsys.readouterr()
    assert main(["report", "out"]) == 0
    said = capsys.readouterr().out
    assert (OUT / "grades.json").read_bytes() == before
    assert moves() == {
        "ada": "no longer there",
        "bo": "no longer there",
        "cy": "has a score now" if roster else "new",
    }
    assert "2 hand-ins that were graded before aren't there any more" in said
    assert "2 hand-ins that were graded before" in (OUT / "proposed/changes.html").read_text()
    assert main(["apply", "out", "--no-drops"]) == 0
    assert scores(OUT) == KEPT
    page = (OUT / "students/ada.html").read_text("utf-8")
    assert "Nothing was handed in" not in page
    assert "las.py" in page


def test_hidden_people_who_are_gone_are_not_advised_to_be_kept(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Store(OUT / FILE) as store:
        store.put_many([as_graded(handin("Participant 12"), {"las": "v1"})])
    report_anew()
    with Store(OUT / FILE) as store:
        store.keep_only(["ada", "bo"], {"las": "v1"})
    capsys.readouterr()
    assert main(["report", "out"]) == 0
    assert moves() == {"Participant 12": "no longer there"}
    assert "--no-drops" not in capsys.readouterr().out


@pytest.mark.parametrize("roster", [False, True])
def test_scores_that_were_kept_stay_when_the_same_download_is_graded_again(*, roster: bool) -> None:
    if roster:
        with_roster()
    only_cy(roster=roster)
    assert main(["report", "out"]) == 0
    assert main(["apply", "out", "--no-drops"]) == 0
    only_cy(roster=roster)
    assert main(["report", "out"]) == 0
    assert not (OUT / "proposed").exists()
    assert scores(OUT) == KEPT
    with Store(OUT / FILE) as store:
        assert store.with_files() == ["ada", "bo", "cy"]


def test_hand_ins_that_are_gone_are_applied_once_somebody_says_so() -> None:
    with_roster()
    only_cy(roster=True)
    assert main(["report", "out"]) == 0
    assert main(["apply", "out"]) == 0
    assert scores(OUT) == {"ada": None, "bo": None, "cy": 6.0}
    assert read_pins(OUT) == {}


def test_a_cancelled_set_leaves_new_hand_ins_to_the_next_batch() -> None:
    with_roster()
    only_cy(roster=True)
    assert main(["report", "out"]) == 0
    assert main(["cancel", "out"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0, "cy": None}
    assert main(["report", "out"]) == 0
    assert not (OUT / "proposed").exists()


def test_a_set_names_everybody_whose_score_applying_it_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with_roster()
    with Store(OUT / FILE) as store:
        store.keep_only(["ada", "bo", "cy"], {"las": "v2"})
        for result in (
            handin("ada", Status.FAILED),
            replace(handin("bo"), digest="of other files"),
            handin("cy"),
            handin("dee"),
        ):
            store.put_many([as_graded(result, {"las": "v2"})])
    capsys.readouterr()
    assert main(["report", "out"]) == 0
    assert moves() == {"ada": "down", "bo": "up", "cy": "has a score now", "dee": "new"}
    assert "1 dropped, 1 rose, 1 with a score now, 1 new" in capsys.readouterr().out
    said = texts()
    assert said["bo"].startswith(
        "Look and say alone: you handed in again; your score was 0, and is 6 now.\n"
    )
    assert said["cy"].startswith("Look and say alone: you have a score now: 6.\n")
    assert said["dee"].startswith("Look and say alone: you have a score now: 6.\n")
    assert main(["apply", "out"]) == 0
    assert scores(OUT) == {"ada": 0.0, "bo": 6.0, "cy": 6.0, "dee": 6.0}


def test_a_report_of_one_student_writes_nothing_that_is_held() -> None:
    with_roster()
    before = (OUT / "grades.json").read_bytes()
    only_cy(roster=True)
    assert main(["report", "out", "--student", "cy"]) == 0
    assert (OUT / "grades.json").read_bytes() == before
    assert moves()["ada"] == "no longer there"
