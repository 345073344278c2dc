"""What was published never moves by itself: a set is proposed, looked at, applied or cancelled."""

import csv
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli import main
from grader.publishing import log, regrade
from grader.publishing import release as releasing
from grader.publishing.proposal import at_most
from grader.publishing.run import read_pins
from grader.results import CheckResult, HandinResult, ModuleResult
from grader.statuses import Status
from grader.store.writer import FILE, Store
from tests.publishing import test_run
from tests.publishing.test_run import ITEMS, scores
from tests.support import as_graded

course = test_run.course  # the fixture: ada has 6 points, bo 0

pytestmark = pytest.mark.usefixtures("course")

OUT = Path("out")
TASK = "las.look_and_say"


def handin(student: str, status: Status) -> HandinResult:
    check = CheckResult(f"{TASK}/hidden/c", TASK, "a title", False, status)
    modules = (ModuleResult("las", (check,)),)
    return HandinResult(student, f"digest of {student}", modules, sources={"las.py": "x = 1\n"})


def regraded(*statuses: Status, version: str = "v2") -> None:
    """As a batch does after a check was changed: ada and bo get these statuses."""
    with Store(OUT / FILE) as store:
        store.keep_only(["ada", "bo"], {"las": version})
        for student, status in zip(("ada", "bo"), statuses, strict=False):
            store.put(as_graded(handin(student, status), {"las": version}))


@pytest.fixture
def swapped(course: Path) -> Path:
    """A run after which ada has 0 points and bo 6 is proposed."""
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    return course


def whole(folder: Path) -> dict[str, bytes]:
    """The files that readers of a report see."""
    files = [folder / "grades.json", folder / "grades.csv", folder / "index.html"]
    return {str(path): path.read_bytes() for path in [*files, *folder.glob("students/*")]}


def told(folder: Path) -> dict[str, str]:
    with (folder / "messages.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row["text"] for row in csv.DictReader(file)}


def test_a_run_that_moves_scores_only_proposes_it_drops_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = whole(OUT)
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    assert whole(OUT) == before
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line[0] not in " l"] == [
        "ada: 6 → 0 (down)",
        "bo: 0 → 6 (up)",
        "1 dropped, 1 rose",
        "nothing is changed yet in out: look at out/proposed/changes.html, then "
        "`grader apply out` or `grader cancel out`",
    ]
    page = (OUT / "proposed/changes.html").read_text("utf-8")
    assert page.index("students/ada.html") < page.index("students/bo.html")
    assert "a title" in (OUT / "proposed/students/ada.html").read_text("utf-8")
    assert told(OUT / "proposed")["ada"] == (
        "Look and say alone: your score was 6, and is 0 now.\n"
        "- Look and say (las.look_and_say): 6 before, 0 now\n"
        "  c (before: passed; now: not asked)\n"
        "  a title (before: not asked; now: the answer is wrong)\n"
    )


@pytest.mark.usefixtures("swapped")
def test_changes_are_shown_applied_and_cancelled_by_one_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["changes", "out"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[:2] == ["ada: 6 → 0 (down)", "bo: 0 → 6 (up)"]
    assert shown[-1].endswith("then `grader apply out` or `grader cancel out`")
    assert len(shown) <= 10
    assert main(["changes", "out", "--no-drops"]) == 2
    assert main(["changes", "out", "--cancel"]) == 0
    assert main(["report", "out"]) == 0
    assert main(["changes", "out"]) == 0
    assert capsys.readouterr().out.endswith("out: no changes are waiting\n")
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out"]) == 0
    assert main(["changes", "out", "--apply", "--no-drops"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 6.0}


def test_a_large_set_is_ten_lines_and_a_page() -> None:
    lines = [*[f"s{n}: 6 → 0 (down)" for n in range(40)], "    las: 6 → 0", "40 dropped"]
    assert at_most(10, lines) == [*lines[:8], "and 32 lines more", "40 dropped"]
    assert at_most(10, lines[:10]) == lines[:10]


@pytest.mark.usefixtures("swapped")
def test_nothing_is_exported_while_a_set_waits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "canvas", "out"]) == 2
    assert "a set of changes is waiting in out/proposed/changes.html" in capsys.readouterr().err


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


@pytest.mark.usefixtures("swapped")
def test_a_set_vanishes_with_what_caused_it() -> None:
    regraded(Status.PASSED, Status.FAILED)
    assert main(["report", "out"]) == 0
    assert not (OUT / "proposed").exists()


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
        new = test_run.replace(handin("bo", Status.PASSED), digest="of other files")
        for result in (new, handin("cy", Status.PASSED)):
            store.put(as_graded(result, {"las": "v1"}))
    mark = "handins: [{student: ada, marks: [{item: style, points: 2}]}]\n"
    Path("handins/rubric.yaml").write_text(ITEMS + mark, "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 8.0, "bo": 6.0, "cy": 6.0}
    [marked] = log.entries(OUT)
    assert (marked.what, marked.said["student"]) == ("marks", "ada")
    assert marked.said["now"] == {"marks": {"style": [2.0, ""]}, "comments": []}


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


def test_a_set_that_is_cancelled_leaves_the_files_of_the_report() -> None:
    Path("later").mkdir()
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out", "--handins", "later"]) == 0
    assert main(["cancel", "out"]) == 0
    shutil.rmtree("later")
    assert main(["export", "canvas", "out"]) == 0


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


def test_a_release_is_taken_back_as_long_as_nothing_came_after_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["release", "out", "--undo"]) == 2
    assert "nothing was released" in capsys.readouterr().err
    assert main(["release", "out"]) == 0
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


class Killed(BaseException):
    """Stands for a kill -9 at some place."""


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


def test_a_set_is_data_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    regraded(Status.FAILED, Status.PASSED)
    assert main(["report", "out", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [change["student"] for change in data["changes"]] == ["ada", "bo"]
    assert data == json.loads((OUT / "proposed/set.json").read_text("utf-8"))


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


def test_damaged_grades_are_written_anew() -> None:
    (OUT / "grades.json").write_text('{"student": nonsense\n', "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(OUT) == {"ada": 6.0, "bo": 0.0}
    shutil.rmtree(OUT / "students")
    assert main(["report", "out"]) == 0
