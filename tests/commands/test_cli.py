"""The command line: wrong usage gets one clear line that says how to fix it."""

import json
import os
import re
import shlex
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from grader.cli import VERBS, _parser, main
from tests.commands import small_course
from tests.commands.small_course import refused
from tests.commands.test_batch import RIGHT
from tests.small_assignment import make
from tests.support import ROOT

course = small_course.course  # the fixture


@pytest.mark.usefixtures("course")
def test_without_a_config_file(capsys: pytest.CaptureFixture[str]) -> None:
    status, line = refused(capsys, "batch", "handins", "--out", "out", "--config", "none.yaml")
    assert status == 2
    assert line == (
        "grader: none.yaml: there is no such file; "
        "go to the assignment's folder or give it with --config"
    )


@pytest.mark.parametrize("verb", ["check .", "grade .", "debug .", "batch .. --out ../out"])
def test_a_hand_in_is_no_assignment(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    """Staff who have gone into a hand-in would run its student's checks, in no box."""
    (course / "config.yaml").rename(course / "handins/ada/config.yaml")
    monkeypatch.chdir(course / "handins/ada")
    assert refused(capsys, *verb.split()) == (
        2,
        "grader: config.yaml: it is in the hand-in; go to the assignment's folder, "
        "or name the assignment's file with --config",
    )


@pytest.mark.usefixtures("course")
@pytest.mark.parametrize(
    ("verb", "out"),
    [
        ("grade handins/ada --out {}", "handins/ada"),
        ("grade handins/ada --out {}", "handins/ada/out"),
        ("batch handins --out {}", "handins"),
        ("batch handins --out {}", "handins/ada/out"),
    ],
)
def test_results_are_not_kept_in_a_hand_in(
    capsys: pytest.CaptureFixture[str], verb: str, out: str
) -> None:
    """A student could have put results there, and they would count as graded."""
    words = "it is in what is handed in; choose a folder outside with --out"
    assert refused(capsys, *verb.format(out).split()) == (2, f"grader: {out}: {words}")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("points: 6\nfolders", "pionts: 6\nfolders", ["config.yaml:4", "points"]),
        ("seed: 1\n", "seed: 1\nseed: 2\n", ["config.yaml:4", "seed"]),
        ("seed: 1\n", "seed: one\n", ["config.yaml:3", "seed"]),
        ("points: 6\nfolders", "points: 7\nfolders", ["config.yaml", "6", "7"]),
        ("name: las", "name: lass", ["lass.py"]),
    ],
)
def test_a_fault_in_the_config_is_named_with_its_line(
    course: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, words: list[str]
) -> None:
    text = (course / "config.yaml").read_text("utf-8")
    assert old in text
    (course / "config.yaml").write_text(text.replace(old, new), "utf-8")
    status = main(["batch", "handins", "--out", "out"])
    said = capsys.readouterr().err
    assert status == 2
    assert "Traceback" not in said
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    ("file", "verb"),
    [
        ("reference/checks/test_las.py", "verify"),
        ("handout/checks/test_las.py", "verify"),
        ("reference/las.py", "grade reference"),
        ("reference/las.py", "pack handout.tgz"),
    ],
)
def test_a_file_of_staffs_that_is_not_python_is_named_with_its_line(
    file: str, verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = make(tmp_path)
    (tmp_path / file).write_text("x = 1\ndef (\n")
    status = main(
        [*verb.replace("reference", f"{tmp_path}/reference").split(), f"--config={config}"]
    )
    *_, line = capsys.readouterr().err.splitlines()
    assert (status, line) == (2, f"grader: {tmp_path}/{file}:2: it isn't Python: invalid syntax")


@pytest.mark.parametrize(
    ("folder", "words"),
    [("nowhere", "nowhere"), ("config.yaml", "config.yaml"), ("empty", "empty")],
)
def test_a_folder_of_hand_ins_that_is_none(
    course: Path, capsys: pytest.CaptureFixture[str], folder: str, words: str
) -> None:
    (course / "empty").mkdir()
    status, line = refused(capsys, "batch", folder, "--out", "out")
    assert status == 2
    assert words in line


def test_an_output_folder_that_is_a_file(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (course / "out").write_text("a file", "utf-8")
    status, line = refused(capsys, "batch", "handins", "--out", "out")
    assert status == 2
    assert line.startswith("grader: out: can't be written: ")


@pytest.mark.usefixtures("course")
def test_nothing_to_resume(capsys: pytest.CaptureFixture[str]) -> None:
    status, line = refused(capsys, "batch", "handins", "--out", "out", "--resume")
    assert (status, line) == (
        2,
        "grader: out: it has no earlier results; leave out --resume",
    )


@pytest.mark.usefixtures("course")
def test_wrong_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["batch", "handins", "--out", "out", "--jobs", "0"])
    assert ended.value.code == 2
    assert "'0' is not a number of jobs (1 to 1024)" in capsys.readouterr().err


def test_a_demanded_tier_that_the_machine_does_not_give(
    course: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")  # without bubblewrap there are no namespaces
    text = (course / "config.yaml").read_text("utf-8")
    (course / "config.yaml").write_text(text + "isolation: {minimum: metered}\n", "utf-8")
    status, line = refused(capsys, "batch", "handins", "--out", "out")
    assert status == 1
    assert "config.yaml asks for at least metered; `grader doctor` says what would raise it" in line


@pytest.mark.usefixtures("course")
def test_a_terminal_without_the_signs_shows_question_marks() -> None:
    command = [sys.executable, "-m", "grader", "check", "handins/ada"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 0
    assert "  ? las.look_and_say " in done.stdout.decode("latin-1")
    assert b"Traceback" not in done.stderr


@pytest.mark.usefixtures("course")
@pytest.mark.parametrize(
    ("target", "why"), [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")]
)
def test_an_output_that_is_full_or_closed_is_one_line(target: str, why: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m grader check handins/ada >{target}"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (
        *(1, f"grader: standard output: can't be written: {why}\n"),
    )


@pytest.mark.usefixtures("course")
def test_what_a_system_reads_is_utf_8_in_any_locale() -> None:
    program = "from grader.commands.usage.terminal import say_exactly; say_exactly('Éva – 李')"
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, check=True
    )
    assert done.stdout == "Éva – 李\n".encode()


def test_beside_the_folder_above_is_not_the_present_folder(
    course: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Which is in the hand-in, where a student can write a rubric."""
    inside = course / "handins/ada/inside"
    inside.mkdir()
    items = "items: [{id: style, title: Style, points: 5}]\n"
    marks = "handins: [{student: ada, marks: [{item: style, points: 5}]}]\n"
    (inside / "rubric.yaml").write_text(items + marks, "utf-8")
    monkeypatch.chdir(inside)
    assert main(["grade", "..", "--config", str(course / "config.yaml")]) == 0
    assert "6 of 6 points" in capsys.readouterr().out.splitlines()


def test_verify_looks_at_the_planted_hand_ins_named(capsys: pytest.CaptureFixture[str]) -> None:
    config = str(ROOT / "config.yaml")
    assert main(["verify", "--config", config, "--only", "right/nim_lists"]) == 0
    written = capsys.readouterr()
    assert written.out.split()[-3:] == ["right", "1", "1"]
    assert "1 of 1 graded; last: right/nim_lists: as expected" in written.err
    only = ["--config", config, "--only", "right/nim_lists"]
    assert main(["verify", "-q", *only]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["verify", "--json", *only]) == 0
    said = json.loads(capsys.readouterr().out)
    one = {"all": 1, "as_expected": 1}
    assert said == {"hand_ins": {"right": one}, "notes": [], "unexpected": []}
    status, line = refused(capsys, "verify", "--config", config, "--only", "faulty/none_such")
    assert (status, line) == (
        2,
        "grader: --only faulty/none_such: no planted hand-in has that in its name",
    )


def test_nothing_is_imported_from_the_present_folder(tmp_path: Path) -> None:
    """Which may be a hand-in: what is in it runs in boxes alone."""
    for name in ("json", "pytest", "rich", "checks", "tempfile"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'w')\n", "utf-8")
    (tmp_path / "las.py").write_text(RIGHT, "utf-8")
    config = str(ROOT / "config.yaml")
    command = [sys.executable, "-m", "grader", "check", ".", "--config", config]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert not (tmp_path / "imported").exists()
    assert "6/6" in done.stdout


def test_pack_says_what_it_packed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    archive = tmp_path / "handout.tgz"
    config = ROOT / "assignments/bank/config.yaml"
    assert main(["pack", str(archive), "--config", str(config)]) == 0
    assert capsys.readouterr().out.startswith(f"{archive}: ")
    assert archive.stat().st_size > 10_000


@pytest.mark.parametrize("command", sorted(VERBS))
def test_every_command_says_what_its_arguments_are_and_gives_an_example(command: str) -> None:
    parser = _parser([], None)
    [verbs] = [action.choices for action in parser._actions if isinstance(action.choices, dict)]
    sub = verbs[command]
    assert (sub.epilog or "").startswith(
        (f"example: grader {command}", f"examples: grader {command}")
    )
    assert [action.dest for action in sub._actions if not action.help] == []
    assert callable(sub.get_default("verb"))


def test_every_command_is_listed_once_in_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = re.findall(r"^  ([a-z][a-z-]+)  ", capsys.readouterr().out, re.MULTILINE)
    assert sorted(listed) == sorted([*VERBS, "play"])
    assert len(VERBS) > 20


def test_to_read_arguments_nothing_is_imported_that_takes_long() -> None:
    script = "import sys, grader.cli; grader.cli._parser([], None); print(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    long = {"pytest", "hypothesis", "rich", "jinja2", "grader.sandbox.tiers"}
    assert long & set(ended.stdout.split()) == set()


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"grader {version('grader')}\n"


@pytest.mark.usefixtures("course")
def test_only_nobody_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "batch", "handins", "--out", "out", "--only", "nobody") == (
        2,
        "grader: --only nobody: no student of handins has that in the id, name or e-mail",
    )


@pytest.mark.parametrize("verb", ["batch handins", "grade handins/ada"])
def test_an_output_folder_that_cannot_be_made_is_wrong_usage(
    course: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    (course / "a_file").write_text("")
    before = sorted(course.rglob("*"))
    assert refused(capsys, *verb.split(), "--out", "a_file/out") == (
        2,
        "grader: a_file/out: can't be written: Not a directory; choose another with --out",
    )
    assert sorted(course.rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("roster.csv", 'student,name\nada,"Ada\nbo,Bo\n', "roster.csv:2: a quote"),
        ("late_days.csv", "student;days\nada;1\n", "late_days.csv:1: the column assignment is"),
        ("submissions.csv", "student\tsubmitted_at\nada\t1.11.2026\n", "submissions.csv:2: subm"),
    ],
)
def test_a_table_with_a_fault_is_refused_before_anything_is_graded(
    course: Path, capsys: pytest.CaptureFixture[str], name: str, text: str, fault: str
) -> None:
    (course / "out").mkdir()
    (course / "handins" / name).write_text(text)
    before = sorted(course.rglob("*"))
    status, line = refused(capsys, "batch", "handins", "--out", "out")
    assert status == 2
    assert fault in line
    assert sorted(course.rglob("*")) == before
