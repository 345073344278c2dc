"""`python -m checks` as students run it: on the reference, on starters, on code that misbehaves."""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path
from textwrap import dedent

import pytest

from grader.student.checking import runner
from grader.student.checking.assignment import read_assignment
from grader.student.checking.own_files import read_files
from tests.student.checking.first_hour import give_engine
from tests.support import HANDOUT, ROOT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A student's folder with the support library and the public checks, and no files yet."""
    for name in ("gametree", "checks"):
        shutil.copytree(HANDOUT / name, tmp_path / name)
    give_engine(tmp_path)
    return tmp_path


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit status and output of the checks, at 80 columns."""
    command = [sys.executable, "-m", "checks", *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        env=os.environ | {"COLUMNS": "80"},
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_reference_passes_everything(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    status, output = run(folder)
    assert status == 0
    assert output.startswith("✓ all checks passed: las, connect4")
    assert "✗" not in output


@pytest.mark.parametrize(
    ("name", "value"), [("PYTEST_ADDOPTS", "-k empty"), ("PYTEST_PLUGINS", "no_such_plugin")]
)
def test_what_students_set_for_their_own_tests_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    shutil.copy(ROOT / "reference/las.py", folder)
    status, output = run(folder, "las")
    assert "\n5 of 5 public checks passed; " in output
    assert status == 0


def test_a_plugin_that_is_installed_has_no_say(folder: Path) -> None:
    """As one that shuffles tests, or runs them in several processes, would have."""
    (folder / "meddler.py").write_text("raise RuntimeError('a plugin was loaded')\n", "utf-8")
    entry = folder / "meddler-1.0.dist-info"
    entry.mkdir()
    metadata = "Metadata-Version: 2.1\nName: meddler\nVersion: 1.0\n"
    (entry / "METADATA").write_text(metadata, "utf-8")
    (entry / "entry_points.txt").write_text("[pytest11]\nmeddler = meddler\n", "utf-8")
    shutil.copy(ROOT / "reference/las.py", folder)
    status, output = run(folder, "las")
    assert "\n5 of 5 public checks passed; " in output
    assert status == 0


KEEPS = """
import answers

def look_and_say(eq, s):
    return answers.known.setdefault(len(s), answers.work(eq, s))
"""


def test_an_answer_that_another_check_spoils_is_shown_with_its_call(folder: Path) -> None:
    """What is kept may be in another module of the student's own."""
    reference = (ROOT / "reference/las.py").read_text("utf-8")
    answers = reference.replace("def look_and_say", "known = {}\n\ndef work")
    (folder / "answers.py").write_text(answers, "utf-8")
    (folder / "las.py").write_text(KEEPS, "utf-8")
    status, output = run(folder, "las")
    words = " ".join(output.split())
    assert "why right when asked alone, wrong after another call: wrong value: item 0: (3," in words
    assert "look_and_say(streq, Seq.of('hi', 'hi', 'hi')) # right without what is above:" in words
    assert "look_and_say(streq, Seq.of('bye', 'hi', 'hi')) got" in words
    assert "\n4 of 5 public checks passed; " in output
    assert "--try" not in output
    assert status == 1


def test_code_that_never_ends_when_it_is_fresh_is_given_up_like_any(folder: Path) -> None:
    """A failed check is asked again, which may have no end where it had one before."""
    fresh = "not answers.known and 'bye' in list(s)"
    endless = KEEPS.replace("return", f"while {fresh}: pass\n    return")
    (folder / "las.py").write_text(endless, "utf-8")
    reference = (ROOT / "reference/las.py").read_text("utf-8")
    answers = reference.replace("def look_and_say", "known = {}\n\ndef work")
    (folder / "answers.py").write_text(answers, "utf-8")
    status, output = run(folder, "las")
    assert "two runs  [las.2]\n      why        no end after 5 seconds" in output
    assert "\n2 of 5 public checks passed; " in output
    assert status == 1


