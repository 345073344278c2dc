"""A student whose Python is newer than the grading one is told so once, with the lines."""

import json
import sys
from pathlib import Path

import pytest

from grader.student.checking.assignment import HandoutModule
from grader.student.checking.own_files import read_files
from grader.student.handing_in.notebooks import make_modules
from grader.student.pythons.notice import notice, too_new_for, unreadable
from grader.student.pythons.versions import this_python

OLDER = f"3.{sys.version_info.minor - 1}"


def said(folder: Path, text: str, grading: str) -> str:
    (folder / "las.py").write_text(text, "utf-8")
    return notice(folder, read_files(folder, ""), ["las.py"], grading)


def test_lines_that_the_grading_python_does_not_take_are_named(tmp_path: Path) -> None:
    text = said(tmp_path, "x = 1\ntry:\n    pass\nexcept* ValueError:\n    pass\n", "3.10")
    assert text.startswith(
        f"! Your Python is {this_python()}; grading uses 3.10, which doesn't have: las.py, line 5: "
    )
    assert text.endswith("(new in 3.11).")


def test_a_cell_of_a_notebook_that_is_no_python_is_left_out(tmp_path: Path) -> None:
    newer = "try:\n    pass\nexcept* ValueError:\n    pass"
    cells = [{"cell_type": "code", "source": source} for source in ("def f(:", newer)]
    (tmp_path / "las.ipynb").write_text(json.dumps({"cells": cells}))
    assert make_modules(tmp_path, [HandoutModule("las", ())]) == []
    files = read_files(tmp_path, "")
    assert notice(tmp_path, files, ["las.py"], "3.10").endswith("(new in 3.11).")
    assert "exception groups" in unreadable(tmp_path, files, "las.py", "3.10")


def test_files_that_the_grading_python_cannot_read_are_known_by_module(tmp_path: Path) -> None:
    newer = "try:\n    pass\nexcept* ValueError:\n    pass\n"
    for name, text in (("las", newer), ("nim", "import las\n"), ("own", "import las\n")):
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    modules = [HandoutModule(name, (), tests=name == "own") for name in ("las", "nim", "own")]
    found = too_new_for(tmp_path, read_files(tmp_path, ""), modules, "3.10")
    assert list(found) == ["las", "nim"]  # tests are run with other solutions
    assert found["nim"] == found["las"]
    assert found["las"].startswith("Python 3.10, which grades, doesn't have exception groups")
    assert too_new_for(tmp_path, read_files(tmp_path, ""), modules, "") == {}


def test_a_newer_python_alone_is_one_quiet_line(tmp_path: Path) -> None:
    assert said(tmp_path, "x = 1\n", OLDER) == (
        f"Your Python is {this_python()}; grading uses {OLDER}; "
        "nothing was found in your files that it lacks."
    )


@pytest.mark.parametrize("grading", ["", "unknown", this_python(), "3.99"])
def test_nothing_is_said_of_the_same_a_later_or_an_unknown_python(
    tmp_path: Path, grading: str
) -> None:
    assert said(tmp_path, "match 1:\n    case 1: pass\n", grading) == ""


def test_only_the_first_three_places_are_shown(tmp_path: Path) -> None:
    text = said(tmp_path, "match 1:\n    case 1: pass\n" * 5, "3.9")
    assert text.count("las.py, line") == 3
    assert text.endswith(", and 2 more.")


def test_a_file_that_no_python_reads_is_left_to_the_checks(tmp_path: Path) -> None:
    assert "nothing was found" in said(tmp_path, "def f(:\n", OLDER)


@pytest.mark.skipif(sys.version_info >= (3, 15), reason="no later Python is known")
def test_a_module_that_a_later_grading_python_has_no_more_is_named(tmp_path: Path) -> None:
    text = "import cgi\ntry:\n    import pipes\nexcept ImportError:\n    pass\nimport json\n"
    head = f"! Your Python is {this_python()}; grading uses 3.15, which no longer has: "
    assert said(tmp_path, text, "3.15") == head + "las.py, line 1: cgi (removed in 3.13)."
