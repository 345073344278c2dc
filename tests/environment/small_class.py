"""A class that is graded in a moment, in which whatever a machine may lack is used."""

import json
import shutil
from pathlib import Path
from textwrap import dedent

from tests.environment.machines import REPOSITORY
from tests.support import faulty_files

CONFIG = f"""
title: A moment
seed: 1
points: 10
library: gametree
folders:
  handout: {REPOSITORY / "handout"}
  reference: reference
  hidden_checks: checks
  mistakes: mistakes
modules:
  - name: las
    title: Look and say
    tasks:
      - {{id: las.look_and_say, title: Look and say, points: 6, functions: [look_and_say]}}
  - name: test_all
    title: Own tests
    tasks:
      - {{id: test_all.thoroughness, title: Own tests, points: 4}}
"""
CHECKS = {
    "test_las.py": """
        import operator
        import pytest
        from gametree import Seq

        @pytest.mark.task("las.look_and_say", "some runs")
        def test_some_runs(submission, expect):
            said = submission.las.look_and_say(operator.eq, Seq.of(1, 1, 2))
            expect(said, Seq.of((2, 1), (1, 2)))
    """,
    "test_test_all.py": """
        import pytest
        from grader.student.evidence import Evidence
        from grader.asking.answers import CodeFailed

        TASK = "test_all.thoroughness"

        @pytest.mark.task(TASK, "passes on a correct solution")
        def test_passes(suite):
            suite.require_reference(["counts_from_zero"])

        @pytest.mark.task(TASK, "catches a mistake")
        def test_catches(suite):
            verdict = suite.verdict("counts_from_zero", ["counts_from_zero"])
            if not verdict.caught:
                raise CodeFailed(Evidence(verdict.words), verdict.status)

        @pytest.mark.task(TASK, "passes in every run")
        def test_is_steady(suite):
            suite.require_steadiness()
    """,
}
SUITE = """
    import operator
    from gametree import Seq
    from las import look_and_say

    def test_runs(tmp_path):
        (tmp_path / "note").write_text("any")
        assert look_and_say(operator.eq, Seq.of(4, 4)) == Seq.of(({count}, 4))
"""
NOTE = """

_right = look_and_say

def look_and_say(eq, s):
    with open("note", "w") as note:
        note.write("any")
    return _right(eq, s)
"""


def write_class(folder: Path) -> None:
    """Write the assignment and four hand-ins into a folder."""
    for name, text in CHECKS.items():
        write(folder / "checks" / name, dedent(text))
    (folder / "config.yaml").write_text(CONFIG, "utf-8")
    for file in (REPOSITORY / "reference").glob("*.py"):
        write(folder / "reference" / file.name, file.read_text("utf-8"))
    # The machine proves itself on it: a suite of the whole assignment takes too long.
    write(folder / "reference/test_all.py", dedent(SUITE.format(count=2)))
    tables = (REPOSITORY / "reference/mistakes/las.toml").read_text("utf-8").split("\n[")
    [mistake] = [table for table in tables if table.startswith("counts_from_zero]")]
    write(folder / "mistakes/las.toml", f"[{mistake}")
    right = (REPOSITORY / "examples/handins/adalovelace/las.py").read_text("utf-8")
    wrong = faulty_files("counts_from_zero")["las.py"]
    for student, las, suite in (
        ("adalovelace", right, dedent(SUITE.format(count=2))),
        ("notes", right + NOTE, "1 / 0\n"),
        ("faulty", wrong, dedent(SUITE.format(count=1))),
    ):
        write(folder / "handins" / student / "las.py", las)
        write(folder / "handins" / student / "test_all.py", suite)


def write(path: Path, text: str) -> None:
    """Write a file, and its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def verdicts(out: Path) -> dict[str, dict[str, str] | None] | None:
    """The status of each check by its name, by student; None for a student without a score.

    None at all where nothing was graded.
    """
    if not (out / "grades.json").exists():
        return None
    graded = json.loads((out / "grades.json").read_text("utf-8"))["submissions"]
    return {one["student"]: _statuses(one) for one in graded}


def _statuses(one: dict[str, object]) -> dict[str, str] | None:
    if one["score"] is None:
        return None
    tasks = json.loads(json.dumps(one["tasks"])).values()
    return {check["name"]: check["status"] for task in tasks for check in task["checks"]}


def forget(out: Path) -> None:
    """Remove results."""
    shutil.rmtree(out, ignore_errors=True)
