"""What an option says to write replaces nothing but an earlier one of the same kind."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import BinaryIO

import pytest

from grader.cli import main
from grader.commands.export import FORMS
from grader.report.exports.classroom50 import IDENTITY
from grader.report.forms import form_of
from grader.student.atomic_file import replacing
from tests.publishing import published_class
from tests.support import ROOT

course = published_class.course  # the fixture: ada has 6 points, bo 0

pytestmark = pytest.mark.usefixtures("course")


def contents() -> dict[Path, bytes]:
    """What is in the report and among the hand-ins."""
    files = (*Path("out").glob("*.*"), *Path("handins").rglob("*"))
    return {path: path.read_bytes() for path in files if path.is_file()}


@pytest.mark.parametrize(
    ("form", "target"),
    [
        ("table", "out/grades.csv"),
        ("table", "out/../out/log.jsonl"),
        ("canvas", "handins/roster.csv"),
        ("pages", "handins"),
        ("pages", "handins/pages"),
        ("pages", "out"),
        ("canvas", "handins/ada/canvas.csv"),
        ("moodle-feedback", "handins/ada.zip"),
    ],
)
def test_what_grader_reads_or_writes_itself_is_not_replaced(
    form: str, target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents()
    assert main(["export", form, "out", "--to", target]) == 2
    assert capsys.readouterr().err == (
        f"grader: {Path(target)}: grader reads or writes that itself; choose another with --to\n"
    )
    assert contents() == before


def test_beside_a_download_as_zip_a_folder_of_pages_is_no_hand_in() -> None:
    remembered = json.loads(Path("out/run.json").read_text("utf-8"))
    Path("handins/class.zip").write_bytes(b"")
    changed = remembered | {"handins": str(Path("handins/class.zip").resolve())}
    Path("out/run.json").write_text(json.dumps(changed), "utf-8")
    assert main(["export", "pages", "out", "--to", "handins/pages"]) == 0
    assert Path("handins/pages/web").is_dir()


def test_an_export_may_lie_beside_the_report_and_the_hand_ins() -> None:
    for target in ("out/canvas.csv", "handins/canvas.csv", "canvas.csv"):
        assert main(["export", "canvas", "out", "--to", target]) == 0
        assert Path(target).is_file()


def test_results_of_one_hand_in_may_lie_beside_it() -> None:
    """As on hosts: /grade/student is graded, /grade/results/results.json is what it reads."""
    Path("handins/results").mkdir()
    target = "handins/results/results.json"
    assert main(["export", "gradescope", "out", "--student", "bo", "--to", target]) == 0


@pytest.mark.parametrize("folder", ["planted", str(ROOT / "handout"), str(ROOT / "reference")])
def test_nothing_is_exported_into_the_assignment(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = f"{folder}/canvas.csv"
    assert main(["export", "canvas", "out", "--to", target]) == 2
    assert capsys.readouterr().err.replace("\n", " ") == (
        f"grader: {target}: {Path(folder).absolute()} is part of the assignment; "
        "choose another with --to "
    )
    assert not Path(target).exists()


def known_to_all_systems() -> None:
    """Both have an id in every system, and a hand-in in a download of Canvas."""
    roster = "student,email,moodle\nada,ada@example.edu,11\nbo,bo@example.edu,12\n"
    Path("handins/roster.csv").write_text(roster, "utf-8")
    assert main(["report", "out", "--quiet"]) == 0
    remembered = json.loads(Path("out/run.json").read_text("utf-8"))
    entries = {"ada": "ada_11_101_las.py", "bo": "bo_12_102_las.py"}
    Path("out/run.json").write_text(json.dumps(remembered | {"entries": entries}), "utf-8")


@pytest.mark.parametrize("form", FORMS)
def test_an_export_replaces_an_earlier_one_of_its_form_and_no_other_file(
    form: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known_to_all_systems()
    for variable in IDENTITY.values():
        monkeypatch.setenv(variable, "submit/1")
    column = ["--column", "Trees |12"] if form == "blackboard" else []
    student = ["--student", "bo"] if form_of(form).of_one else []
    command = ["export", form, "out", *student, *column, "--to"]
    assert main([*command, "exported"]) == 0
    assert main([*command, "exported"]) == 0
    for content in (b"mine\n", b'{\n "name": "mine"\n}\n', b"PK\x03\x04", b"<?xml version='1.0'?>"):
        Path("mine").write_bytes(content)
        assert main([*command, "mine"]) == 2
        assert Path("mine").read_bytes() == content
    assert "mine: " in capsys.readouterr().err
    Path("empty").touch()
    assert main([*command, "empty"]) == (2 if form == "pages" else 0)


def test_an_export_among_other_files_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("theirs").mkdir()
    assert main(["export", "pages", "out", "--to", "theirs"]) == 0
    for name in ("mail.csv", "web/index.html"):
        Path("theirs", name).unlink()
    assert main(["export", "pages", "out", "--to", "theirs"]) == 2
    assert capsys.readouterr().err.replace("\n", " ") == (
        "grader: theirs: something is there that is no earlier export; "
        "move it away, or choose another with --to "
    )
    assert not Path("theirs/web/index.html").exists()


def test_an_export_that_was_interrupted_is_done_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written = list[Path]()

    @contextmanager
    def failing(path: Path) -> Iterator[BinaryIO]:
        if len(written) == 2:
            raise OSError(ENOSPC, "No space left on device")
        written.append(path)
        with replacing(path) as file:
            yield file

    with monkeypatch.context() as patch:
        patch.setattr("grader.publishing.export.replacing", failing)
        assert main(["export", "pages", "out", "--to", "pages"]) == 1
    assert main(["export", "pages", "out", "--to", "pages"]) == 0


@pytest.mark.parametrize("form", ["canvas", "pages"])
def test_what_is_no_regular_file_stays(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("fifo")
    Path("target.csv").touch()
    Path("link").symlink_to("target.csv")
    for name in ("fifo", "link"):
        assert main(["export", form, "out", "--to", name]) == 2
        kind = "a folder" if form == "pages" else "a regular file"
        assert capsys.readouterr().err.replace("\n", " ") == (
            f"grader: {name}: it isn't {kind}; choose another with --to "
        )
    assert Path("fifo").is_fifo()
    assert Path("link").is_symlink()


@pytest.mark.parametrize("page", ["mine.html", "out/index.html"])
def test_the_page_of_a_diff_replaces_only_another(
    page: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.html").write_text("mine", "utf-8")
    before = Path(page).read_bytes()
    assert main(["diff", "out", "out", "--page", page]) == 2
    assert capsys.readouterr().err.replace("\n", " ") == (
        f"grader: {page}: something is there that is no earlier page of this kind; "
        "move it away, or choose another with --page "
    )
    assert Path(page).read_bytes() == before
    assert main(["diff", "out", "out"]) == 0
    assert main(["diff", "out", "out"]) == 0
