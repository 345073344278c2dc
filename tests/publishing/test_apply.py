"""A set is applied once, as it was looked at, whatever ends the process on the way."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli import main
from grader.publishing import log, regrade
from grader.statuses import Status
from tests.publishing import published_class, regraded_class
from tests.publishing.published_class import ITEMS, scores
from tests.publishing.regraded_class import OUT, Killed, regraded, told

course = published_class.course  # the fixture: ada has 6 points, bo 0
swapped = regraded_class.swapped
pytestmark = pytest.mark.usefixtures("course")


@pytest.mark.usefixtures("swapped")
def test_a_set_is_applied_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", "out"]) == 0
    assert scores(OUT) == {"ada": 0.0, "bo": 6.0}
    assert not (OUT / "proposed").exists()
    [kept] = (OUT / "changes").iterdir()
    assert kept.name.endswith("-applied")
    assert told(kept).keys() == {"ada", "bo"}
    assert main(["apply", "out"]) == 2
    assert "no set of changes is waiting" in capsys.readouterr().err
    assert main(["export", "canvas", "out"]) == 0


@pytest.mark.usefixtures("swapped")
def test_only_what_was_looked_at_is_applied(capsys: pytest.CaptureFixture[str]) -> None:
    regraded(Status.FAILED, Status.FAILED, version="v3")
    assert main(["apply", "out"]) == 2
    assert "what would change isn't what was looked at" in capsys.readouterr().err
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}


@pytest.mark.usefixtures("swapped")
def test_who_would_lose_points_may_keep_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["apply", "out", "--no-drops"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 6.0}
    [kept] = (OUT / "changes").iterdir()
    assert f"applied: 1 change, and 1 drop left as it was (set {kept.name[16:28]})" in (
        capsys.readouterr().out
    )
    assert told(kept).keys() == {"bo"}  # nobody is told of a score that nobody has
    assert [m["student"] for m in json.loads((kept / "set.json").read_text())["messages"]] == ["bo"]
    [*_, applied] = log.entries(OUT)
    assert (applied.said["kept"], [*applied.said["scores"]]) == (["ada"], ["bo"])
    assert "kept as it was on " in (OUT / "students/ada.html").read_text("utf-8")
    assert main(["report", "out"]) == 0  # it is not proposed again
    assert not (OUT / "proposed").exists()
    assert scores(OUT) == {"ada": 6.0, "bo": 6.0}
    assert main(["log", "out", "--check"]) == 0


@pytest.mark.usefixtures("swapped")
def test_a_mark_by_hand_counts_beside_what_was_kept() -> None:
    assert main(["apply", "out", "--no-drops"]) == 0
    for points, before in ((2, 6.0), (5, 8.0), (1, 11.0)):
        mark = f"handins: [{{student: ada, marks: [{{item: style, points: {points}}}]}}]\n"
        Path("handins/rubric.yaml").write_text(ITEMS + mark, "utf-8")
        assert main(["report", "out"]) == 0
        assert scores(OUT) == {"ada": before, "bo": 6.0}
        page = (OUT / "proposed/students/ada.html").read_text("utf-8")
        assert "kept as it was on " in page
        assert main(["apply", "out"]) == 0
        assert scores(OUT) == {"ada": 6.0 + points, "bo": 6.0}
    regraded(Status.PASSED, Status.PASSED, version="v3")
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 7.0, "bo": 6.0}


def test_a_set_is_applied_with_the_files_that_it_was_made_from() -> None:
    """Where a second download is in another folder, and the first one is gone."""
    mark = "handins: [{student: ada, marks: [{item: style, points: 2}]}]\n"
    Path("later").mkdir()
    Path("later/rubric.yaml").write_text(ITEMS + mark, "utf-8")
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out", "--handins", "later"]) == 0
    shutil.rmtree("handins")
    assert main(["apply", "out"]) == 0
    assert scores(OUT) == {"ada": 2.0, "bo": 6.0}
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 2.0, "bo": 6.0}


@pytest.mark.usefixtures("swapped")
def test_a_set_that_is_applied_brings_what_is_known_of_its_run() -> None:
    memory = OUT / "proposed/run.json"
    later = json.loads(memory.read_text("utf-8"))
    later["context"]["date"] = "2031-05-06T07:08:09+00:00"
    memory.write_text(json.dumps(later | {"left_aside": ["scratch.txt: no hand-in"]}), "utf-8")
    assert main(["apply", "out"]) == 0
    assert json.loads((OUT / "run.json").read_text("utf-8"))["left_aside"] == [
        "scratch.txt: no hand-in"
    ]
    assert "6 May 2031" in (OUT / "students/ada.html").read_text("utf-8")


STEPS = ("write_anew", "_archive", "_settle")


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.usefixtures("swapped")
def test_applying_can_be_killed_anywhere(
    monkeypatch: pytest.MonkeyPatch, step: str, *, late: bool
) -> None:
    real: Callable[..., object] = getattr(regrade, step)

    def dies(*arguments: object) -> None:
        if late:
            real(*arguments)
        raise Killed

    assert main(["cancel", "out"]) == 0
    assert main(["report", "out"]) == 0
    assert main(["release", "out"]) == 0
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    monkeypatch.setattr(regrade, step, dies)
    with pytest.raises(Killed):
        main(["apply", "out"])
    monkeypatch.setattr(regrade, step, real)
    if late:
        assert main(["apply", "out"]) == (0 if waiting(step) else 2)
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 0.0, "bo": 6.0}
    assert not (OUT / "proposed").exists()
    assert [entry.what for entry in log.entries(OUT)].count("applied") == 1
    assert main(["log", "out", "--check"]) == 0


def waiting(step: str) -> bool:
    """Whether there is still something to apply after a kill at the end of a step."""
    return step == "write_anew"


@pytest.mark.usefixtures("swapped")
def test_nothing_is_graded_while_applying_is_half_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def dies(*_: object) -> None:
        raise Killed

    monkeypatch.setattr(regrade, "write_anew", dies)
    with pytest.raises(Killed):
        main(["apply", "out"])
    Path("handins/ada.py").write_text("", "utf-8")
    assert main(["batch", "handins", "--out", "out"]) == 2
    assert "applying a set was interrupted" in capsys.readouterr().err
    assert main(["cancel", "out"]) == 2
