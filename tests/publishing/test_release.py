"""A released score is held whatever the cause, until its release is taken back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli import main
from grader.course.released import ReleasedScore, as_data
from grader.publishing import log
from grader.publishing import release as releasing
from grader.publishing.run import read_pins
from grader.statuses import Status
from tests.publishing import published_class
from tests.publishing.published_class import ITEMS, scores
from tests.publishing.regraded_class import OUT, Killed, regraded, whole

course = published_class.course  # the fixture: ada has 6 points, bo 0
pytestmark = pytest.mark.usefixtures("course")


def test_a_released_score_is_held_whatever_the_cause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "out"]) == 0
    assert "released: 2 scores" in capsys.readouterr().out
    mark = "handins: [{student: bo, marks: [{item: style, points: 2}]}]\n"
    Path("handins/rubric.yaml").write_text(ITEMS + mark, "utf-8")
    assert main(["export", "canvas", "out"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == '"bo",,,"bo","",0'
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}
    assert "bo: 0 → 2 (up)" in capsys.readouterr().out
    assert main(["apply", "out"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 2.0}
    assert main(["log", "out", "--check"]) == 0
    assert main(["release", "out"]) == 0
    assert "released: 0 scores (2 earlier)" in capsys.readouterr().out


def test_a_rest_behind_the_decimals_of_an_older_version_moves_no_score(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pin = ReleasedScore(6.000000000000001, 0.0, "2026-05-01T10:00:00+00:00")
    log.append(OUT, releasing.RELEASED, {"released": as_data({"ada": pin})})
    written = OUT / "grades.json"
    written.write_text(
        written.read_text("utf-8").replace(": 6.0,", ": 6.000000000000001,"), "utf-8"
    )
    assert main(["report", "out"]) == 0
    assert "nothing is changed yet" not in capsys.readouterr().out
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}


def test_a_release_is_taken_back_as_long_as_nothing_came_after_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["release", "out", "--undo"]) == 2
    assert "nothing was released" in capsys.readouterr().err
    assert main(["release", "out"]) == 0
    assert main(["release", "out", "--undo", "--student", "ada"]) == 2
    assert "leave out --student" in capsys.readouterr().err
    assert main(["release", "out", "--undo"]) == 0
    assert "taken back: 2 scores may change again" in capsys.readouterr().out
    assert read_pins(OUT) == {}
    assert main(["release", "out", "--undo"]) == 2
    assert "out: the last release is taken back already" in capsys.readouterr().err
    assert main(["release", "out"]) == 0
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    assert main(["release", "out", "--undo"]) == 2
    assert "since then, " in (said := capsys.readouterr().err)
    assert " was shown 2 changes, 1 drop among them" in said
    assert main(["log", "out"]) == 0
    said = [line.partition("UTC  ")[2].partition(" ")[2] for line in log_of(capsys)]
    assert said[:3] == [
        "released 2 scores: ada, bo",
        "took back the release of 2 scores",
        "released 2 scores: ada, bo",
    ]
    assert said[3].startswith("was shown 2 changes, 1 drop among them (set ")


def test_a_release_is_taken_back_after_changes_that_were_cancelled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["release", "out"]) == 0
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    assert main(["cancel", "out"]) == 0
    assert main(["release", "out", "--undo"]) == 0
    assert "taken back: 2 scores may change again" in capsys.readouterr().out
    assert read_pins(OUT) == {}


def log_of(capsys: pytest.CaptureFixture[str]) -> list[str]:
    *lines, head = capsys.readouterr().out.splitlines()
    assert head.startswith("head ")
    return lines


def test_whoever_sits_at_a_terminal_is_asked_before_scores_are_fixed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _question: "n")
    assert main(["release", "out"]) == 0
    assert (capsys.readouterr().out, dict(read_pins(OUT))) == ("nothing is released\n", {})
    assert main(["release", "out", "--yes"]) == 0
    assert read_pins(OUT).keys() == {"ada", "bo"}


def test_one_student_is_released_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "out", "--student", "ADA"]) == 0
    pins = read_pins(OUT)
    assert {student: (pin.score, pin.extra) for student, pin in pins.items()} == {"ada": (6.0, 0.0)}
    assert main(["release", "out", "--student", "adda"]) == 2
    assert "adda has no score to release" in capsys.readouterr().err


def test_releasing_can_be_killed_after_its_line_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(releasing, "write_anew", dies)
        with pytest.raises(Killed):
            main(["release", "out"])
    mark = "handins: [{student: bo, marks: [{item: style, points: 2}]}]\n"
    Path("handins/rubric.yaml").write_text(ITEMS + mark, "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}
    assert main(["log", "out", "--check"]) == 0


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda text: text.replace('"bo": [0.0', '"bo": [6.0'), ":1: the line was changed after"),
        (lambda _text: "", " isn't in it: lines were removed or written anew"),
        (lambda text: text + "nonsense\n", ":2: the line can't be read"),
    ],
)
@pytest.mark.parametrize("command", ["report", "release", "batch handins --out"])
def test_a_log_that_was_tampered_with_moves_no_released_score(
    capsys: pytest.CaptureFixture[str],
    change: Callable[[str], str],
    fault: str,
    command: str,
) -> None:
    assert main(["release", "out"]) == 0
    before, text = whole(OUT), (OUT / log.FILE).read_text("utf-8")
    assert change(text) != text
    (OUT / log.FILE).write_text(change(text), "utf-8")
    regraded(Status.FAILED, Status.PASSED)
    Path("handins/ada.py").touch()
    assert main([*command.split(), "out"]) == 1
    said = capsys.readouterr().err
    assert fault in said
    assert said.endswith("; it says what is released: restore it, or use another --out\n")
    assert whole(OUT) == before
    assert main(["log", "out", "--check"]) == 1
