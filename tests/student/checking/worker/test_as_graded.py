"""At home, names mean what they mean where hand-ins are graded."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from grader.student.checking.own_files import not_own
from grader.student.checking.worker.as_graded import OwnFiles

ROOT = Path(__file__).parents[4]


def ran(folder: Path, packages: tuple[str, ...], code: str) -> str:
    """What a module of the student's prints in a process that behaves as graded."""
    (folder / "work.py").write_text(dedent(code), "utf-8")
    program = f"""
import sys
sys.path[:] = [*sys.path[1:], {str(ROOT)!r}]
from pathlib import Path
from grader.student.checking.worker.as_graded import behave_as_graded
behave_as_graded(Path({str(folder)!r}), "", (), {packages!r})
import work
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.stdout or done.stderr.splitlines()[-1]


def test_a_file_comes_before_pythons_module_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("def roll(): return 4\n", "utf-8")
    (tmp_path / "operator.py").write_text("NAME = 'mine'\n", "utf-8")
    code = "from random import roll\nimport operator\nprint(roll(), operator.NAME)\n"
    assert ran(tmp_path, (), code) == "4 mine\n"


def test_what_is_built_into_python_stays(tmp_path: Path) -> None:
    for name in ("sys", "os", "io", "time"):
        (tmp_path / f"{name}.py").write_text("NAME = 'mine'\n", "utf-8")
    # Another os than that of Python's own modules would refuse nothing.
    code = "import os, sys, posixpath\nprint(os is posixpath.os, sys is os.sys)\n"
    assert ran(tmp_path, (), code) == "True True\n"


@pytest.mark.parametrize("how", ["import pytest", "from pytest import mark", "import pytest as p"])
def test_what_is_not_there_when_it_is_graded_is_not_there_at_home(tmp_path: Path, how: str) -> None:
    assert ran(tmp_path, (), how) == "ModuleNotFoundError: No module named 'pytest'"
    assert ran(tmp_path, ("pytest",), f"{how}\nprint(1)\n") == "1\n"


def test_own_files_and_pythons_library_are_there(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/part.py").write_text("X = 1\n", "utf-8")
    (tmp_path / "tools/whole.py").write_text("from .part import X\nfrom . import part\n", "utf-8")
    code = """
        import tools.part, tools.whole, json, xml.dom, __main__
        from decimal import Decimal
        print(tools.part.X)
    """
    assert ran(tmp_path, (), code) == "1\n"


def test_code_of_an_environment_in_the_folder_is_not_the_students(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/pyvenv.cfg").write_text("", "utf-8")
    files = OwnFiles(tmp_path, not_own(str(tmp_path), ""), ())
    found = []
    for name in ("work.py", ".venv/pytest.py"):
        (tmp_path / name).write_text("", "utf-8")
        names: dict[str, Any] = {}
        exec(compile("import sys\nframe = sys._getframe()", tmp_path / name, "exec"), names)
        found.append(files.is_the_students(names["frame"]))
    assert found == [True, False]
