"""Nothing opens, moves or links what is closed while a hand-in is answered; all else goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

PROGRAM = """
import os, pathlib, shutil, sys
sys.path.insert(0, sys.argv[1])
from grader.inside.course_tests.closed.files import close_files
answering, admits = [False], [True]
def admits_opening(name, place):
    return not name or admits[0]
close_files(os.getcwd(), ["own.txt", "deep/own.txt"], lambda: answering[0], admits_opening)
pathlib.Path("link").unlink(missing_ok=True)
os.symlink("own.txt", "link")
answering[0] = sys.argv[3] == "answering"
admits[0] = sys.argv[3] != "once too often"
try:
    exec(sys.argv[2])
except PermissionError as error:
    print("closed" if "closed to hand-ins" in str(error) else error)
else:
    print("done")
"""
CLOSED = (
    "open('own.txt')",
    "open(b'own.txt')",
    "pathlib.Path('deep/../own.txt').read_text()",
    "os.open(os.path.abspath('deep/own.txt'), os.O_RDONLY)",
    "open('link')",
    "os.rename('own.txt', 'x')",
    "os.replace('x', 'own.txt') if os.path.exists('x') else os.rename('other.txt', 'own.txt')",
    "os.link('own.txt', 'x')",
    "os.symlink('own.txt', 'y')",
    "shutil.copy('own.txt', 'x')",
    "os.chdir('deep'); open('own.txt')",
)


def ran(folder: Path, text: str, when: str) -> str:
    (folder / "deep").mkdir(exist_ok=True)
    for name in ("own.txt", "deep/own.txt", "other.txt"):
        (folder / name).write_text("x", "utf-8")
    command = [sys.executable, "-c", PROGRAM, str(ROOT), text, when]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("text", CLOSED)
def test_what_is_closed_is_so_while_a_hand_in_is_answered(tmp_path: Path, text: str) -> None:
    assert ran(tmp_path, text, "answering") == "closed"


@pytest.mark.parametrize("text", ["open('/proc/self/maps')", "os.listdir('/proc')"])
def test_the_process_is_closed_too(tmp_path: Path, text: str) -> None:
    assert ran(tmp_path, text, "answering") == "closed"
    assert ran(tmp_path, text, "otherwise") == "done"


@pytest.mark.parametrize("text", CLOSED)
def test_at_other_times_it_is_open(tmp_path: Path, text: str) -> None:
    assert ran(tmp_path, text, "otherwise") == "done"


@pytest.mark.parametrize("text", [*CLOSED, "open('/proc/self/maps')"])
def test_tests_open_it_no_more_often_than_is_admitted(tmp_path: Path, text: str) -> None:
    assert ran(tmp_path, text, "once too often") == "closed"


@pytest.mark.parametrize(
    "text", ["import linecache; assert linecache.getlines('own.txt')", "os.listdir()"]
)
def test_lines_are_shown_all_the_same(tmp_path: Path, text: str) -> None:
    assert ran(tmp_path, text, "once too often") == "done"


@pytest.mark.parametrize("when", ["answering", "once too often"])
@pytest.mark.parametrize("text", ["open('other.txt')", "open('x', 'w')", "import json.tool"])
def test_other_files_are_open(tmp_path: Path, text: str, when: str) -> None:
    assert ran(tmp_path, text, when) == "done"
