"""Python files that students are given: there for solution, starter, checks and hand-ins."""

import sys
from pathlib import Path

import pytest

from grader.assignment.load import load
from grader.assignment.modules import importable
from grader.cli import main

GIVEN = '''"""What students are given."""
LIMIT = 3

def checked(found):
    """As it is."""
    return found
'''
HOSTILE = "LIMIT = 0\ndef checked(found):\n    return {}\n"


@pytest.fixture
def config(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """An assignment whose solution, starter and hidden checks import a file of the handout."""
    assert main(["new", "stats", "--to", str(tmp_path / "stats")]) == 0
    config = tmp_path / "stats/config.yaml"
    config.write_text(config.read_text("utf-8") + "\nfiles: [wordlib.py]\n", "utf-8")
    handout, reference = tmp_path / "stats/handout", tmp_path / "stats/reference"
    (handout / "checks/tasks.toml").unlink()
    (handout / "wordlib.py").write_text(GIVEN, "utf-8")
    for file, old, new in [
        (handout / "stats.py", '"""\n', '"""\n\nfrom wordlib import checked\n'),
        (reference / "stats.py", '"""\n', '"""\n\nfrom wordlib import checked\n'),
        (reference / "stats.py", "    return counts\n", "    return checked(counts)\n"),
        (reference / "checks/test_stats.py", "import pytest\n", "import pytest, wordlib\n"),
    ]:
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), "utf-8")
    capsys.readouterr()
    return config


def test_solution_starter_and_checks_import_it(
    config: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--config", str(config), "--jobs", "2"]) == 0
    assert "unexpected" not in capsys.readouterr().out


@pytest.mark.parametrize("copy", ["", "wordlib.py", "wordlib/__init__.py"])
def test_no_copy_of_a_hand_in_takes_its_place(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], copy: str
) -> None:
    handin = tmp_path / "ada"
    handin.mkdir()
    text = (config.parent / "reference/stats.py").read_text("utf-8")
    (handin / "stats.py").write_text(text, "utf-8")
    if copy:
        (handin / copy).parent.mkdir(exist_ok=True)
        (handin / copy).write_text(HOSTILE, "utf-8")
    assert main(["grade", str(handin), "--config", str(config)]) == 0
    said = capsys.readouterr().out
    assert "10 of 10 points" in said
    assert ("wordlib.py is graded as it is in the handout" in said) == (copy == "wordlib.py")
    assert main(["debug", str(handin), "--config", str(config), "-q", "-k", "tally"]) == 0


def test_a_copy_that_cannot_be_read_costs_nothing(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handin = tmp_path / "ada"
    handin.mkdir()
    text = (config.parent / "reference/stats.py").read_text("utf-8")
    (handin / "stats.py").write_text(text, "utf-8")
    (handin / "wordlib.py").write_bytes(b"LIMIT = '\xff'\n")
    assert main(["grade", str(handin), "--config", str(config)]) == 0
    said = capsys.readouterr().out
    assert "10 of 10 points" in said
    assert "wordlib.py is graded as it is in the handout" in said


def test_results_hold_what_was_handed_in(config: Path, tmp_path: Path) -> None:
    handin = tmp_path / "class/ada"
    handin.mkdir(parents=True)
    text = (config.parent / "reference/stats.py").read_text("utf-8")
    (handin / "stats.py").write_text(text, "utf-8")
    out = tmp_path / "out"
    assert main(["batch", str(handin.parent), "--out", str(out), "--config", str(config)]) == 0
    assert '"ada",10,10' in (out / "grades.csv").read_text("utf-8")
    assert "wordlib.py" not in (out / "students/ada.html").read_text("utf-8")
    assert main(["doubt", str(out), "--rounds", "1", "--config", str(config)]) == 0


def test_one_that_is_called_like_a_module_of_python_takes_no_ones_place_here(config: Path) -> None:
    import random

    (config.parent / "handout/random.py").write_text("LIMIT = 1\n", "utf-8")
    text = config.read_text("utf-8").replace("[wordlib.py]", "[wordlib.py, random.py]")
    config.write_text(text, "utf-8")
    assignment = load(config)
    with importable(assignment):
        assert sys.modules["random"] is random
        import wordlib  # type: ignore[import-not-found]

        assert wordlib.LIMIT == 3
