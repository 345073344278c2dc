"""`grader new --from-tests`: an assignment around tests that a course has already."""

import ast
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from textwrap import dedent

import pytest

from grader.assignment.load import load
from grader.cli import main
from grader.commands.authoring.found_tests import found_tests
from grader.commands.authoring.from_tests import config_of, tasks_of
from grader.errors import UsageError
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


def test_functions_beside_classes_are_one_task_more() -> None:
    tests = """
        def test_rates(): pass
        class TestOpen:
            def test_one(self): pass
        def test_fees(): pass
        class TestBank:
            def test_two(self): pass
    """
    found = list(found_tests(ast.parse(dedent(tests)), "t.py"))
    tasks = tasks_of("bank", found)
    assert [(task.name, task.title, task.points, task.tests) for task in tasks] == [
        ("open", "TestOpen", 1, ("TestOpen",)),
        ("bank", "TestBank", 1, ("TestBank",)),
        ("bank_2", "The other tests", 2, ("test_rates", "test_fees")),
    ]


def test_the_tests_are_unchanged_and_the_starter_holds_no_solution(made: Path) -> None:
    assert (made.parent / "reference/checks/test_sums.py").read_text("utf-8") == TESTS
    starter = (made.parent / "handout/sums.py").read_text("utf-8")
    assert "The sum of numbers." in starter
    assert "sum(numbers)" not in starter


def test_the_starter_can_be_imported_and_what_it_lacks_is_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = "def f(numbers, most=LIMIT, *, by=total([1])): return most\n"
    (tmp_path / "sums.py").write_text(f"{SOLUTION}\n{more}", "utf-8")
    (tmp_path / "sums_test.py").write_text(TESTS, "utf-8")
    files = [str(tmp_path / "sums_test.py"), str(tmp_path / "sums.py")]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 0
    lacking = "The starter lacks what only code makes: the default of by in f.\n"
    assert lacking in capsys.readouterr().out
    starter = (tmp_path / "a/handout/sums.py").read_text("utf-8")
    names = dict[str, object]()
    exec(starter, names)
    assert names["LIMIT"] == 10


def test_folders_lie_beside_the_tests_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(SOLUTION, "utf-8")
    (tmp_path / "sums_test.py").write_text(TESTS, "utf-8")
    (tmp_path / "data/small").mkdir(parents=True)
    (tmp_path / "data/small/one.bin").write_bytes(b"\xff")
    files = [str(tmp_path / name) for name in ("sums_test.py", "data", "sums.py")]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 0
    assert (tmp_path / "a/reference/checks/data/small/one.bin").read_bytes() == b"\xff"


PACKAGE = {
    "__init__.py": "from .rules import *\nfrom .board import Board\n",
    "rules.py": "def moves(width):\n    return list(range(width))\n",
    "board.py": "class Board:\n    def __init__(self, width):\n        self.width = width\n",
    "data/start.txt": "....",
}
TESTS_OF_PACKAGE = """
from chess import Board, moves
from chess.board import Board as Inner

def test_moves():
    assert moves(3) == [0, 1, 2]
def test_board():
    assert Board is Inner
    assert isinstance(Board(3), Inner)
    assert Board(3).width == 3
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of a package."""
    for name, text in PACKAGE.items():
        file = tmp_path / "chess" / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.write_text(text, "utf-8")
    (tmp_path / "test_chess.py").write_text(TESTS_OF_PACKAGE, "utf-8")
    return tmp_path / "chess"


COINS = """from units import CENT

COINS = [1 * CENT, 2 * CENT]
"""
PAYING = """from coins import COINS

def change(amount):
    return [coin for coin in COINS if coin <= amount]
"""
TESTS_OF_COINS = """import pytest
from coins import COINS
from amounts import AMOUNTS
from paying import change

def test_all_coins():
    assert change(AMOUNTS[1]) == COINS
@pytest.mark.task(taskno=1)  # the mark of another system
def test_small():
    assert change(AMOUNTS[0]) == [1]
"""


