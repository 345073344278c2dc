"""`grader doubt` finds what full marks were given for, and its line makes a check of it."""

from pathlib import Path

import pytest

from grader import cli
from tests.support import CHECKS_BEGIN

CONFIG = """
title: Doubling
seed: 5
points: 1
modules:
  - name: work
    title: Doubling
    tasks: [{id: work.act, title: Doubles, points: 1, functions: [act]}]
"""
HIDDEN = """
@judges("doubles")
@drawn(st.integers(0, 10**5), count=12)
def test_doubles(code, n):
    return code.work.act(n)
"""
PUBLIC = """
@pytest.mark.task("work.act", "doubles 3")
def test_three(submission, expect):
    expect(submission.work.act(3), 6)
"""
RIGHT = "def act(n):\n    return 2 * n\n"


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    files = {
        "config.yaml": CONFIG,
        "handout/work.py": "def act(n):\n    raise NotImplementedError\n",
        "handout/checks/test_work.py": f"import pytest\n{PUBLIC}",
        "reference/work.py": RIGHT,
        "reference/checks/test_work.py": CHECKS_BEGIN + HIDDEN,
        "handins/ada/work.py": RIGHT,
        # Right wherever grading asks, as a fault is that no drawn example meets.
        "handins/bob/work.py": "def act(n):\n    return 2 * n if n % 2 else 2 * n + n // 80_000\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def grader(*arguments: str) -> int:
    return cli.main(list(arguments))


def test_what_doubt_lists_loses_the_task_from_then_on(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grader("batch", "handins", "--out", "out", "--jobs", "1", "-q") == 0
    before = (course / "out/grades.csv").read_text()
    assert '"ada",1,1' in before
    assert '"bob",1,1' in before
    assert grader("doubt", "out", "--jobs", "1", "--rounds", "3") == 0
    said = capsys.readouterr().out
    assert "? work.act: doubles: 1 of 2 hand-ins differ" in said
    assert "ada" not in said
    page = (course / "out/doubt.html").read_text()
    assert "bob" in page
    [line, *_] = [line.strip() for line in said.splitlines() if line.endswith("hidden/doubles")]
    assert line in page
    assert (course / "out/grades.csv").read_text() == before
    listed = course / "reference/checks/listed/work.txt"
    assert "reference/checks/listed/work.txt:" in said
    listed.parent.mkdir()
    listed.write_text(f"{line}\n")
    assert grader("batch", "handins", "--out", "later", "--jobs", "1", "-q") == 0
    after = (course / "later/grades.csv").read_text()
    assert '"ada",1,1' in after
    assert '"bob",0,1' in after


def test_what_no_check_draws_is_asked_and_can_be_listed(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = "def act(n):\n    return 2 * n if n <= 10**5 else 0\n"
    (course / "handins/bob/work.py").write_text(wrong)
    assert grader("batch", "handins", "--out", "out", "--jobs", "1", "-q") == 0
    assert grader("doubt", "out", "--jobs", "1", "--rounds", "1") == 0
    said = capsys.readouterr().out
    assert "? work.act: doubles: 1 of 2 hand-ins differ" in said
    assert "no check draws this: if it is legal, the checks have a hole" in said
    [line, *_] = [line.strip() for line in said.splitlines() if line.endswith("hidden/doubles")]
    assert line.startswith("wide-6 ")
    listed = course / "reference/checks/listed/work.txt"
    listed.parent.mkdir(parents=True)
    listed.write_text(f"{line}\n")
    assert grader("batch", "handins", "--out", "later", "--jobs", "1", "-q") == 0
    after = (course / "later/grades.csv").read_text()
    assert '"ada",1,1' in after
    assert '"bob",0,1' in after


def test_who_reads_a_data_file_is_doubted_like_anybody(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "def act(n):\n    return 2 * n + (n % 2 == 0) * (n // int(open('most.txt').read()))\n"
    (course / "handins/bob/work.py").write_text(text)
    (course / "handins/bob/most.txt").write_text("80000")
    (course / "handins/cora").mkdir()
    right = "def act(n):\n    return 2 * n + int(open('none.txt').read())\n"
    (course / "handins/cora/work.py").write_text(right)
    (course / "handins/cora/none.txt").write_text("0")
    assert grader("batch", "handins", "--out", "out", "--jobs", "1", "-q") == 0
    assert '"bob",1,1' in (course / "out/grades.csv").read_text()
    grader("doubt", "out", "--jobs", "1", "--rounds", "2")
    found = capsys.readouterr().out
    assert "bob" in found
    assert "cora" not in found  # who has no such file fails


def test_without_doubt_it_says_so(course: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (course / "handins/bob/work.py").unlink()
    (course / "handins/bob").rmdir()
    assert grader("batch", "handins", "--out", "out", "--jobs", "1", "-q") == 0
    assert grader("doubt", "out", "--jobs", "1", "--rounds", "1") == 0
    assert "no doubt: 1 hand-in with full marks: all as the reference" in (capsys.readouterr().out)