def test_recursion_may_go_through_functions_of_python_itself(folder: Path) -> None:
    """As in a box, in every version of Python."""
    reference = (ROOT / "reference/las.py").read_text("utf-8")
    deep = "\n\n@cache\ndef deep(n):\n    return 0 if n == 0 else 1 + deep(n - 1)\n\n"
    cached = f"from functools import cache\n{deep}assert deep(15_000) == 15_000\n"
    (folder / "las.py").write_text(f"{reference}\n\n{cached}", "utf-8")
    status, output = run(folder, "las")
    assert "\n5 of 5 public checks passed; " in output
    assert status == 0


def test_an_untouched_handout_is_a_few_lines_and_passes_nothing(folder: Path) -> None:
    for file in HANDOUT.glob("*.py"):
        shutil.copy(file, folder)
    status, output = run(folder)
    assert status == 1
    assert len(output.splitlines()) <= 20
    modules = read_assignment(HANDOUT / "checks").modules
    files = ", ".join(f"{module.file} ({module.worth})" for module in modules)
    assert f"· not begun: {files} " in " ".join(output.split()) + " "
    assert "\n0 of " in output


def test_of_a_module_half_begun_only_what_is_written_fails(folder: Path) -> None:
    starter = (HANDOUT / "nim.py").read_text("utf-8")
    begun = starter.replace('raise NotImplementedError("less_equal")', "return c > d")
    (folder / "nim.py").write_text(begun, "utf-8")
    status, output = run(folder, "nim")
    assert status == 1
    assert "✗ nim.less_equal (1 point): the first pile that differs decides  [nim.1]" in output
    printed = " ".join(output.split())
    assert (
        "· not written yet: greater_equal, equal_config, make_next_level, make_game_tree" in printed
    )


