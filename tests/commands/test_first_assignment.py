"""Every command of docs/first-assignment.md works, in its order, in an empty folder."""

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from grader.cli import main
from grader.commands.new import new_assignment
from tests.support import ROOT

PAGE = ROOT / "docs/first-assignment.md"
DATA_CHECKS = """
import pytest

@pytest.mark.task("word_count.tally", "what the file says")
def test_tally(submission, expect):
    expect(submission.word_count.tally("a"), {"a": 7})

@pytest.mark.task("word_count.mean", "of one number")
def test_mean(submission, expect):
    expect(submission.word_count.mean([1]), 1)
"""


def commands() -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    return [line for block in blocks for line in block.splitlines()]


def recipes() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)


def test_the_recipes_of_the_page_are_checks_that_work(tmp_path: Path) -> None:
    config = new_assignment("word-count", tmp_path / "word-count")
    checks = config.parent / "reference/checks/test_word_count.py"
    checks.write_text(checks.read_text("utf-8") + recipes()[0], "utf-8")
    right = config.parent / "planted/right/short"
    right.mkdir(parents=True)
    (right / "expected.toml").touch()
    shutil.copy(config.parent / "reference/word_count.py", right)
    assert main(["verify", "--config", str(config)]) == 0


def test_the_recipe_for_a_data_file_works(tmp_path: Path) -> None:
    line, read = re.findall(r"`(files:.*?|Path\(.*?)`", PAGE.read_text("utf-8"))
    config = new_assignment("word-count", tmp_path / "word-count")
    folder = config.parent
    config.write_text(f"{line}\n{config.read_text('utf-8')}", "utf-8")
    (folder / "handout/words.txt").write_text("7")
    solution = folder / "reference/word_count.py"
    text = solution.read_text("utf-8").replace("counts.get(word, 0) + 1", f"int({read})")
    solution.write_text(
        text.replace("from coll", "from pathlib import Path\nfrom coll", 1), "utf-8"
    )
    starter = folder / "handout/word_count.py"  # what it prints is another task's
    starter.write_text(starter.read_text("utf-8").replace(">>> ", "the call "), "utf-8")
    for place in ("handout", "reference"):
        checks = folder / place / "checks/test_word_count.py"
        checks.write_text(DATA_CHECKS, "utf-8")
    shutil.rmtree(folder / "planted")
    shutil.rmtree(folder / "reference/mistakes")
    assert main(["pack", str(tmp_path / "packed.tgz"), "--config", str(config)]) == 0
    assert main(["verify", "--config", str(config)]) == 0


def test_the_recipes_for_a_program_are_those_of_an_assignment() -> None:
    folder = ROOT / "assignments/bank"
    files = [folder / place / "checks/test_main.py" for place in ("handout", "reference")]
    checks = "".join([file.read_text("utf-8") for file in files])
    lines = recipes()[1].splitlines()
    assert len(lines) == 2
    assert all(f"    {line}\n" in checks for line in lines)


def test_the_page_leads_from_nothing_to_a_graded_class(tmp_path: Path) -> None:
    # Python and grader of this environment are those that the page's commands find.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    assert len(commands()) == 13
    for command in commands():
        ran = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stdout}{ran.stderr}"
    with (tmp_path / "out/grades.csv").open(encoding="utf-8-sig", newline="") as file:
        scores = {row["student"]: row["score"] for row in csv.DictReader(file)}
    assert scores == {"ada": "4", "bob": "10"}
    assert "may begin with a capital letter" in (tmp_path / "out/students/ada.html").read_text()
    assert "bob" in (tmp_path / "canvas.csv").read_text()
