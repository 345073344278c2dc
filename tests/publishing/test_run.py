"""What is made of results can be made again, and is refused in one clear line if it can't."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.cli import main
from grader.commands.export import FORMS
from grader.course.submissions import read_submissions
from grader.errors import ConfigError, OutputError, UsageError
from grader.publishing.run import find, read_beside, recall
from grader.report.context import RunContext
from grader.report.forms import form_of
from grader.results import NOTHING, Finding, HandinResult
from grader.statuses import Status
from grader.store.writer import FILE, Store
from tests.publishing import published_class
from tests.publishing.published_class import (
    CONTEXT,
    ITEMS,
    assignment,
    handin,
    published,
    report_anew,
    scores,
)
from tests.support import ROOT, as_graded

course = published_class.course  # the fixture: ada has 6 points, bo 0


def test_a_run_that_is_made_again_names_the_grading_and_not_today(course: Path) -> None:
    run = recall(assignment(), Path("out"))
    assert run.context == CONTEXT
    assert run.beside.folder == course / "handins"


def test_words_that_staff_add_later_are_in_the_report_that_is_made_again(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scores(course / "out") == {"ada": 6.0, "bo": 0.0}
    (course / "handins/rubric.yaml").write_text(ITEMS, "utf-8")
    own = "marks: [{item: style, points: 4}]\ncomments: [{file: las.py, line: 1, text: Hm}]\n"
    (course / "handins/bo.rubric.yaml").write_text(own, "utf-8")
    (course / "handins/adda.rubric.yaml").write_text("marks: []\n", "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(course / "out") == {"ada": 6.0, "bo": 4.0}
    assert "Comment on line 1: </span>Hm" in (course / "out/students/bo.html").read_text("utf-8")
    printed = capsys.readouterr()
    assert "there is no hand-in of adda; did you mean 'ada'?" in printed.err
    assert printed.out.splitlines()[-1] == "report: out/index.html"


def test_staffs_files_may_write_ids_in_another_case(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    marks = "handins: [{student: BO, marks: [{item: style, points: 4}]}]\n"
    (course / "handins/rubric.yaml").write_text(ITEMS + marks, "utf-8")
    (course / "handins/extensions.csv").write_text("student,due\nBo,2099-01-01T00:00Z\n", "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(course / "out") == {"ada": 6.0, "bo": 4.0}
    assert "there is no hand-in of" not in capsys.readouterr().err
    beside = read_beside(course / "handins", assignment())
    assert len(beside.facts("bo").grace.extensions) == 1


def stamps(out: Path) -> dict[str, tuple[int, int]]:
    """The files of a report; each that is written has another number or time."""
    files = [*out.glob("*.*"), *out.glob("students/*")]
    found = {path.name: path.stat() for path in files if not path.name.startswith(FILE)}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in found.items()}


@pytest.mark.usefixtures("course")
def test_a_report_that_would_be_the_same_is_left_alone_whatever_the_day() -> None:
    before, report = stamps(Path("out")), published()
    again = published(replace(CONTEXT, date="2027-01-01"))
    assert (again, stamps(Path("out"))) == (report, before)
    assert "2 hand-ins, 2 with a score" in again.text


def _results() -> None:
    with Store(Path("out") / FILE) as store:
        store.put_many([as_graded(handin("bo"), {"las": "v2"})])


def _findings() -> None:
    with Store(Path("out") / FILE) as store:
        store.put_findings("i", [("digest of bo", [Finding("las.py", 1, "F401", "unused")])])


def _sources() -> None:
    with Store(Path("out") / FILE) as store:
        other = replace(handin("bo"), digest="of other files", sources={"las.py": "y = 2\n"})
        store.put_many([as_graded(other, {"las": "v1"})])


def _class() -> None:
    with Store(Path("out") / FILE) as store:
        store.keep_only(["ada"], {"las": "v1"})


def _config() -> None:
    config = Path("config.yaml").read_text("utf-8")
    Path("config.yaml").write_text(config.replace("title: ", "title: More on ", 1), "utf-8")


def _rubric() -> None:
    Path("handins/rubric.yaml").write_text(
        f"{ITEMS}handins: [{{student: bo, marks: [{{item: style, points: 1}}]}}]\n", "utf-8"
    )


def _times() -> None:
    text = "student,submitted_at\nada,2026-05-01T00:00:00+00:00\n"
    Path("handins/submissions.csv").write_text(text, "utf-8")


def _edited_json() -> None:
    with Path("out/grades.json").open("a", encoding="utf-8") as file:
        file.write(" ")


def _edited_run() -> None:
    data = json.loads(Path("out/run.json").read_text("utf-8"))
    Path("out/run.json").write_text(json.dumps(data | {"report": {"made_from": 1}}), "utf-8")


CHANGES = {
    "results": _results,
    "findings": _findings,
    "sources": _sources,
    "class": _class,
    "config": _config,
    "rubric": _rubric,
    "times": _times,
    "edited json": _edited_json,
    "edited run": _edited_run,
    "no csv": Path("out/grades.csv").unlink,
    "no class page": Path("out/index.html").unlink,
    "no page": Path("out/students/ada.html").unlink,
}


@pytest.mark.usefixtures("course")
def test_a_result_that_had_a_fault_of_ours_is_reported_when_it_is_there() -> None:
    """It replaces another one by the same digests, as no other result does."""
    for status, score in ((Status.BROKEN, None), (Status.PASSED, 6.0)):
        with Store(Path("out") / FILE) as store:
            store.put_many([as_graded(handin("bo", status), {"las": "v2"})])
        published()
        assert scores(Path("out"))["bo"] == score


@pytest.mark.usefixtures("course")
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_report_is_made_anew_when_anything_of_it_has_changed(change: Callable[[], None]) -> None:
    published()
    before = stamps(Path("out"))
    change()
    published()
    after = stamps(Path("out"))
    whole = {"grades.json", "grades.csv", "index.html", "run.json"}
    assert {name for name in whole if after[name] == before.get(name)} == set()
    again = published(replace(CONTEXT, date="2027-01-01"))
    assert (again.files["grades.json"], stamps(Path("out"))) == (
        published().files["grades.json"],
        after,
    )


@pytest.mark.usefixtures("course")
@pytest.mark.parametrize(
    "context",
    [
        replace(CONTEXT, tier="namespaces"),
        replace(CONTEXT, versions=(("Python", "3.12"),)),
        replace(CONTEXT, hashes=(("las", "ff"),)),
    ],
)
def test_a_report_is_made_anew_when_it_was_graded_otherwise(context: RunContext) -> None:
    before = published()
    page = Path("out/students/ada.html").stat().st_ino
    assert published(context).made_from != before.made_from
    assert Path("out/students/ada.html").stat().st_ino != page


@pytest.mark.usefixtures("course")
def test_a_report_is_made_anew_by_another_version_of_the_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = published(), stamps(Path("out"))
    monkeypatch.setattr("grader.publishing.write.own_digest", lambda: "another")
    assert published().made_from != before[0].made_from
    assert stamps(Path("out")).items() & before[1].items() == set()


@pytest.mark.usefixtures("course")
def test_only_one_process_writes_a_report() -> None:
    with (
        Store(Path("out") / FILE),
        pytest.raises(OutputError, match="another grading run is writing into it"),
    ):
        published()


@pytest.mark.usefixtures("course")
def test_a_report_on_one_student_covers_that_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "out", "--student", "bo"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-1]) == ("bo", "report: out/students/bo.html")


@pytest.mark.usefixtures("course")
def test_a_student_who_is_not_there_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "out", "--student", "eve"]) == 2
    assert capsys.readouterr().err == "grader: out: there is no hand-in of 'eve' in it\n"


@pytest.mark.usefixtures("course")
def test_one_hand_in_is_found_with_its_score() -> None:
    result, scored = find(recall(assignment(), Path("out")), "ada")
    assert (result.student, scored.score) == ("ada", 6.0)


def test_moved_hand_ins_must_be_named_so_that_no_words_get_lost(course: Path) -> None:
    (course / "handins").rename(course / "archive")
    with pytest.raises(UsageError) as caught:
        recall(assignment(), Path("out"))
    assert str(caught.value) == (
        f"{course}/handins: the hand-ins are no longer there; say where they are with --handins"
    )
    run = recall(assignment(), Path("out"), course / "archive")
    assert run.beside.folder == course / "archive"


def test_moved_hand_ins_may_be_named_by_the_file_that_was_graded(course: Path) -> None:
    (course / "handins").rename(course / "moved")
    (course / "moved/submissions.zip").write_bytes(b"")
    run = recall(assignment(), Path("out"), Path("moved/submissions.zip"))
    assert run.beside.folder == Path("moved")
    with pytest.raises(UsageError, match=r"moved/other\.zip: the hand-ins are no longer there"):
        recall(assignment(), Path("out"), Path("moved/other.zip"))


@pytest.mark.parametrize("data", ["", "no json", "{}", "[]"])
def test_a_folder_that_holds_no_run_is_refused(course: Path, data: str) -> None:
    (course / "out/run.json").write_text(data, "utf-8")
    with pytest.raises(UsageError, match=r"out/run\.json: it is damaged; run grader batch again"):
        recall(assignment(), Path("out"))
    (course / "out/run.json").unlink()
    with pytest.raises(UsageError, match="out: no graded hand-ins are in it"):
        recall(assignment(), Path("out"))


def test_faults_in_staff_s_files_stop_a_batch_before_anything_is_graded(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "handins/rubric.yaml").write_text("itens: []\n", "utf-8")
    assert main(["batch", "handins", "--out", "new"]) == 2
    assert "rubric.yaml:1: itens: unknown key; did you mean 'items'?" in capsys.readouterr().err
    assert not (course / "new").exists()
    with pytest.raises(ConfigError):
        read_beside(course / "handins", assignment())


def test_times_beside_the_hand_ins_are_read_with_the_words(course: Path) -> None:
    text = "student,submitted_at\nada,2026-05-01T00:00:00+00:00\n"
    (course / "handins/submissions.csv").write_text(text, "utf-8")
    found = read_beside(course / "handins", assignment())
    assert found.submitted == read_submissions(course / "handins")


@pytest.mark.usefixtures("course")
def test_without_a_browser_a_pdf_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["report", "out", "--student", "bo", "--pdf"]) == 1
    assert capsys.readouterr().err == (
        "grader: no Chromium to print with; install it, or print out/students/bo.html "
        "with any browser\n"
    )


def write_grades(folder: Path, score: float) -> Path:
    folder.mkdir()
    one = {"student": "ada", "score": score, "extra": 0.0, "tasks": {}, "incidents": []}
    data = {"assignment": "Trees", "max_score": 6.0, "submissions": [one]}
    (folder / "grades.json").write_text(json.dumps(data), "utf-8")
    return folder


def test_diff_writes_a_page_beside_the_new_run_and_fails_on_a_drop_if_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = write_grades(tmp_path / "old", 6.0), write_grades(tmp_path / "new", 4.0)
    assert main(["diff", str(old), str(new)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ada: 6 → 4 (down)",
        "1 dropped",
        f"page: {new / 'diff.html'}",
    ]
    assert "What changed" in (new / "diff.html").read_text("utf-8")
    assert main(["diff", str(old), str(new), "--fail-on-drop"]) == 1
    assert main(["diff", str(new), str(old), "--fail-on-drop"]) == 0


def test_diff_of_two_files_writes_a_page_only_where_it_is_asked_to(tmp_path: Path) -> None:
    old, new = write_grades(tmp_path / "old", 6.0), write_grades(tmp_path / "new", 4.0)
    files = [str(old / "grades.json"), str(new / "grades.json")]
    assert main(["diff", *files]) == 0
    assert list(tmp_path.rglob("*.html")) == []
    assert main(["diff", *files, "--page", str(tmp_path / "page.html")]) == 0
    assert [path.name for path in tmp_path.rglob("*.html")] == ["page.html"]


def test_a_page_that_can_not_be_written_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = write_grades(tmp_path / "old", 6.0), write_grades(tmp_path / "new", 4.0)
    page = tmp_path / "none" / "page.html"
    assert main(["diff", str(old), str(new), "--page", str(page)]) == 1
    said = capsys.readouterr().err
    assert said == f"grader: {page}: can't be written: No such file or directory\n"


@pytest.mark.parametrize("form", ["gradescope", "autolab", "github", "github-summary"])
def test_a_form_of_one_hand_in_wants_to_know_which(
    course: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    assert main(["export", form, "out"]) == 2
    assert (
        capsys.readouterr().err == f"grader: {form} is for one hand-in; choose it with --student\n"
    )
    assert main(["export", form, "out", "--student", "bo"]) == 0
    said = capsys.readouterr().out
    assert main(["export", form, "out", "--student", "bo", "--to", str(course / "file")]) == 0
    assert (course / "file").read_text("utf-8") == said
    assert capsys.readouterr().out == f"written: {course / 'file'}\n"


@pytest.mark.parametrize("form", ["canvas", "junit"])
def test_a_form_of_the_class_has_all_hand_ins_or_one(
    course: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    assert main(["export", form, "out"]) == 0
    said = capsys.readouterr().out
    assert ("ada" in said, "bo" in said) == (True, True)
    assert main(["export", form, "out", "--student", "bo"]) == 0
    said = capsys.readouterr().out
    assert ("ada" in said, "bo" in said) == (False, True)
    assert course.is_dir()


@pytest.mark.parametrize("form", ["gradescope", "autolab", "github", "github-summary"])
def test_a_hand_in_without_a_score_is_not_exported_where_that_would_be_a_zero(
    course: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    with Store(course / "out" / FILE) as store:
        store.put_many([as_graded(handin("bo", Status.BROKEN), {"las": "v2"})])
    report_anew()
    capsys.readouterr()
    assert main(["export", form, "out", "--student", "bo"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "grader: bo: no score, because the grader failed; nothing is exported\n"


def test_a_hand_in_that_could_not_be_opened_is_exported_with_the_reason(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its student waits for an answer."""
    with Store(course / "out" / FILE) as store:
        store.put_handins([(HandinResult("bo", "", problem="it is no archive"), {})])
    report_anew()
    assert main(["export", "gradescope", "out", "--student", "bo"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert "No score: this hand-in could not be opened: it is no archive" in printed["output"]


@pytest.mark.parametrize("name", FORMS)
def test_every_file_of_exports_is_a_form_that_the_documents_explain(name: str) -> None:
    form = form_of(name)
    assert form.suffix in (".csv", ".json", ".md", ".txt", ".xml", ".zip", "/")
    assert callable(form.make)
    assert f"| `{name}` | " in (ROOT / "docs/exports.md").read_text("utf-8")


def test_in_a_folder_an_export_is_named_as_its_form(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "moodle-grades", "out"]) == 0
    said = capsys.readouterr().out
    assert main(["export", "moodle-grades", "out", "--to", str(course)]) == 0
    assert (course / "moodle-grades.csv").read_text("utf-8") == said


@pytest.mark.usefixtures("course")
def test_an_archive_needs_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "moodle-feedback", "out"]) == 2
    said = capsys.readouterr().err
    assert said == "grader: moodle-feedback is an archive: give a file with --to\n"


