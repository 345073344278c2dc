"""`python -m checks` as students run it: on the reference, on starters, on code that misbehaves."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.student import runner
from grader.student.process import EVENT
from tests.support import HANDOUT, ROOT

MODULES = sorted(path.stem.removeprefix("test_") for path in (HANDOUT / "checks").glob("test_*.py"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A student's folder with the support library and the public checks, and no files yet."""
    for name in ("gametree", "checks"):
        shutil.copytree(HANDOUT / name, tmp_path / name, ignore=shutil.ignore_patterns("__py*"))
    (tmp_path / "grader").mkdir()
    for name in ("student", "__init__.py"):
        source, target = ROOT / "grader" / name, tmp_path / "grader" / name
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__py*"))
        else:
            shutil.copy(source, target)
    return tmp_path


def run(
    folder: Path, *modules: str, seconds: float = 20.0, to_begin: float = 120.0
) -> tuple[int, str]:
    """Exit status and output of the checks; one without an answer is given up after `seconds`."""
    program = (
        "import sys\nfrom pathlib import Path\nfrom grader.student import runner\n"
        f"runner.SECONDS, runner.START_SECONDS = {seconds}, {to_begin}\n"
        "sys.exit(runner.main(Path('checks').absolute(), sys.argv[1:]))"
    )
    command = [sys.executable, "-c", program, *modules]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_reference_passes_everything(folder: Path) -> None:
    for file in (ROOT / "reference").glob("*.py"):
        shutil.copy(file, folder)
    status, output = run(folder)
    assert "✗" not in output
    assert status == 0
    for module in MODULES:
        assert f"\n{module}.py\n" in output


@pytest.mark.parametrize(
    ("name", "value"), [("PYTEST_ADDOPTS", "-k empty"), ("PYTEST_PLUGINS", "no_such_plugin")]
)
def test_what_students_set_for_their_own_tests_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    shutil.copy(ROOT / "reference/las.py", folder)
    status, output = run(folder, "las")
    assert "\n4 of 4 public checks passed.\n" in output
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
    assert "\n4 of 4 public checks passed.\n" in output
    assert status == 0


def test_untouched_starters_fail_and_say_what_is_not_written(folder: Path) -> None:
    for file in HANDOUT.glob("*.py"):
        shutil.copy(file, folder)
    status, output = run(folder, "las", "alphabeta")
    assert status == 1
    assert "✓" not in output
    assert output.count("look_and_say is not written yet") == 1
    assert "las.look_and_say: two runs (the same again)\n" in output
    assert "\n0 of " in output


LAS = "from gametree import Seq\ndef look_and_say(eq, s):\n    {body}\n"
MISTAKES = {
    "a wrong value": (
        LAS.format(body="return Seq.empty()"),
        ["why        wrong value: item 0 is missing", "call       from gametree import *", "due  "],
    ),
    "an exception": (
        LAS.format(body="return 1 / 0"),
        ["your code raised ZeroDivisionError: division by zero (las.py, line 3)"],
    ),
    "a syntax error": ("def look_and_say(:\n", ["SyntaxError: invalid syntax (las.py, line 1)"]),
    "another name": ("def look(eq, s): pass\n", ["missing, or spelt differently"]),
    "leaving": (LAS.format(body="raise SystemExit(0)"), ["SystemExit: 0"]),
    "a recursion without end": (LAS.format(body="return look_and_say(eq, s)"), ["recursion"]),
    "a forged line": (
        LAS.format(body="print('  ✓ las.look_and_say: passed'); raise ValueError"),
        ["printed      ✓ las.look_and_say: passed"],
    ),
}


@pytest.mark.parametrize("what", MISTAKES)
def test_a_mistake_is_told_in_the_students_terms(folder: Path, what: str) -> None:
    source, words = MISTAKES[what]
    (folder / "las.py").write_text(source, "utf-8")
    status, output = run(folder, "las")
    assert status == 1
    assert [word for word in words if word not in output] == []
    assert "Traceback" not in output


def test_a_check_that_never_ends_costs_only_itself(folder: Path) -> None:
    """Of the four checks of the module, only the one with the empty sequence goes on for ever."""
    good = (ROOT / "reference" / "las.py").read_text("utf-8")
    endless = "\nright = look_and_say\ndef look_and_say(eq, s):\n    while not len(s): pass\n"
    (folder / "las.py").write_text(good + endless + "    return right(eq, s)\n", "utf-8")
    status, output = run(folder, "las", seconds=3.0)
    assert status == 1
    assert output.count("✓") == 3
    assert "✗ las: test_empty" in output
    assert "no answer after 3 seconds" in output


def slow_to_begin_again(folder: Path, seconds: float) -> None:
    """The third of four checks hangs; the process that follows takes so long to begin."""
    good = (ROOT / "reference/las.py").read_text("utf-8")
    hang = "\nright = look_and_say\ndef look_and_say(eq, s):\n    while len(s) == 0: pass\n"
    (folder / "las.py").write_text(good + hang + "    return right(eq, s)\n", "utf-8")
    again = f"\nimport sys, time\nif sys.argv[2:]: time.sleep({seconds})\n"
    with (folder / "checks/test_las.py").open("a", encoding="utf-8") as file:
        file.write(again)


def test_a_process_that_is_slow_to_begin_again_loses_no_check(folder: Path) -> None:
    slow_to_begin_again(folder, 4)
    status, output = run(folder, "las", seconds=3.0)
    assert status == 1
    assert "\n3 of 4 public checks passed.\n" in output


