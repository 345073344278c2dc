"""The student's own tests are run on the student's own files, and fail in pytest's words."""

import shutil
from pathlib import Path

import pytest

from tests.student.checking.test_runner import folder, run
from tests.support import ROOT

__all__ = ["folder"]

TESTS = """
from gametree import Seq
import pytest
from las import look_and_say

def said(*xs):
    return look_and_say(lambda x, y: x == y, Seq.of(*xs))

def test_one_run():
    assert said(1, 1) == Seq.of((2, 1))

@pytest.mark.parametrize("x", [1, 2])
def test_single(x):
    assert said(x) == Seq.of((1, x))
"""


def write(folder: Path, tests: str) -> None:
    shutil.copy(ROOT / "reference/las.py", folder)
    (folder / "test_all.py").write_text(tests, "utf-8")


def test_tests_that_pass_are_counted(folder: Path) -> None:
    write(folder, TESTS)
    status, output = run(folder, "las", "test_all")
    assert status == 0
    assert output.startswith("✓ all checks passed: las, test_all (3 tests)\n")
    assert not list(folder.glob("__pycache__/test_all*"))


def test_a_test_that_fails_is_named_with_its_line_and_what_it_compared(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")  # pytest itself says more of a comparison there
    write(folder, TESTS.replace("(2, 1)", "(1, 1)"))
    status, output = run(folder, "las", "test_all")
    assert status == 1
    assert output.splitlines()[:4] == [
        "✗ test_all.py: 1 of 3 tests fails on your own files",
        "  ✗ test_one_run",
        "      why        assert Seq.of((2, 1)) == Seq.of((1, 1))",
        "      at         test_all.py, line 10: assert said(1, 1) == Seq.of((1, 1))",
    ]
    assert "6 of 6 public checks passed; " in output


def test_tests_of_wrong_code_are_a_line_below_what_the_checks_found(folder: Path) -> None:
    write(folder, TESTS)
    path = folder / "las.py"
    path.write_text(path.read_text("utf-8").replace("1 + more, first", "more, first"), "utf-8")
    _, output = run(folder)
    lines = output.splitlines()
    assert lines[0] == "✗ las.py"
    [line] = [line for line in lines if "test_all.py" in line]
    assert line == "✗ test_all.py (3 of 3 tests) fails too: see las.py, which it imports"
    _, output = run(folder, "test_all")
    assert output.startswith("✗ test_all.py: 3 of 3 tests fail on your own files\n  ✗ test_one")


def test_tests_that_can_find_no_mistake_are_not_said_to_pass(folder: Path) -> None:
    write(folder, TESTS.replace("assert said", "said"))
    status, output = run(folder, "test_all")
    assert status == 1
    assert output.startswith(
        "! test_all.py: nothing is asserted in it: such tests pass on wrong solutions,\n"
        "    too (10 points)\n"
    )
    assert "✓" not in output


def test_input_in_a_tested_file_is_explained_in_our_words(folder: Path) -> None:
    write(folder, f"{TESTS}\nname = input()\n")
    _, output = run(folder, "test_all")
    assert "your code raised EOFError: EOF when reading a line" in output
    assert "input() belongs below" in output
    assert "pytest: reading" not in output


@pytest.mark.parametrize(
    ("tests", "cause"),
    [
        ("from las import look_and_sy\ndef helper(): pass\n", "test_all.py, line 1"),
        ("def helper(): pass\n", "pytest finds no test: the name of each begins with test_"),
        ("import las\ntest_x = 3\n", "pytest finds no test"),
        (
            "class TestIt:\n    def __init__(self): ...\n    def test_x(self): ...\n",
            "pytest finds no test: TestIt has an `__init__`, so pytest skips",
        ),
        ("def test_x(: pass\n", "Python can't read test_all.py, line 1"),
    ],
)
def test_tests_that_cannot_be_run_are_not_unwritten(folder: Path, tests: str, cause: str) -> None:
    write(folder, tests)
    status, output = run(folder, "test_all")
    assert (status, "not begun" in output) == (1, False)
    assert any(cause in line for line in output.splitlines()[:5])
    assert "\n0 of 1 public checks passed; " in output


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("exit()", "your code raised SystemExit"),
        ("import sys\nsys.exit('bye')", "your code raised SystemExit"),
        ("import unittest\nunittest.main()", "your code raised SystemExit"),
        ("import os\nos._exit(0)", "the Python process ended"),
        ("import pytest\npytest.exit('enough')", "your code raised Exit: enough"),
        ("import nowhere", "your code raised ModuleNotFoundError"),
        ("raise KeyboardInterrupt", "your code raised KeyboardInterrupt"),
    ],
)
def test_why_tests_cannot_be_collected_is_said_in_our_words(
    folder: Path, end: str, said: str, capfd: pytest.CaptureFixture[str]
) -> None:
    write(folder, f"{TESTS}\n{end}\n")
    status, output = run(folder, "test_all")
    assert (status, said in output, "pytest finds no test" in output) == (1, True, False)
    assert "mainloop" not in output + "".join(capfd.readouterr())


