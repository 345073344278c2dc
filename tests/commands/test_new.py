"""A new assignment works as it is: every command does what it says on it."""

import subprocess
import sys
from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.cli import main
from grader.commands.new import new_assignment, next_steps
from grader.errors import UsageError
from tests.support import ROOT, unpack


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """The `config.yaml` of a new assignment."""
    return new_assignment("word-count", tmp_path / "word-count")


def test_its_reference_its_starter_and_its_mistakes_get_what_they_must(
    begun: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--config", str(begun), "--jobs", "2"]) == 0
    table = capsys.readouterr().out
    assert table.count("1       1\n") == 4
    assert table.count("3       3\n") == 1


def test_a_student_sees_why_and_gets_advice(
    begun: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    planted = begun.parent / "reference/mistakes/case_counts"
    assert main(["grade", str(planted), "--config", str(begun)]) == 0
    shown = capsys.readouterr().out
    assert "4 of 10 points" in shown
    assert "the same word may begin with a capital letter" in shown
    assert "key 'to': 1 instead of 2" in shown
    assert "REQUIRES" not in shown


def test_students_check_and_pack_with_nothing_but_the_handout(begun: Path, tmp_path: Path) -> None:
    archive = tmp_path / "handout.tgz"
    assert main(["pack", str(archive), "--config", str(begun)]) == 0
    unpack(archive, tmp_path)
    folder = tmp_path / "word-count-handout"
    make = ["make", f"PYTHON={sys.executable}"]
    ran = subprocess.run([*make, "check"], cwd=folder, capture_output=True, text=True, check=False)
    assert "not begun: word_count.py (10 points)" in ran.stdout
    (folder / "word_count.py").write_bytes((begun.parent / "reference/word_count.py").read_bytes())
    ran = subprocess.run(make, cwd=folder, capture_output=True, text=True, check=False)
    assert "6 of 6 public checks passed" in ran.stdout
    assert (folder / "word-count-handin.tgz").exists()


def test_the_handouts_beside_ours_have_the_makefile_of_a_new_one() -> None:
    """Else a fault that is fixed in one of them stays in the others."""
    template = ROOT / "grader/commands/template/handout/Makefile.in"
    made = template.read_text("utf-8").replace("@ENGINE@", "../../..")
    for folder in sorted(ROOT.glob("assignments/*")):
        written = (folder / "handout/Makefile").read_text("utf-8")
        assert written == made.replace("@NAME@", folder.name), folder.name


def test_the_starter_finds_the_engine_where_it_was_made(begun: Path) -> None:
    command = ["make", "check", f"PYTHON={sys.executable}"]
    ran = subprocess.run(
        command, cwd=begun.parent / "handout", capture_output=True, text=True, check=False
    )
    assert "0 of 4 public checks passed" in ran.stdout


def test_new_says_what_to_do_next(begun: Path) -> None:
    printed = next_steps(begun)
    assert f"grader verify --config {begun}" in printed
    assert "planted/" in printed
    assert load(begun).title == "Word count"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Bank", "'Bank' can't be a name: say it in small letters, such as bank"),
        ("2024", "such as bank"),
        ("my bank", "such as my-bank"),
        ("grader", "such as grader-1"),
        ("../bank", "such as bank"),
        ("class", "such as class-1"),
    ],
)
def test_another_name_is_refused_with_one_that_would_do(
    tmp_path: Path, name: str, words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        new_assignment(name, tmp_path / "new")


def test_nothing_that_is_there_is_written_over(
    begun: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "word-count", "--to", str(begun.parent)]) == 2
    assert "is there already" in capsys.readouterr().err


def test_by_default_it_is_among_the_assignments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "bank"]) == 0
    assert capsys.readouterr().out.startswith("assignments/bank is an assignment that works")
    assert (tmp_path / "assignments/bank/config.yaml").is_file()


def test_a_template_holds_no_word_that_is_not_replaced(begun: Path) -> None:
    texts = [path.read_text("utf-8") for path in begun.parent.rglob("*") if path.is_file()]
    assert not any("@MODULE@" in text or "@NAME@" in text for text in texts)
    ruff = [str(Path(sys.executable).with_name("ruff")), "check", "--config"]
    subprocess.run([*ruff, str(ROOT / "pyproject.toml"), str(begun.parent)], check=True)


def test_its_readme_stays_true_when_files_are_renamed(begun: Path) -> None:
    readme = (begun.parent / "handout/README.md").read_text("utf-8")
    assert "word_count" not in readme
    assert "word-count" not in readme
