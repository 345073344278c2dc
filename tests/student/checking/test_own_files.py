"""The student's files on the disk: which are theirs, can be read, and import what."""

from pathlib import Path

import pytest

from grader.student.checking.own_files import (
    is_own,
    own_files,
    own_names,
    read_files,
)


def laid(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    laid(tmp_path, las="", trees__nodes="", lib__given="", checks__test_las="", env__x="", la="")
    (tmp_path / "env/pyvenv.cfg").write_bytes(b"")
    for name in (".git", "__pycache__"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.py").write_bytes(b"")
    return tmp_path


def test_given_folders_environments_and_hidden_ones_hold_nothing_of_theirs(folder: Path) -> None:
    found = {path.relative_to(folder).as_posix() for path in own_files(folder, "lib")}
    assert found == {"la.py", "las.py", "trees/nodes.py"}
    (folder / "notes.txt").write_bytes(b"")
    assert list(own_names(folder, "lib")) == ["la.py", "las.py", "notes.txt", "trees/nodes.py"]


def test_a_path_is_own_by_the_folder_that_it_is_in(folder: Path) -> None:
    inside = ["las.py", "trees/nodes.py", "lib/given.py", "env/x.py"]
    assert [is_own(f"{folder}/{name}", str(folder), "lib") for name in inside] == [
        *(True, True, False, False),
    ]
    assert not is_own(f"{folder}2/las.py", str(folder), "lib")


def test_why_a_file_can_not_be_read_is_said(tmp_path: Path) -> None:
    laid(tmp_path, las="def f(:\n    pass\n", deep="(" * 300 + ")" * 300, nul="x = '\0'\n", nim="")
    found = read_files(tmp_path, "")
    assert (found.names, list(found.trees)) == (
        {"las.py", "deep.py", "nul.py", "nim.py"},
        ["nim.py"],
    )
    fault = found.faults["las.py"]
    assert fault.message == "Python can't read las.py, line 1"
    assert fault.got.splitlines()[0].strip() == "def f(:"
    assert [(frame.file, frame.line) for frame in fault.frames] == [("las.py", 1)]


def test_what_only_compiling_finds_is_a_fault_and_warnings_are_none(tmp_path: Path) -> None:
    found = read_files(laid(tmp_path, a="return 1\n", b="x = '\\d'\nx is 1\n"), "")
    assert (list(found.faults), list(found.trees)) == (["a.py"], ["b.py"])


def test_imports_are_followed_once_each_in_their_order(tmp_path: Path) -> None:
    laid(tmp_path, a="import b, os\nimport c", b="from c import x\nimport a", c="", d="")
    found = read_files(tmp_path, "")
    assert found.closure(["a.py"]) == ["a.py", "b.py", "c.py"]
    assert found.closure(["a.py"], beside=["b.py"]) == ["a.py", "c.py"]
    assert found.closure(["none.py", "d.py"]) == ["d.py"]


def test_tests_have_what_is_in_a_conftest_beside_them_or_above(tmp_path: Path) -> None:
    laid(tmp_path, tests__test_all="", conftest="import las", las="", tests__conftest="")
    found = read_files(tmp_path, "", ["tests/test_all.py"])
    assert found.closure(["tests/test_all.py"]) == [
        *("tests/test_all.py", "tests/conftest.py", "conftest.py", "las.py"),
    ]
    assert read_files(tmp_path, "").closure(["tests/test_all.py"]) == ["tests/test_all.py"]


def test_an_accent_may_be_written_as_a_character_of_its_own(tmp_path: Path) -> None:
    laid(tmp_path, a="import \u00e9t\u00e9")
    (tmp_path / "e\u0301te\u0301.py").write_bytes(b"")
    assert read_files(tmp_path, "").closure(["a.py"]) == ["a.py", "e\u0301te\u0301.py"]


def test_packages_are_foreign_that_are_neither_own_nor_pythons(tmp_path: Path) -> None:
    text = "import os, numpy.linalg, las, lib, pytest, checks\nfrom scipy import stats\n"
    found = read_files(laid(tmp_path, a=text, las=""), "lib")
    assert found.foreign(["a.py", "none.py"]) == ["numpy", "scipy"]