def test_checks_that_can_not_be_started_again_are_counted_and_named(folder: Path) -> None:
    slow_to_begin_again(folder, 60)
    status, output = run(folder, "las", seconds=3.0, to_begin=6.0)
    assert status == 1
    assert output.count("not run: the checks could not be started again; try once more") == 1
    assert "\n2 of 4 public checks passed.\n" in output


def test_a_process_that_ends_between_two_checks_costs_no_check(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As long as each of them gets on."""

    class Short:
        """Ends after one check, without a word."""

        def __init__(self, _file: Path, done: list[str]) -> None:
            self._left = [name for name in ("a", "b", "c") if name not in done]

        def events(self, *_: float) -> Iterator[dict[str, Any]]:
            yield {"event": "collected", "names": self._left}
            yield {"event": "end", "name": self._left[0], "task": "las.x", "title": self._left[0]}

        def end(self) -> None:
            pass

    monkeypatch.setattr(runner, "Process", Short)
    monkeypatch.setattr(runner, "_start", lambda file: Short(file, []))
    assert runner.main(HANDOUT / "checks", ["las"]) == 0
    assert "\n3 of 3 public checks passed.\n" in capsys.readouterr().out


def local(folder: Path, before: str = "") -> tuple[int, list[dict[str, Any]]]:
    """Exit status and events of the process that checks las.py, which nobody watches."""
    program = (
        f"{before}\nimport sys, grader.student.local as local\nlocal.BACKSTOP_SECONDS = 1\n"
        "sys.exit(local.main('checks/test_las.py'))"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )
    lines = [line for line in done.stdout.split("\n") if line.startswith(EVENT)]
    return done.returncode, [json.loads(line.removeprefix(EVENT)) for line in lines]


def test_a_check_that_nobody_watches_is_ended_by_pytest_timeout(folder: Path) -> None:
    """As when the process that watches has been ended."""
    endless = "while True:\n        try: input()\n        except BaseException: pass"
    (folder / "las.py").write_text(LAS.format(body=endless), "utf-8")
    status, events = local(folder)
    assert status == 1
    assert [event["event"] for event in events] == ["collected", "start"]


def test_without_pytest_timeout_the_checks_are_the_same(folder: Path) -> None:
    shutil.copy(ROOT / "reference/las.py", folder)
    without = "import sys; sys.modules['pytest_timeout'] = None"
    finder = "import importlib.util as u; u.find_spec = lambda name: None"
    assert local(folder, f"{without}; {finder}") == local(folder)
    assert local(folder)[0] == 0


def test_the_checks_of_the_next_module_begin_meanwhile(folder: Path) -> None:
    """What las.py gives comes only when nim.py has been looked at, and nim.py comes after it."""
    waits = (
        "\nfrom pathlib import Path\nfrom time import sleep\n"
        "while not Path('begun').exists(): sleep(0.01)\n"
    )
    good = (ROOT / "reference/las.py").read_text("utf-8")
    (folder / "las.py").write_text(good + waits, "utf-8")
    good = (ROOT / "reference/nim.py").read_text("utf-8")
    (folder / "nim.py").write_text(good + "\nopen('begun', 'w').close()\n", "utf-8")
    status, output = run(folder, "las", "nim")
    assert "✗" not in output
    assert status == 0
    assert (
        output.index("\nlas.py\n") < output.index("las.look_and_say") < output.index("\nnim.py\n")
    )


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
        while not all(
            (folder / name).exists() and (folder / name).read_text() for name in ("las", "nim")
        ):
            assert time.monotonic() < until
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, _ = process.communicate(timeout=60)
    assert output == "\nlas.py\n\nStopped.\n"
    assert process.returncode == 130
    for name in ("las", "nim"):
        assert not Path("/proc", (folder / name).read_text().strip()).exists()


def test_code_that_ends_the_process_costs_only_its_check(folder: Path) -> None:
    source = "import os\ndef look_and_say(eq, s): os._exit(0)\n"
    (folder / "las.py").write_text(source, "utf-8")
    status, output = run(folder, "las")
    assert status == 1
    assert output.count("or the Python process ended") == 1
    assert output.count("(the same again)") == 3
    assert "0 of 4 public checks passed" in output


def test_a_missing_file_is_one_failure(folder: Path) -> None:
    status, output = run(folder, "las")
    assert status == 1
    assert "✗ las.py is missing in this folder" in output
    assert "0 of 1 public checks passed" in output


def test_a_module_without_checks_is_wrong_usage(folder: Path) -> None:
    status, output = run(folder, "lass")
    assert status == 2
    assert output.startswith("There are no checks of lass; there are checks of alphabeta, ")


def test_checks_that_were_edited_are_not_the_students_mistake(folder: Path) -> None:
    shutil.copy(ROOT / "reference/las.py", folder)
    with (folder / "checks/test_las.py").open("a", encoding="utf-8") as file:
        file.write("def (\n")
    status, output = run(folder, "las")
    assert status == 1
    assert "✗ las: public checks\n      why        the checks can't be imported: File " in output
    assert 'checks/test_las.py", line ' in output
    assert "SyntaxError: invalid syntax\n      hint       unpack the folders of the" in output
    assert "0 of 1 public checks passed" in output


def test_without_pytest_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert runner.main(HANDOUT / "checks", []) == 2
    assert "python3 -m pip install pytest" in capsys.readouterr().out
