"""Advice on known mistakes for the public checks: shown to those who make one, and nobody else."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from grader.assignment.config import Assignment
from grader.assignment.load import load
from grader.assignment.printed import printed_in
from grader.authoring.advice import advice_of
from grader.student.advice import NAME, fingerprint
from grader.student.evidence import Evidence
from grader.student.printed.sessions import NAME as PRINTED
from grader.student.printed.sessions import sessions_to_bytes
from tests.student.checking.first_hour import make_folder
from tests.support import HANDOUT, ROOT, faulty_files

MISTAKES = ("nim_move_rightmost", "nim_level_takes_one_stick")


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    """The assignment with two known mistakes alone."""
    known = load(ROOT / "config.yaml")
    folder = tmp_path_factory.mktemp("mistakes")
    tables = (known.mistakes / "nim.toml").read_text("utf-8").split("\n[")
    two = [table for table in tables if table.partition("]")[0] in MISTAKES]
    (folder / "nim.toml").write_text("".join([f"\n[{table}" for table in two]), "utf-8")
    return replace(known, folders=replace(known.folders, mistakes=str(folder)))


def checked(folder: Path) -> str:
    command = [sys.executable, "-m", "checks", "nim"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return " ".join(done.stdout.split())


def test_a_known_mistake_is_named_and_another_one_is_not(
    assignment: Assignment, tmp_path: Path
) -> None:
    folder = tmp_path / "hw09"
    make_folder(folder, HANDOUT, None)
    advice = advice_of(assignment)
    assert len(json.loads(advice)) == len(MISTAKES)
    (folder / "checks" / NAME).write_bytes(advice)
    printed = sessions_to_bytes(printed_in(assignment).sessions)
    (folder / "checks" / PRINTED).write_bytes(printed)
    (folder / "nim.py").write_text(faulty_files("nim_move_rightmost")["nim.py"], "utf-8")
    assert "! of several children with the best value, choose_move gives" in checked(folder)
    right = (ROOT / "reference/nim.py").read_text("utf-8")
    # Not as long as the one before: in the same second Python would take what it compiled then.
    (folder / "nim.py").write_text(right.replace("return c <= d", "return not c >= d"), "utf-8")
    assert "✗ nim.py ✗ nim.less_equal" in checked(folder)


SPOILS = """
[another_range]
about = "Has Python count ranges from 1, in whatever process it runs."
loses = ["nim.make_game_tree"]
hint = "ranges begin at 0"
add = '''
import builtins
usual = range
builtins.range = lambda *ends: usual(1, *ends) if len(ends) == 1 else usual(*ends)
'''
"""


def test_a_faulty_solution_that_changes_its_process_spoils_no_other(
    assignment: Assignment, tmp_path: Path
) -> None:
    alone: dict[str, str] = json.loads(advice_of(assignment))
    two = (assignment.mistakes / "nim.toml").read_text("utf-8")
    (tmp_path / "nim.toml").write_text(SPOILS + two, "utf-8")
    folders = replace(assignment.folders, mistakes=str(tmp_path))
    assert alone.items() <= json.loads(advice_of(replace(assignment, folders=folders))).items()


def test_what_is_not_a_wrong_answer_has_no_fingerprint() -> None:
    wrong = Evidence("wrong value", got="1", expected="2")
    assert fingerprint("nim", {"a": wrong})
    assert fingerprint("nim", {"a": wrong}) != fingerprint("nim", {"b": wrong})
    assert fingerprint("nim", {"a": wrong, "b": Evidence("your code raised")}) == ""
    assert fingerprint("nim", {}) == ""
