"""Given code that was changed is named; what was added to it isn't there when graded."""

from pathlib import Path

import pytest

from grader.student.checking.assignment import HandoutAssignment
from grader.student.handing_in.given import added_to, differing
from grader.student.handing_in.listing import UNKNOWN, Handout, digest

GIVEN = {"lib/seq.py": b"x = 1\n", "lib/tree.py": b"y = 1\n", "checks/test_a.py": b"", "a.py": b""}
HANDOUT = Handout("1", {name: digest(content) for name, content in GIVEN.items()})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in GIVEN.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def said(folder: Path, handout: Handout = HANDOUT) -> list[str]:
    assignment = HandoutAssignment((), "handin.tgz", "lib", ("units.py",))
    return list(differing(folder, assignment, handout))


def test_nothing_is_said_of_files_as_they_came(folder: Path) -> None:
    (folder / "a.py").write_text("work = 1\n", "utf-8")
    (folder / "lib/seq.py").write_bytes(b"x = 1\r\n")  # as git writes it on Windows
    assert said(folder) == []


def test_changed_code_is_named(folder: Path) -> None:
    (folder / "lib/seq.py").write_text("x = 2\n", "utf-8")
    assert said(folder) == ["! lib/seq.py isn't as handed out; grading uses ours"]
    (folder / "checks/test_a.py").write_text("x = 2\n", "utf-8")
    assert said(folder) == [
        "! lib/seq.py, checks/test_a.py aren't as handed out; grading uses ours"
    ]


def test_what_was_added_to_the_library_is_named(folder: Path) -> None:
    (folder / "lib/mine.py").write_text("x = 2\n", "utf-8")
    assert list(added_to(folder, "lib", HANDOUT)) == ["lib/mine.py"]
    assert said(folder) == ["! lib/mine.py isn't from the handout; it isn't there when graded"]


def test_nothing_is_known_without_a_listing(folder: Path) -> None:
    (folder / "lib/mine.py").write_text("x = 2\n", "utf-8")
    assert said(folder, UNKNOWN) == []


@pytest.mark.parametrize("name", ["grader", "checks", "lib"])
def test_a_module_whose_name_is_taken_is_to_be_renamed(folder: Path, name: str) -> None:
    (folder / f"{name}.py").write_text("x = 2\n", "utf-8")
    words = f"! {name}.py is not used: a package of ours has that name; rename it"
    assert said(folder) == said(folder, UNKNOWN) == [words]
