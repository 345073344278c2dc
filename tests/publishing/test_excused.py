"""Whoever is excused needs no score: in no table, page, export, message or mean."""

import csv
import io
import json
from pathlib import Path

import pytest

from grader.cli import main
from grader.publishing.run import read_pins
from grader.results import NOTHING, HandinResult
from grader.store.writer import FILE, Store
from tests.publishing import published_class
from tests.publishing.published_class import scores
from tests.publishing.test_proposal import moves, texts

course = published_class.course  # the fixture: ada has 6 points, bo 0

pytestmark = pytest.mark.usefixtures("course")

OUT = Path("out")


def excuse() -> None:
    """Ada handed in, cy did not; both are excused."""
    Path("handins/roster.csv").write_text("student,excused\nada,yes\nbo,\ncy,yes\n", "utf-8")
    with Store(OUT / FILE) as store:
        store.put_handins([(HandinResult("cy", "", problem=NOTHING), {})])


def exported(form: str, capsys: pytest.CaptureFixture[str]) -> dict[str, list[str]]:
    capsys.readouterr()
    assert main(["export", form, "out"]) == 0
    rows = csv.reader(io.StringIO(capsys.readouterr().out.lstrip("\ufeff")))
    return {row[0]: row for row in rows}


def test_every_export_says_the_same_of_the_excused(capsys: pytest.CaptureFixture[str]) -> None:
    excuse()
    assert main(["report", "out"]) == 0
    said = capsys.readouterr().out
    assert "2 hand-ins, 1 with a score, 1 excused" in said
    assert "1 of 3 in the roster handed in nothing, 1 of them excused" in said
    assert "mean 0" in said
    assert "the grader failed" not in said
    assert scores(OUT) == {"ada": None, "bo": 0.0, "cy": None}
    assert [row[-1] for row in exported("canvas", capsys).values()][2:] == ["EX", "0", "EX"]
    assert exported("moodle-grades", capsys).keys() == {"username", "bo"}
    table = exported("table", capsys)
    note = table["student"].index("note")
    assert [table[student][note] for student in ("ada", "bo", "cy")] == ["excused", "", "excused"]
    assert (table["ada"][5:8], table["ada"][-1]) == (["", "", ""], "")
    assert main(["export", "pages", "out", "--to", "pages"]) == 0
    with Path("pages/mail.csv").open(encoding="utf-8-sig", newline="") as file:
        mails = {row["student"]: row for row in csv.DictReader(file)}
    for student in ("ada", "cy"):
        assert mails[student]["score"] == ""
        assert "Excused: no score is needed." in mails[student]["text"]
        page = (OUT / f"students/{student}.html").read_text("utf-8")
        assert "You are excused from this assignment" in page
        assert "The grader failed" not in page
    assert main(["export", "gradescope", "out", "--student", "ada"]) == 1
    assert "ada: excused, so without a score" in capsys.readouterr().err


def test_a_released_score_becomes_excused_only_when_it_is_applied(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["release", "out"]) == 0
    excuse()
    assert main(["report", "out"]) == 0
    assert moves() == {"ada": "excused now"}
    assert texts() == {
        "ada": "Look and say alone: your score was 6; you are excused, and need none now.\n"
    }
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}
    assert main(["apply", "out", "--no-drops"]) == 0
    assert scores(OUT) == {"ada": None, "bo": 0.0, "cy": None}
    assert read_pins(OUT).keys() == {"bo"}
    assert main(["report", "out"]) == 0
    assert not (OUT / "proposed").exists()
    assert [row[-1] for row in exported("canvas", capsys).values()][2:] == ["EX", "0", "EX"]


def test_data_for_programs_say_who_is_excused(capsys: pytest.CaptureFixture[str]) -> None:
    excuse()
    assert main(["report", "out", "--json"]) == 0
    without = json.loads(capsys.readouterr().out)["without_score"]
    assert without["excused"] == ["ada", "cy"]
    data = json.loads((OUT / "grades.json").read_text("utf-8"))
    assert [one["excused"] for one in data["submissions"]] == [True, False, True]