CONFTEST = """
import pytest
from gametree import Seq
from las import look_and_say

@pytest.fixture
def said():
    return look_and_say(lambda x, y: x == y, Seq.of(1, 1))
"""
BY_FIXTURE = "from gametree import Seq\ndef test_it(said):\n    assert said == Seq.of((2, 1))\n"


def test_a_conftest_beside_the_tests_is_used_and_packed(folder: Path) -> None:
    write(folder, BY_FIXTURE)
    (folder / "conftest.py").write_text(CONFTEST, "utf-8")
    (folder.parent / "conftest.py").write_text("1 / 0\n", "utf-8")  # what is above is not
    status, output = run(folder, "test_all")
    assert output.startswith("✓ all checks passed: test_all (1 test)\n")
    assert status == 0
    _, output = run(folder, "--pack", "test_all")
    assert "✓ all checks passed: test_all (1 test)\n" in output
    assert "Packed too, because they are imported: conftest.py\n" in output


def test_own_tests_have_all_fixtures_of_pytest_and_leave_nothing(folder: Path) -> None:
    names = "cache, caplog, record_property, record_testsuite_property, doctest_namespace, recwarn"
    code = f"import las\ndef test_it({names}):\n    cache.set('a/b', 1)\n    assert las\n"
    write(folder, code)
    before = sorted(folder.rglob("*"))
    _, output = run(folder, "test_all")
    assert output.startswith("✓ all checks passed: test_all (1 test)\n")
    assert [path for path in sorted(folder.rglob("*")) if "__pycache__" not in str(path)] == [
        path for path in before if "__pycache__" not in str(path)
    ]


@pytest.mark.parametrize("fault", ["1 / 0", "exit()", "def f(:"])
def test_a_fault_in_a_conftest_is_shown(folder: Path, fault: str) -> None:
    write(folder, BY_FIXTURE)
    (folder / "conftest.py").write_text(f"{CONFTEST}\n{fault}\n", "utf-8")
    status, output = run(folder, "test_all")
    assert (status, "conftest.py, line 10" in output) == (1, True)
    assert "✓" not in output


def test_a_test_that_pytest_can_not_run_is_told_what_to_do(folder: Path) -> None:
    write(folder, "import las\nasync def test_it():\n    assert las\n")
    _, output = run(folder, "test_all")
    assert "why        it is `async def`, which pytest can't run: call asyncio.run" in output
    assert "plugin" not in output


def test_a_fixture_that_is_not_there_is_named(folder: Path) -> None:
    write(folder, BY_FIXTURE)
    _, output = run(folder, "test_all")
    assert "there is no fixture said\n" in output


def test_a_test_that_does_not_end_is_said_to_early_and_where_it_is(folder: Path) -> None:
    write(folder, "import las\ndef test_it():\n    while True:\n        assert las\n")
    _, output = run(folder, "test_all")
    assert "… test_it: not done so far: test_all.py, line " in output
    assert "no end after 15 seconds: test_all.py, line " in output


def test_a_crash_of_python_is_called_one(folder: Path) -> None:
    crash = "import os, signal\ndef look_and_say(eq, s):\n    os.abort()\n"
    write(folder, TESTS)
    (folder / "las.py").write_text(crash, "utf-8")
    _, output = run(folder)
    assert "why        Python crashed (Aborted): las.py, line 3, in look_and_say\n" in output
    assert "3 checks not run, because look_and_say crashes Python\n" in output
    assert "3 tests not run, because look_and_say crashes Python\n" in output
    assert "recent call first" not in output


def test_tests_of_functions_that_are_not_written_wait(folder: Path) -> None:
    write(folder, TESTS)
    shutil.copy(ROOT / "handout/las.py", folder)
    status, output = run(folder, "test_all")
    assert status == 0
    assert output.startswith("· test_all.py: 3 tests of what is not written yet\n")


def test_tests_of_a_function_that_does_not_end_are_not_run(folder: Path) -> None:
    write(folder, TESTS)
    (folder / "las.py").write_text("def look_and_say(eq, s):\n    while True:\n        pass\n")
    _, output = run(folder)
    assert "· test_all.py: 3 tests not run, because look_and_say does not end\n" in output
