"""`grader new --from-tests`: an assignment around tests that a course has already."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from grader.assignment.load import load
from grader.cli import main
from grader.commands.authoring.from_tests import config_of, starter_of
from tests.support import ROOT, unpack

SOLUTION = '''
"""Sums."""
LIMIT = 10

def total(numbers):
    """The sum of numbers."""
    return sum(numbers)

class Counter:
    count = 0
    def step(self):
        self.count += 1
        return self.count
'''
TESTS = """
import unittest
from sums import LIMIT, Counter, total

class TotalTest(unittest.TestCase):
    def test_nothing(self):
        self.assertEqual(total([]), 0)
    def test_many(self):
        self.assertEqual(total([1, 2]), 3)

class TestCounter(unittest.TestCase):
    def test_limit(self):
        "The limit is ten"
        counter = Counter()
        self.assertEqual([counter.step() for _ in range(LIMIT)][-1], 10)
"""
LIBRARY_TEST = """
class TestKinds(TestCounter):
    def test_kind(self):
        from coins import Kind
        from sums import same
        kind = next(iter(Kind))
        self.assertIs(same(kind), kind)
"""


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """The `config.yaml` of an assignment around the tests above."""
    (tmp_path / "sums.py").write_text(SOLUTION, "utf-8")
    (tmp_path / "sums_test.py").write_text(TESTS, "utf-8")
    files = [str(tmp_path / "sums_test.py"), str(tmp_path / "sums.py")]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 0
    return tmp_path / "a/config.yaml"


def test_each_class_is_a_task_whose_tests_have_shares(made: Path) -> None:
    tasks = {task.id: (task.points, task.tests) for task in load(made).tasks}
    assert tasks == {"sums.total": (2, ("TotalTest",)), "sums.counter": (1, ("TestCounter",))}


def test_the_tests_are_unchanged_and_the_starter_holds_no_solution(made: Path) -> None:
    assert (made.parent / "reference/checks/test_sums.py").read_text("utf-8") == TESTS
    starter = (made.parent / "handout/sums.py").read_text("utf-8")
    assert "The sum of numbers." in starter
    assert "sum(numbers)" not in starter


def test_the_solution_earns_all_and_the_starter_nothing(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--config", str(made), "--jobs", "2"]) == 0
    assert capsys.readouterr().out.count("1       1\n") == 2


def test_a_half_right_hand_in_earns_half_and_sees_why(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "half").mkdir()
    half = SOLUTION.replace("return sum(numbers)", "return sum(numbers) or None")
    (tmp_path / "half/sums.py").write_text(half, "utf-8")
    assert main(["grade", str(tmp_path / "half"), "--config", str(made)]) == 0
    shown = capsys.readouterr().out
    assert "2 of 3 points" in shown
    assert "1 of 2 checks pass" in shown
    assert "None != 0" in shown


def test_values_of_the_assignments_library_travel(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "assignments/bank/handout/coins", made.parent / "handout/coins")
    text = made.read_text("utf-8").replace("limits:", "library: coins\nlimits:")
    made.write_text(text.replace("[TestCounter]", "[TestCounter, TestKinds]"), "utf-8")
    (made.parent / "handout/checks/tasks.toml").unlink()
    for folder in ("handout", "reference"):
        with (made.parent / folder / "sums.py").open("a") as file:
            file.write("from coins import Kind\ndef same(kind):\n    return kind\n")
    with (made.parent / "reference/checks/test_sums.py").open("a") as file:
        file.write(LIBRARY_TEST)
    assert main(["grade", str(made.parent / "reference"), "--config", str(made)]) == 0
    assert "3 of 3 points" in capsys.readouterr().out


def test_tests_in_the_handout_are_shown_and_run_by_students(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    public = TESTS.replace("def test_many", "def not_shown")
    (made.parent / "handout/checks/test_sums.py").write_text(public, "utf-8")
    assert main(["pack", str(tmp_path / "h.tgz"), "--config", str(made)]) == 0
    unpack(tmp_path / "h.tgz", tmp_path)
    folder = tmp_path / "sums-handout"
    make = ["make", "check", f"PYTHON={sys.executable}"]
    (folder / "sums.py").write_text(SOLUTION.replace("return self.count", "return 9"), "utf-8")
    ran = subprocess.run(make, cwd=folder, capture_output=True, text=True, check=False)
    assert "1 of 2 public checks passed" in ran.stdout
    assert "9 != 10" in ran.stdout
    capsys.readouterr()
    assert main(["grade", str(made.parent / "reference"), "--config", str(made)]) == 0
    assert "3 of 3 points" in capsys.readouterr().out


def test_weights_make_a_task_of_each_test() -> None:
    tests = dedent("""
        from gradescope_utils.autograder_utils.decorators import weight
        class TestIt:
            @weight(2.5)
            def test_one(self): pass
            def test_two(self): pass
    """)
    text = config_of("x", "X", "1", "x", ast.parse(tests))
    assert "points: 3.5 " in text
    assert "id: x.one" in text
    assert "tests: [TestIt.test_two]" in text


def test_a_starter_keeps_names_and_imports() -> None:
    text = (
        "import os\nX = 1\nclass A(Exception):\n    'A word.'\n    y = 2\nasync def f(): return X\n"
    )
    assert starter_of(ast.parse(text)) == (
        'import os\n\nclass A(Exception):\n    """A word."""\n\n'
        "async def f():\n    raise NotImplementedError\n"
    )


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["sums_test.py"], "needs two files at least"),
        (["nowhere.py", "sums.py"], "can't be read"),
        (["broken.py", "sums.py"], "broken.py:1: "),
        (["empty.py", "sums.py"], "no tests in it"),
    ],
)
def test_what_cant_be_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], files: list[str], words: str
) -> None:
    for name, text in {
        "sums.py": SOLUTION,
        "sums_test.py": TESTS,
        "broken.py": "def (",
        "empty.py": "",
    }.items():
        (tmp_path / name).write_text(text, "utf-8")
    paths = [str(tmp_path / name) for name in files]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *paths]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "a").exists()


def test_a_test_of_no_task_and_a_failing_one_are_lines(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = made.read_text("utf-8").replace("tests: [TestCounter]", "tests: [TestCount]")
    made.write_text(text, "utf-8")
    tests = made.parent / "reference/checks/test_sums.py"
    tests.write_text(TESTS.replace("[]), 0", "[]), 1"), "utf-8")
    assert main(["verify", "--config", str(made)]) == 2
    error = capsys.readouterr().err
    assert "the test TotalTest.test_nothing fails on the reference" in error
    assert "the test TestCounter.test_limit is of no task" in error
    assert "'sums.counter' names TestCount" in error