def test_what_the_solution_imports_is_given_to_students(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {
        "test_paying.py": TESTS_OF_COINS,
        "amounts.py": "AMOUNTS = [1, 2]\n",
        "coins.py": COINS,
        "units.py": "CENT = 1\n",
        "paying.py": PAYING,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    given = [str(tmp_path / name) for name in files]
    assert main(["new", "paying", "--to", str(tmp_path / "at/paying"), "--from-tests", *given]) == 0
    config = tmp_path / "at/paying/config.yaml"
    assert load(config).given == {"coins.py": COINS, "units.py": "CENT = 1\n"}
    assert [p.name for p in (config.parent / "reference").glob("*.py")] == ["paying.py"]
    beside = sorted(p.name for p in (config.parent / "reference/checks").iterdir())
    assert beside == ["amounts.py", "test_paying.py"]
    assert main(["verify", "--config", str(config)]) == 0
    # One hands in what was asked for, one a copy of the rest that would make it right, too.
    handins = {
        "ada": {"paying.py": PAYING},
        "bob": {"paying.py": PAYING.replace("COINS if", "COINS[:1] if"), "coins.py": "COINS = [1]"},
    }
    for student, own in handins.items():
        (tmp_path / "class" / student).mkdir(parents=True)
        for name, text in own.items():
            (tmp_path / "class" / student / name).write_text(text, "utf-8")
    out = tmp_path / "out"
    assert main(["batch", str(tmp_path / "class"), "--out", str(out), "--config", str(config)]) == 0
    grades = (out / "grades.csv").read_text("utf-8-sig").splitlines()
    assert grades[1:] == ['"ada",10,10,10', '"bob",5,10,5']
    page = (out / "students/bob.html").read_text("utf-8")
    assert "coins.py is graded as it is in the handout" in page
    capsys.readouterr()


def test_what_students_are_given_is_there_at_home_and_not_packed(tmp_path: Path) -> None:
    files = {"test_paying.py": TESTS_OF_COINS, "amounts.py": "AMOUNTS = [1, 2]\n"}
    given = {"coins.py": COINS, "units.py": "CENT = 1\n"}
    for name, text in {**files, **given, "paying.py": PAYING}.items():
        (tmp_path / name).write_text(text, "utf-8")
    paths = [str(tmp_path / name) for name in (*files, *given, "paying.py")]
    config = tmp_path / "at/config.yaml"
    assert main(["new", "paying", "--to", str(config.parent), "--from-tests", *paths]) == 0
    for name, text in files.items():
        (config.parent / "handout/checks" / name).write_text(text, "utf-8")
    folder = handout_of(config, tmp_path)
    shown = make_check(folder, PAYING, "handin", "paying.py")
    assert "2 of 2 public checks passed" in shown
    assert "Packed, and checked in an empty folder: paying.py\nHand in" in shown
    with tarfile.open(folder / "paying-handin.tgz") as packed:
        assert [name for name in packed.getnames() if name.endswith(".py")] == ["paying.py"]
    (folder / "coins.py").write_text("COINS = [2]\n", "utf-8")
    shown = make_check(folder, PAYING, "handin", "paying.py")
    assert "1 of 2 public checks passed" in shown
    assert "! coins.py isn't as handed out; grading uses ours\n" in shown


def test_a_solution_may_be_a_package(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(tmp_path / "test_chess.py"), str(package)]
    assert main(["new", "hw", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 0
    config = tmp_path / "a/config.yaml"
    assert [module.name for module in load(config).modules] == ["chess.board"]
    assert (tmp_path / "a/handout/chess/data/start.txt").read_text("utf-8") == "...."
    assert "range" not in (tmp_path / "a/handout/chess/rules.py").read_text("utf-8")
    assert main(["verify", "--config", str(config), "--jobs", "2"]) == 0
    # Another right one has its class in another file of the package.
    (package / "board.py").write_text("from . import Board\n", "utf-8")
    (package / "__init__.py").write_text(PACKAGE["board.py"] + "from .rules import moves\n")
    (package.parent / "one").mkdir()
    package.rename(package.parent / "one/chess")
    capsys.readouterr()
    assert main(["grade", str(package.parent / "one"), "--config", str(config)]) == 0
    assert "10 of 10 points" in capsys.readouterr().out


def test_a_package_without_a_module_is_refused(
    package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("rules.py", "board.py"):
        (package / name).unlink()
    files = [str(tmp_path / "test_chess.py"), str(package)]
    assert main(["new", "hw", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 2
    assert "a package needs a file beside its __init__.py" in capsys.readouterr().err


def test_data_beside_the_tests_may_be_as_large_as_a_box_holds(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (made.parent / "reference/checks/large.bin").write_bytes(bytes(18 << 20))
    line = "    def test_many(self):"
    read = f"{line}\n        self.assertEqual(len(open('large.bin', 'rb').read()), 18 << 20)"
    tests = made.parent / "reference/checks/test_sums.py"
    tests.write_text(TESTS.replace(line, read), "utf-8")
    grade = ["grade", str(made.parent / "reference"), "--config", str(made)]
    assert main(grade) == 2
    said = capsys.readouterr().err
    assert "test_sums.py: with what lies beside it, it is 19 MB; let limits.scratch_mb" in said
    made.write_text(made.read_text("utf-8").replace("limits:", "limits:\n  scratch_mb: 20"))
    assert main(grade) == 0
    assert "3 of 3 points" in capsys.readouterr().out


@pytest.mark.parametrize("beside", [[], ["helper.py"]])
def test_a_solution_of_another_name_than_the_tests_import_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], beside: list[str]
) -> None:
    (tmp_path / "helper.py").write_text("", "utf-8")
    (tmp_path / "solution.py").write_text(SOLUTION, "utf-8")
    text = "import json, pytest, homework, helper\ndef test_one(): pass\n"
    (tmp_path / "test_it.py").write_text(text if beside else text.replace(", helper", ""), "utf-8")
    files = [str(tmp_path / name) for name in ("test_it.py", *beside, "solution.py")]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 2
    said = capsys.readouterr().err
    assert "the tests import homework, the solution is solution.py: name it as they do" in said


def test_a_file_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sums.py").write_text(SOLUTION, "utf-8")
    (tmp_path / "sums_test.py").write_text(TESTS, "utf-8")
    files = [str(tmp_path / name) for name in ("sums_test.py", "none.csv", "sums.py")]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 2
    assert "none.csv: can't be read: No such file" in capsys.readouterr().err


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


BOTH = """
import pytest
from gradescope_utils.autograder_utils.decorators import visibility, weight
from sums import Counter, total

class TestTotal:
    @weight(1)
    @visibility("visible")
    def test_nothing(self):
        assert total([]) == 0
    @weight(2)
    def test_counts(self, counter):
        assert counter.step() == 1
"""
ONLY_PUBLIC = """
    def test_one(self):
        numbers = [7]
        assert total(numbers) == 7

def test_not_begun(counter):
    assert [counter.step(), counter.step()] == [1, 2]
"""
FIXTURES = """
import pytest
from sums import Counter

@pytest.fixture
def counter():
    return Counter()
"""


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """An assignment whose handout has all hidden tests and two more."""
    for name, text in {"sums": SOLUTION, "sums_test": BOTH, "conftest": FIXTURES}.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    files = [str(tmp_path / f"{name}.py") for name in ("sums_test", "conftest", "sums")]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *files]) == 0
    config = tmp_path / "a/config.yaml"
    text = config.read_text("utf-8").replace("test_nothing]", "test_nothing, TestTotal.test_one]")
    config.write_text(text.replace("test_counts]", "test_counts, test_not_begun]"), "utf-8")
    (tmp_path / "a/handout/checks/test_sums.py").write_text(BOTH + ONLY_PUBLIC, "utf-8")
    (tmp_path / "a/handout/checks/course_fixtures.py").write_text(FIXTURES, "utf-8")
    return config


def handout_of(config: Path, folder: Path) -> Path:
    assert main(["pack", str(folder / "h.tgz"), "--config", str(config)]) == 0
    unpack(folder / "h.tgz", folder)
    return next(folder.glob("*-handout"))


def make_check(folder: Path, text: str, target: str = "check", file: str = "sums.py") -> str:
    (folder / file).write_text(text, "utf-8")
    make = ["make", "--no-print-directory", target, f"PYTHON={sys.executable}"]
    return subprocess.run(make, cwd=folder, capture_output=True, text=True, check=True).stdout


def test_tests_of_both_files_are_checks_of_their_tasks_and_those_in_both_are_one(
    both: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handout_of(both, tmp_path)
    assert main(["verify", "--config", str(both), "--jobs", "2"]) == 0
    (tmp_path / "bad").mkdir()
    bad = SOLUTION.replace("+= 1", "+= 3").replace("return sum(numbers)", "return 0")
    (tmp_path / "bad/sums.py").write_text(bad, "utf-8")
    capsys.readouterr()
    assert main(["grade", str(tmp_path / "bad"), "--config", str(both)]) == 0
    shown = capsys.readouterr().out
    assert "assert 0 == 7" in shown
    assert "assert 3 == 1" in shown


def test_public_tests_have_their_fixtures_and_are_filed_under_their_tasks(
    both: Path, tmp_path: Path
) -> None:
    folder = handout_of(both, tmp_path)
    assert "all checks passed: sums" in make_check(folder, SOLUTION)
    shown = make_check(folder, SOLUTION.replace("+= 1", "+= 3"), "handin")
    assert "✗ sums.counts (2 points): test_counts  [sums." in shown
    assert "assert 3 == 1" in shown
    assert "call       assert counter.step() == 1\n" in shown
    assert "sums.nothing" not in shown
    assert "Hand in sums-handin.tgz" in shown
    shown = make_check(folder, SOLUTION.replace("return sum(numbers)", "return numbers[9]"))
    assert "✗ sums.nothing (1 point): test_nothing  [sums." in shown
    assert "IndexError: list index out of range\n      at         sums.py, line " in shown


def test_a_starter_is_not_begun_and_a_name_that_is_gone_is_the_students(
    both: Path, tmp_path: Path
) -> None:
    folder = handout_of(both, tmp_path)
    starter = (folder / "sums.py").read_text("utf-8")
    assert "· not begun: sums.py (3 points)" in make_check(folder, starter)
    shown = make_check(folder, SOLUTION.replace("def total", "def totals"), "handin")
    assert "cannot import name 'total' from 'sums'" in " ".join(shown.split())
    assert "did you mean totals?" in shown
    assert "take the handout's own folders" not in shown
    assert shown.endswith("Hand in sums-handin.tgz.\n")
    shown = make_check(folder, SOLUTION.replace("class Counter", "class Counters"), "handin")
    assert "cannot import name 'Counter' from 'sums'" in " ".join(shown.split())
    assert shown.endswith("Hand in sums-handin.tgz.\n")
    shown = make_check(folder, "1 / 0\n", "handin")
    assert "division by zero at sums.py, line 1: 1 / 0" in " ".join(shown.split())
    assert shown.endswith("gets none of its 3 points: Python can't import sums.py.\n")


def test_one_public_test_is_tried_with_its_line(both: Path, tmp_path: Path) -> None:
    folder = handout_of(both, tmp_path)
    (folder / "sums.py").write_text(SOLUTION.replace("+= 1", "+= 3"), "utf-8")
    command = [sys.executable, "-m", "checks", "--try", "sums.counts"]
    shown = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout
    assert "call       assert counter.step() == 1\n" in shown
    assert "pasted" not in shown
    assert shown.count("failed") == 4


def test_hidden_fixtures_stay_hidden_and_public_tests_say_that_they_lack_them(
    both: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (both.parent / "handout/checks/course_fixtures.py").unlink()
    folder = handout_of(both, tmp_path)
    assert not any("def counter" in path.read_text("utf-8") for path in folder.rglob("*.py"))
    capsys.readouterr()
    assert main(["verify", "--config", str(both), "--jobs", "2"]) == 2
    shown = capsys.readouterr()
    assert "handout/checks/course_fixtures.py)" in shown.out + shown.err


def test_a_hidden_test_that_differs_from_the_public_one_stays_hidden(
    both: Path, tmp_path: Path
) -> None:
    hidden = both.parent / "reference/checks/test_sums.py"
    secret = "[counter.step() for _ in range(3)] == [1, 2, 3]"
    text = hidden.read_text("utf-8")
    hidden.write_text(text.replace("counter.step() == 1", secret), "utf-8")
    config = both.read_text("utf-8")
    both.write_text(config.replace("hidden: diagnosis", "hidden: name"), "utf-8")
    handout_of(both, tmp_path)
    (tmp_path / "bad").mkdir()
    bad = SOLUTION.replace("+= 1", "+= self.count < 2").replace("return sum(numbers)", "return 9")
    (tmp_path / "bad/sums.py").write_text(bad, "utf-8")
    out = tmp_path / "out"
    command = ["grade", str(tmp_path / "bad"), "--config", str(both), "--out", str(out)]
    assert main(command) == 0
    page = (out / "students/bad.html").read_text("utf-8")
    assert "assert 9 == 0" in page
    assert "counts" in page
    assert "[1, 2, 3]" not in page


def test_public_tests_alone_are_checked_without_hidden_ones(
    both: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", str(both.parent / "h.tgz"), "--config", str(both)]) == 0
    capsys.readouterr()
    assert main(["check", str(both.parent / "reference"), "--config", str(both)]) == 0
    assert "3 of 3 points" in capsys.readouterr().out


def test_weights_make_a_task_of_each_test() -> None:
    tests = dedent("""
        from gradescope_utils.autograder_utils.decorators import weight
        class TestIt:
            @weight(2.5)
            def test_one(self): pass
            def test_two(self): pass
    """)
    text = config_of({"NAME": "x", "TITLE": "X", "SEED": "1"}, "x", ast.parse(tests))
    assert "points: 2.5 " in text
    assert "id: x.one" in text
    assert "tests: [TestIt.test_two]" in text
    assert "credit" not in text
    partial = tests.replace("import weight", "import partial_credit").replace(
        "@weight", "@partial_credit"
    )
    partial = config_of({"NAME": "x", "TITLE": "X", "SEED": "1"}, "x", ast.parse(partial))
    assert "credit: checks" in partial


WEIGHTS = """
import unittest
from gradescope_utils.autograder_utils import decorators
from gradescope_utils.autograder_utils.decorators import leaderboard, weight
EACH: float = 2
class Shared:
    @weight(1.666667)
    def test_shared(self): pass
class TestOne(Shared, unittest.TestCase):
    @decorators.weight(3)
    def test_by_module(self): pass
    @weight(val=4)
    def test_by_name(self): pass
    @weight(10 / 4)
    def test_sum(self): pass
    @weight(-(-2 * EACH))
    def test_constant(self): pass
    def test_nothing(self): pass
    @leaderboard("time")
    def test_list(self, set_leaderboard_value=None): pass
class TestTwo(Shared, unittest.TestCase):
    def test_shared(self): pass
class TestThree(Shared, unittest.TestCase): pass
"""


def test_weights_are_read_however_they_are_written_and_tests_without_one_earn_nothing() -> None:
    found = {test.path: test.weight for test in found_tests(ast.parse(WEIGHTS), "t.py")}
    assert found == {
        "TestOne.test_by_module": 3,
        "TestOne.test_by_name": 4,
        "TestOne.test_sum": 2.5,
        "TestOne.test_constant": 4,
        "TestOne.test_nothing": None,
        "TestOne.test_list": None,
        "TestOne.test_shared": 1.666667,
        "TestTwo.test_shared": None,
        "TestThree.test_shared": 1.666667,
    }
    text = config_of({"NAME": "x", "TITLE": "X", "SEED": "1"}, "x", ast.parse(WEIGHTS))
    assert "points: 16.833334 " in text
    assert text.count("points: 1.666667\n") == 2
    assert text.count("points: 0\n") == 3


@pytest.mark.parametrize("worth", ["points()", "UNKNOWN", "1, 2", "EACH", "1 / 0", "'2'"])
def test_a_weight_that_no_text_shows_is_a_line(worth: str) -> None:
    tests = f"EACH = EACH\n\n@weight({worth})\ndef test_it(): pass\n"
    with pytest.raises(UsageError, match=r"t.py:3: what weight\(.* isn't in the text"):
        list(found_tests(ast.parse(tests), "t.py"))


def test_a_plain_class_that_is_not_called_test_has_tests_for_those_below_it_alone() -> None:
    text = """
        class Base:
            def test_a(self): pass
            def test_b(self): pass
        class Middle(Base): pass
        class AddTests(Middle, unittest.TestCase):
            def test_b(self): pass
        class TestPlain(object):
            def test_c(self): pass
    """
    paths = [test.path for test in found_tests(ast.parse(dedent(text)), "t.py")]
    assert sorted(paths) == ["AddTests.test_a", "AddTests.test_b", "TestPlain.test_c"]


def test_a_class_below_one_of_its_own_name_has_its_tests_and_the_last_one_counts() -> None:
    text = """
        from cases import Case
        class Case(Case):
            def test_a(self): pass
        class Case(Case):
            def test_b(self): pass
    """
    paths = [test.path for test in found_tests(ast.parse(dedent(text)), "t.py")]
    assert paths == ["Case.test_b", "Case.test_a"]


def test_tests_may_begin_with_the_mark_of_windows(tmp_path: Path) -> None:
    for name, text in {"sums.py": SOLUTION, "sums_test.py": TESTS}.items():
        (tmp_path / name).write_text(text, "utf-8-sig", newline="\r\n")
    paths = [str(tmp_path / name) for name in ("sums_test.py", "sums.py")]
    assert main(["new", "sums", "--to", str(tmp_path / "a"), "--from-tests", *paths]) == 0
    assert load(tmp_path / "a" / "config.yaml").points == 3


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