@pytest.mark.parametrize("name", ["Extensions.csv", "roster.xlsx", "rubric.yml", "bo.Rubric.yaml"])
def test_a_file_whose_name_is_nearly_right_is_refused(
    name: str, course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "handins" / name).write_text("", "utf-8")
    (course / "handins/bo").mkdir(exist_ok=True)
    assert main(["report", "out"]) == 2
    [line] = capsys.readouterr().err.splitlines()
    way = "export it as CSV, under the name" if name.endswith("x") else "save it as"
    assert f"{name}: it isn't read; {way} {name[:2].lower()}" in line


@pytest.mark.parametrize("ending", ["yaml", "yml"])
def test_a_file_that_a_student_calls_so_stops_nobody(
    ending: str, course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "handins" / f"mal_222_903_x.rubric.{ending}").write_text("marks: 3\n", "utf-8")
    assert main(["report", "out"]) == 0
    assert scores(course / "out") == {"ada": 6.0, "bo": 0.0}
    assert f"mal_222_903_x.rubric.{ending}:" in capsys.readouterr().err


def test_a_copy_beside_the_file_that_is_read_is_named(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("roster.csv", "roster (1).csv"):
        (course / "handins" / name).write_text("student\nada\nbo\n", "utf-8")
    assert main(["report", "out"]) == 0
    line = "roster (1).csv: it isn't read; save it as roster.csv, or move it elsewhere"
    assert line in capsys.readouterr().err


def test_an_extension_that_ends_before_the_deadline_is_named(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (course / "config.yaml").open("a", encoding="utf-8") as file:
        file.write("policy: {due: 2026-11-18 23:59, timezone: UTC, late: {most_hours: 0}}\n")
    text = "student,due\nada,2026-11-20 23:59\nbo,2025-11-20 23:59\n"
    (course / "handins/extensions.csv").write_text(text, "utf-8")
    main(["report", "out"])
    said = [line for line in capsys.readouterr().err.splitlines() if "extensions.csv" in line]
    assert said == [
        f"{course}/handins/extensions.csv:3: due: 2025-11-20 23:59 is before the deadline, "
        "18 Nov 2026 23:59 UTC, so bo gets no more time by it: correct it, or remove the row"
    ]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda out: (out / FILE).write_bytes(b""), "out/results.sqlite: it is empty; restore it"),
        (lambda out: (out / "run.json").write_text("{"), "out/run.json: it is damaged;"),
    ],
)
@pytest.mark.usefixtures("course")
def test_damaged_results_are_not_taken_for_a_class_that_has_gone(
    damage: Callable[[Path], object], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(Path("out"))
    assert main(["report", "out"]) == 2
    assert capsys.readouterr().err.startswith(f"grader: {words}")
    assert not Path("out/proposed").exists()


def test_people_who_are_in_the_roster_since_are_named_until_the_class_is_graded(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (course / "handins/roster.csv").write_text("student\nADA\nzed\n", "utf-8")
    assert main(["report", "out"]) == 0
    assert (
        "roster.csv: in no report yet: zed; `grader batch` says who of them handed in nothing"
        in capsys.readouterr().err.replace("\n", " ")
    )


def test_who_is_no_longer_in_the_roster_is_not_counted_there(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(course / "out" / FILE) as store:
        store.put_handins([(HandinResult("zed", "", problem=NOTHING), {})])
    (course / "handins/roster.csv").write_text("student\nada\nbo\n", "utf-8")
    assert main(["report", "out"]) == 0
    assert "in the roster handed in nothing" not in capsys.readouterr().out