LAS = "from gametree import Seq\ndef look_and_say(eq, s):\n    {body}\n"
MISTAKES = {
    "a wrong value": (
        LAS.format(body="return Seq.empty()"),
        ["why        wrong value: item 0 is missing", "call       def streq", "expected   Seq.of("],
    ),
    "nothing": (LAS.format(body="Seq.empty()"), ["hint       a function without `return` gives"]),
    "an exception": (
        LAS.format(body="return 1 / 0"),
        ["your code raised ZeroDivisionError: division by zero\n", "las.py, line 3: return 1 / 0"],
    ),
    "a syntax error": (
        "def look_and_say(eq, s)\n    return s\n",
        ["Python can't read las.py, line 1", "  ^\n", "SyntaxError: expected ':'", "put a colon"],
    ),
    "a bare name in a pattern": (
        "from gametree import Nil\ndef look_and_say(eq, s):\n    match s.showl():\n"
        "        case Nil:\n            return s\n        case _:\n            return s\n",
        ["name capture 'Nil'", "in a pattern write Nil(): a bare name matches anything"],
    ),
    "a bare name at the end": (
        "from gametree import Nil\ndef look_and_say(eq, s):\n    match s.showl():\n"
        "        case Nil:\n            return s\n",
        ["! las.py, line 4: `case Nil` matches anything; write Nil()"],
    ),
    "an empty file": ("\n", ["why        las.py is empty: is it saved in your editor?"]),
    "another name": ("def look(eq, s): pass\n", ["missing, or spelt differently"]),
    "a method that values of Python don't have": (
        LAS.format(body="return tuple(s).reverse()"),
        ["your code raised AttributeError: 'tuple' object has no"],
    ),
    "a name that an own class doesn't have": (
        LAS.format(body="return A().sho()") + "class A:\n    def show(self): pass\n",
        ["missing, or spelt differently: 'A' object has no", "hint       did you mean show?"],
    ),
    "a function that isn't called": (
        LAS.format(body="return A().start.board") + "class A:\n    def start(self): pass\n",
        [
            "your code raised AttributeError: 'function' object",
            "`start` is a function here: is @property missing, or () after",
        ],
    ),
    "a package that is not there": (
        "import numby\n",
        ["No module named 'numby'", "only Python's own library and your own files"],
    ),
    "a name that the other file does not have": (
        "from other import equl\n",
        [
            "cannot import name 'equl' from",
            "at         las.py, line 1: from other import",
            "hint       did you mean equal?",
        ],
    ),
    "files that import each other": (
        "from helper import number\n",
        [
            "circular",
            "helper.py",
            "hint       las.py and this file import each other: put what both need",
        ],
    ),
    "a name that is not imported": (
        "def look_and_say(eq, s): return Seq.empty()\n",
        ["hint       add Seq to the names that the file imports from gametree"],
    ),
    "leaving": (LAS.format(body="raise SystemExit(0)"), ["SystemExit: 0"]),
    "a recursion without end": (LAS.format(body="return look_and_say(eq, s)"), ["never ends"]),
    "input": (LAS.format(body="return input()"), ["EOFError", "input() belongs below"]),
    "all the memory": (LAS.format(body="return [0] * 10**10"), ["ran out of memory"]),
    "printing": (LAS.format(body="print('so far'); return s"), ["printed    so far"]),
    "a forged line": (
        LAS.format(body="print('  ✓ las.look_and_say: passed'); raise ValueError"),
        ["printed      ✓ las.look_and_say: passed"],
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_reported_in_the_students_terms(folder: Path, what: str) -> None:
    source, words = MISTAKES[what]
    (folder / "las.py").write_text(source, "utf-8")
    (folder / "helper.py").write_text("from las import look_and_say\n", "utf-8")
    (folder / "other.py").write_text("def equal(): pass\n", "utf-8")
    status, output = run(folder, "las")
    assert status == 1
    assert [word for word in words if word not in output] == []
    assert "Traceback" not in output


def test_a_package_beside_the_file_is_named_as_what_python_imports(folder: Path) -> None:
    (folder / "las.py").write_text(LAS.format(body="return s"), "utf-8")
    (folder / "las").mkdir()
    (folder / "las/__init__.py").touch()
    _, output = run(folder, "las")
    assert "Python imports las/__init__.py instead of las.py: module 'las'" in " ".join(
        output.split()
    )


def test_what_depends_on_a_function_that_never_ends_is_not_run(folder: Path) -> None:
    """Of the four checks, only the one with the empty sequence goes on for ever."""
    good = (ROOT / "reference" / "las.py").read_text("utf-8")
    endless = (
        "\nright = look_and_say\n"
        "def look_and_say(eq, s):\n"
        "    return right(eq, s) if len(s) else wait()\n"
        "def wait():\n"
        "    while True:\n"
        "        pass\n"
    )
    (folder / "las.py").write_text(good + endless, "utf-8")
    status, output = run(folder, "las")
    assert status == 1
    assert re.match(r"… las\.3: not done so far: las\.py, line \d+, in wait\n", output)
    assert re.search(r"no end after 5 seconds: las\.py, line \d+, in wait\n", output)
    assert "look_and_say(streq, Seq.of())" in output
    assert "4 of 5 public checks passed" in output


def test_a_function_that_never_ends_is_reported_once_for_all_modules(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    good = (folder / "las.py").read_text("utf-8")
    (folder / "las.py").write_text(good.replace("    n = 0\n", "    while True: pass\n"), "utf-8")
    _, output = run(folder, "las", "connect4")
    assert output.count("no end after 5 seconds") == 1
    assert re.search(r"\n  · \d checks not run, because drop_run does not end", output)
    assert re.search(r"\n· connect4\.py: \d checks not run, because drop_run does not end", output)


def test_endless_code_in_a_courses_own_tests_is_reported_once(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "assignments/shop/handout", tmp_path, dirs_exist_ok=True)
    give_engine(tmp_path)
    text = (ROOT / "assignments/shop/reference/shop.py").read_text("utf-8")
    signature = re.search(r"class Money.*?def __init__\([^\n]*:\n", text, re.DOTALL)
    assert signature
    endless = f"{signature[0]}        while True: pass\n"
    (tmp_path / "shop.py").write_text(text.replace(signature[0], endless), "utf-8")
    _, output = run(tmp_path)
    assert re.search(r"no end after 5 seconds: shop\.py, line \d+, in __init__", output)
    assert re.search(r"\n  · \d+ checks not run, because __init__ does not end", output)
    assert "EndlessCall" not in output


def test_of_a_file_in_which_nothing_ends_three_checks_are_given_up(folder: Path) -> None:
    """The first takes five seconds, the next two, and what takes long is said once."""
    loop = "while True:\n        pass"
    names = re.findall(r"NotImplementedError\(\"(\w+)\"\)", (HANDOUT / "nim.py").read_text("utf-8"))
    text = (HANDOUT / "nim.py").read_text("utf-8")
    (folder / "nim.py").write_text(
        re.sub(r"raise NotImplementedError\(\"\w+\"\)", loop, text), "utf-8"
    )
    _, output = run(folder, "nim")
    assert len(names) > 5
    assert output.count("not done so far") == 1
    assert re.findall(r"no end after (\d) seconds: nim\.py", output) == ["5", "2", "2"]
    assert re.search(r"\n  · \d+ checks not run, because so much of nim\.py does not end", output)
    assert "\n0 of 11 public checks passed; " in output


def test_a_loop_while_a_module_is_imported_is_reported_once(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    with (folder / "las.py").open("a", encoding="utf-8") as file:
        file.write("while True: pass\n")
    _, output = run(folder, "las", "connect4")
    assert "· las.py: none of its checks can be run (6 points)" in output
    assert output.count("no end after 5 seconds") == 1
    assert "· connect4.py: not checked, because it needs las.py (see above) (50 points)" in output


def test_a_step_that_nothing_can_interrupt_is_ended_too(folder: Path) -> None:
    body = "import itertools; sum(itertools.repeat(0))"
    (folder / "las.py").write_text(LAS.format(body=body), "utf-8")
    _, output = run(folder, "las")
    assert "it does not end: las.py, line 3, in look_and_say" in output
    assert output.count("it does not end") == 1
    assert "3 checks not run, because look_and_say does not end" in output


def test_a_syntax_error_is_reported_once_and_what_imports_the_file_is_not_checked(
    folder: Path,
) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    (folder / "connect4.py").write_text("def f(\n", "utf-8")
    _, output = run(folder, "connect4", "run", "las")
    assert output.count("SyntaxError") == 1
    assert output.startswith(
        "· connect4.py: none of its checks can be run (50 points)\n"
        "      why        Python can't read connect4.py, line 1\n"
        "      got          def f(\n"
        "                        ^\n"
        "                 SyntaxError: '(' was never closed\n"
        "· run.py: "
    )
    assert "\n5 of 26 public checks passed; " in output
    assert "· run.py: not checked, because it needs connect4.py (see above) (2 points)" in output
    assert "✓ all checks passed: las" in output


def test_a_module_that_imports_a_failing_one_is_a_line(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    text = (folder / "las.py").read_text("utf-8")
    (folder / "las.py").write_text(text.replace("1 + more, first", "more, first"), "utf-8")
    _, output = run(folder)
    assert "\n✗ connect4.py (1 of 16 checks), " in output
    assert "tests) fail too: see las.py, which they import" in " ".join(output.split())
    _, output = run(folder, "connect4")
    assert "✗ connect4.status (16 points): four in each of the four directions" in output


def test_one_check_can_be_tried_alone(folder: Path) -> None:
    body = "print('here I am'); return s"
    (folder / "las.py").write_text(LAS.format(body=body), "utf-8")
    status, output = run(folder, "--try", "las.2")
    assert status == 1
    assert output.count("here I am") == 1
    assert "\nlas.2  las.look_and_say: two runs\n" in output
    pasted = output.partition("# the call, to be pasted at a prompt of python3\n")[2]
    call = subprocess.run(
        [sys.executable, "-c", pasted], cwd=folder, capture_output=True, text=True, check=False
    )
    assert (call.stdout, call.stderr) == ("here I am\n", "")
    status, output = run(folder, "--try", "las.9")
    assert (status, output) == (2, "There is no check las.9 in las.\n")


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("las.py", "0 of 5 public checks passed; staff run hidden ones, too."),
        ("las.2", "las.2  las.look_and_say: two runs"),
        ("las.look_and_say", "las.5  las.look_and_say: nth is not used"),
    ],
)
def test_a_file_a_check_and_a_task_mean_what_they_say(folder: Path, name: str, line: str) -> None:
    (folder / "las.py").write_text("def look_and_say(eq, s): return s.nth(0)\n", "utf-8")
    status, output = run(folder, name)
    assert status == 1
    assert line in output.splitlines()


def test_an_old_python_is_refused_in_a_sentence() -> None:
    """The first files have nothing in them that a Python before 3.11 can't read."""
    for file, then in (
        ("checks/__main__.py", "from grader"),
        ("gametree/__init__.py", "from game"),
    ):
        text = (HANDOUT / file).read_text("utf-8").partition('"""\n\n')[2]
        ast.parse(text, feature_version=(3, 4))
        assert text.index("sys.version_info < (3, 11)") < text.index(then)


def test_who_stops_reading_gets_no_traceback(folder: Path) -> None:
    command = f"{sys.executable} -u -m checks | head -1"
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.startswith("· missing in this folder: las.py (6 points), connect4.py (50")


def test_ctrl_c_ends_all_of_it_with_one_word(folder: Path) -> None:
    stubborn = (
        "import os\nfrom time import sleep\n"
        "print(os.getpid(), file=open('{name}', 'w'), flush=True)\n"
        "while True:\n    try: sleep(60)\n    except BaseException: pass\n"
    )
    for name in ("las", "nim"):
        (folder / f"{name}.py").write_text(stubborn.format(name=name), "utf-8")
    command = [sys.executable, "-m", "checks", "las", "nim"]
    with subprocess.Popen(
        command,
        cwd=folder,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        until = time.monotonic() + 60
        while not ((folder / "las").exists() and (folder / "las").read_text()):
            assert time.monotonic() < until
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert output == "\nStopped.\n"
    assert process.returncode == 130
    assert not Path("/proc", (folder / "las").read_text().strip()).exists()


def test_tests_that_a_module_imports_change_nothing(folder: Path) -> None:
    text = (ROOT / "reference/las.py").read_text("utf-8")
    tests = "from las import *\ndef test_it():\n    assert look_and_say\n"
    (folder / "test_all.py").write_text(tests, "utf-8")
    (folder / "las.py").write_text(f"from test_all import *\n{text}", "utf-8")
    _, output = run(folder, "las")
    assert "\n5 of 5 public checks passed; " in output


def test_code_that_ends_the_process_costs_only_its_check(folder: Path) -> None:
    source = "import os\ndef look_and_say(eq, s): os._exit(0)\n"
    (folder / "las.py").write_text(source, "utf-8")
    status, output = run(folder, "las")
    assert status == 1
    assert output.count("the Python process ended") == 1
    assert "las.2, las.3, las.4 fail too" in output
    assert "\n1 of 5 public checks passed; " in output  # the one that only reads the text


def test_a_missing_file_is_one_line(folder: Path) -> None:
    status, output = run(folder, "las")
    assert status == 1
    assert output.startswith("· missing in this folder: las.py (6 points)\n")
    assert "0 of 5 public checks passed" in output


def _without_checks(folder: Path, *names: str) -> None:
    for name in names:
        (folder / f"checks/test_{name}.py").unlink()
        shutil.copy(ROOT / f"reference/{name}.py", folder)


def test_modules_without_public_checks_are_one_line(folder: Path) -> None:
    _without_checks(folder, "las", "nim")
    status, output = run(folder, "las", "nim")
    assert output.startswith("· no public checks of las.py (6 points), nim.py (20 points)\nStaff")
    assert status == 0
    shutil.copy(ROOT / "reference/lolo.py", folder)
    status, output = run(folder, "las", "lolo")
    assert "✓ all checks passed: lolo" in output
    assert "· no public checks of las.py (6 points)\n" in output
    assert status == 0


@pytest.mark.parametrize("text", ["", "import pytest\n"])
def test_a_file_without_a_check_is_as_none(folder: Path, text: str) -> None:
    shutil.copy(ROOT / "reference/las.py", folder)
    (folder / "checks/test_las.py").write_text(text, "utf-8")
    status, output = run(folder, "las")
    assert output.startswith("· no public checks of las.py (6 points)\n")
    assert status == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("def (\n", "Python can't read las.py, line 1"),
        ("while True: pass\n", "no end after"),
        ("import os\nos._exit(3)\n", "the Python process ended"),
    ],
)
def test_a_module_without_checks_that_cant_be_imported_is_said(
    folder: Path, text: str, why: str
) -> None:
    _without_checks(folder, "las")
    (folder / "las.py").write_text(text, "utf-8")
    status, output = run(folder, "las", "--pack")
    assert "· las.py: none of its checks can be run (6 points)" in output
    assert why in output
    assert re.search(r"\n! las.py gets none of its 6 points: Python can't \w+ las.py.\n", output)
    assert status == 0


def test_packing_without_public_checks_warns_of_nothing(folder: Path) -> None:
    _without_checks(folder, "las")
    status, output = run(folder, "las", "--pack")
    assert output.count("!") == 1
    assert "Hand in hw09-handin.tgz.\n! Missing: connect4.py (50 points), " in output
    assert status == 0


def test_a_module_without_checks_is_wrong_usage(folder: Path) -> None:
    status, output = run(folder, "lass")
    assert status == 2
    assert output.startswith(
        "There are no checks of lass; did you mean las? There are checks of las, connect4, "
    )


def test_files_without_checks_beside_others_are_a_line(folder: Path) -> None:
    shutil.copy(ROOT / "reference/las.py", folder)
    (folder / "nim (1).py").write_text("")
    status, output = run(folder, "./las.py", "nim (1).py")
    assert status == 0
    assert output.startswith("There are no checks of nim (1).py.\n✓ all checks passed: las")


def test_checks_that_were_edited_are_not_the_students_mistake(folder: Path) -> None:
    shutil.copy(ROOT / "reference/las.py", folder)
    with (folder / "checks/test_las.py").open("a", encoding="utf-8") as file:
        file.write("def (\n")
    status, output = run(folder, "las")
    assert status == 1
    printed = " ".join(output.split())
    assert "why the checks can't be imported: File " in printed
    assert 'checks/test_las.py", line ' in printed.replace(" ", "") or "test_las.py" in printed
    assert "hint take the handout's own folders from it again" in printed
    assert "0 of 1 public checks passed" in output


def test_without_pytest_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert runner.main(HANDOUT / "checks", []) == 2
    assert f"`{runner.this_interpreter()} -m pip install pytest`" in capsys.readouterr().out


def test_the_python_that_lacks_pytest_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = f"python3.{sys.version_info.minor}"
    monkeypatch.setattr("sys.prefix", sys.base_prefix)
    monkeypatch.setattr("shutil.which", {usual: sys.executable}.get)
    assert runner.this_interpreter() == usual
    monkeypatch.setattr("shutil.which", {}.get)
    assert runner.this_interpreter() == sys.executable
    monkeypatch.setattr("sys.executable", "/my tools/python")
    assert runner.this_interpreter() == "'/my tools/python'"


def test_a_file_is_opened_as_it_is_where_it_is_graded(folder: Path) -> None:
    """Python itself takes a comment that is not UTF-8, in some versions."""
    las = (ROOT / "reference/las.py").read_bytes()
    (folder / "las.py").write_bytes(las + b"\n# caf\xe9\n")
    status, output = run(folder, "las")
    assert status == 1
    assert "las.py can't be read: line" in output
    (folder / "las.py").write_bytes(b"# coding: latin-1\n" + las + b"\n# caf\xe9\n")
    assert run(folder, "las")[0] == 0


@pytest.mark.parametrize("name", ["copy", "types", "inspect", "json", "operator", "re"])
def test_a_file_may_be_called_as_a_module_of_pythons(folder: Path, name: str) -> None:
    """Also one that nothing imports. pytest and the checks go on having Python's."""
    las = (ROOT / "reference/las.py").read_text("utf-8")
    (folder / "las.py").write_text(las, "utf-8")
    (folder / f"{name}.py").write_text("first = 1\n", "utf-8")
    assert run(folder, "las")[0] == 0
    own = f"import {name}\nfrom {name} import first\nassert {name}.first == first == 1\n"
    (folder / "las.py").write_text(las.replace("\nfrom ", f"\n{own}from ", 1), "utf-8")
    status, output = run(folder, "las")
    assert (status, output.partition(":")[0]) == (0, "✓ all checks passed")


def test_the_name_of_the_folder_is_no_package(folder: Path) -> None:
    las = (ROOT / "reference/las.py").read_text("utf-8")
    (folder / "helper.py").write_text("X = 1\n", "utf-8")
    (folder / "las.py").write_text(f"from hw09.helper import X\n{las}", "utf-8")
    assert "the folder's name isn't part of an import" in run(folder, "las")[1]


def test_breakpoint_opens_the_debugger_when_one_check_is_tried(folder: Path) -> None:
    (folder / "las.py").write_text("def look_and_say(eq, s):\n    breakpoint()\n    return s\n")
    command = [sys.executable, "-m", "checks", "--try", "las.1"]
    done = subprocess.run(
        command, cwd=folder, input="p 40 + 2\nc\n", capture_output=True, text=True, check=False
    )
    assert "(Pdb) 42\n" in done.stdout
    assert "wrong value" in done.stdout


def test_breakpoint_that_is_left_in_the_code_is_named(folder: Path) -> None:
    (folder / "las.py").write_text("def look_and_say(eq, s):\n    breakpoint()\n    return s\n")
    status, output = run(folder, "las")
    assert status == 1
    assert "your code opens the debugger" in output
    assert "breakpoint() opens the debugger with" in output


@pytest.mark.parametrize("arguments", [[], ["checks/test_las.py"]])
def test_pytest_says_what_runs_the_public_checks(folder: Path, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    lines = done.stdout.split("\n")
    assert "The public checks are run by `python3 -m checks`." in lines
    assert len(lines) < 8


def test_the_last_lines_of_packing_say_what_whole_files_lose(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    (folder / "las.py").write_text("import helper\n")
    (folder / "helper.py").write_text("1 / 0\n")
    (folder / "connect4.py").write_text("def f(:\n")
    (folder / "nim.py").rename(folder / "nim (1).py")
    # Where these are graded, another connect4.py is there.
    (folder / "test_all.py").write_text("import connect4, nim\ndef test(): pass\n")
    _, output = run(folder, "--pack", "las")
    assert output.partition("Hand in hw09-handin.tgz.\n")[2].split("! ")[1:] == [
        "connect4.py gets none of its 50 points: Python can't read connect4.py.\n",
        "popout.py gets none of its 25 points extra: Python can't read connect4.py.\n",
        "nim.py gets none of its 20 points: it is missing; there is 'nim (1).py':\n"
        "  rename it to nim.py.\n",
        "las.py gets none of its 6 points: Python can't import helper.py.\n",
        "run.py gets none of its 2 points: Python can't read connect4.py.\n",
    ]
    assert "nothing imports it: analysis.py, tracing.py\n" in output


def test_a_file_of_nearly_the_right_name_is_named(folder: Path) -> None:
    (folder / "src").mkdir()
    shutil.copy(ROOT / "reference/connect4.py", folder / "src")
    _, output = run(folder, "connect4", "nim")
    assert "\n! connect4.py is missing; there is src/connect4.py: move it here\n" in output


def test_tests_that_need_a_file_that_is_not_there_are_not_blamed(folder: Path) -> None:
    """Where they are graded, right solutions have it."""
    (folder / "test_all.py").write_text("import nim\ndef test(): pass\n")
    _, output = run(folder, "test_all")
    assert output.startswith(
        "· test_all.py: not run here, because it imports nim.py, which is missing;\n"
        "    grading runs it on right solutions\n"
    )
    (folder / "nim.py").write_text("def equal(): pass\n")
    (folder / "test_all.py").write_text("from nim import min_max\ndef test(): pass\n")
    assert "not run here, because it imports nim.py (see above)" in run(folder, "test_all")[1]
    (folder / "test_all.py").write_text("from nim import my_own\ndef test(): pass\n")
    assert "none of its tests can be run (10 points)" in run(folder, "test_all")[1]


def test_what_follows_from_a_file_that_cannot_be_read_is_blamed_on_it(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    las = (folder / "las.py").read_text("utf-8")
    (folder / "las.py").write_text(las, "utf-16")
    (folder / "test_all.py").write_text("import connect4\ndef test(): pass\n")
    _, output = run(folder, "las", "connect4", "test_all")
    assert "it is UTF-16 text: save it as UTF-8" in output
    assert "null bytes" not in output
    assert "· test_all.py: not run here, because it imports las.py (see above)" in output


def test_a_file_comes_after_those_that_it_imports_and_tests_come_last(folder: Path) -> None:
    modules = read_assignment(HANDOUT / "checks").modules
    by_name = {module.name: module for module in modules}
    for file, text in (("las.py", "import connect4\n"), ("connect4.py", "import nim\n")):
        (folder / file).write_text(text)
    (folder / "nim.py").write_text("import las\n")  # a circle ends
    (folder / "test_all.py").write_text("")
    names = ("test_all", "las", "connect4", "nim", "popout")
    ordered = runner.in_order([by_name[name] for name in names], read_files(folder, "gametree"))
    assert [one.name for one in ordered] == ["nim", "connect4", "las", "popout", "test_all"]


TABLES = """
    from pathlib import Path
    assert Path(__file__).with_name("tables.json").read_text() == open("data/a.txt").read() == "1"
"""


def test_data_files_that_a_module_names_are_there_and_are_packed(folder: Path) -> None:
    reference = (ROOT / "reference/las.py").read_text("utf-8")
    (folder / "las.py").write_text(dedent(TABLES) + reference, "utf-8")
    (folder / "data").mkdir()
    for name in ("tables.json", "data/a.txt", "notes.pdf"):
        (folder / name).write_text("1")
    status, output = run(folder, "las")
    assert status == 0
    assert "5 of 5 public checks passed" in output
    status, output = run(folder, "--pack", "las")
    assert "Packed too, because your code names them: tables.json, data/a.txt\n" in output
    assert "5 of 5 public checks passed" in output
    with tarfile.open(folder / "hw09-handin.tgz") as archive:
        assert {"las.py", "tables.json", "data/a.txt"} < {*archive.getnames()}
        assert "notes.pdf" not in archive.getnames()


def test_a_data_file_that_is_too_large_is_not_there(folder: Path) -> None:
    reference = (ROOT / "reference/las.py").read_text("utf-8")
    (folder / "las.py").write_text("open('big.json').close()\n" + reference, "utf-8")
    (folder / "big.json").write_bytes(b"1" * ((256 << 10) + 1))
    _, output = run(folder, "--pack", "las")
    printed = " ".join(output.split())
    assert "FileNotFoundError: [Errno 2] No such file or directory: 'big.json'" in printed
    assert (
        "! big.json is named in your code, but is not there when it is graded: files that it reads "
        "may have 256 KB each, 1 MB in all, and be 50"
    ) in printed


def test_own_tests_may_read_data_files(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    code = "def test_data():\n    with open('cases.txt') as file: assert file.read() == '1'\n"
    (folder / "test_all.py").write_text(code, "utf-8")
    (folder / "cases.txt").write_text("1")
    _, output = run(folder, "test_all")
    assert "FileNotFoundError" not in output


def test_the_file_at_fault_in_a_package_is_named_by_its_path(folder: Path) -> None:
    (folder / "las.py").write_text("import pkg\n", "utf-8")
    (folder / "pkg").mkdir()
    (folder / "pkg/__init__.py").write_text("1 / 0\n", "utf-8")
    _, output = run(folder, "--pack", "las")
    printed = " ".join(output.split())
    assert "las.py: not checked, because it needs pkg/__init__.py (6 points)" in printed
    assert "! las.py gets none of its 6 points: Python can't import pkg/__init__.py." in printed
