"""Stand-ins for what is refused, at home: each says what was tried, and through which function."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

PROCESS = "your code tried to start another process"
BEGIN = """
from grader.inside.surroundings.refusals import refuse
refuse(at_home=True)
"""


def said(code: str, folder: Path) -> str:
    """The last line of what a program says that begins so."""
    (folder / "go.py").write_text(BEGIN + code, "utf-8")
    done = subprocess.run(
        [sys.executable, "go.py"],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return (done.stdout + done.stderr).strip().splitlines()[-1]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import os; os.fork()", "your code tried to start another process (os.fork)"),
        (
            "import os; os.system('clear; touch x')",
            "your code tried to start another process (os.system)",
        ),
        ("import os; os.system('clear $(touch x)')", f"{PROCESS} (os.system)"),
        (
            "from subprocess import check_call\ncheck_call(['true'])",
            "your code tried to start another process (subprocess.check_call)",
        ),
        (
            "import socket; socket.socket(socket.AF_UNIX)",
            "your code tried to open a network connection (socket.socket)",
        ),
        (
            "import os; os.mkfifo('p')",
            "your code tried to make a named pipe or a device (os.mkfifo)",
        ),
    ],
)
def test_what_is_refused_is_named(tmp_path: Path, code: str, words: str) -> None:
    assert said(code, tmp_path) == f"grader.inside.surroundings.refusals.Refused: {words}"


@pytest.mark.parametrize(
    "code",
    [
        "import socket; socket.socketpair()",
        "import platform; platform.platform(); platform.processor()",
        "import ctypes.util; ctypes.util.find_library('c')",
        "import resource; resource.setrlimit(resource.RLIMIT_STACK, (-1, -1))",
        "import os; assert os.system('clear') == os.system('CLS') == os.system('') == 0",
        "import os; assert os.system('cls || clear; color 0a') == 0",
        "import os\ntry: os.fork()\nexcept OSError as error: assert error.errno == 1",
        "import os; os.statvfs('.')",
    ],
)
def test_what_harms_nobody_is_not_refused(tmp_path: Path, code: str) -> None:
    assert said(f"{code}\nprint('fine')", tmp_path) == "fine"
