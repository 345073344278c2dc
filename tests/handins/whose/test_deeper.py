"""Hand-ins that lie deeper than expected are never one student's, or an early version, silently."""

import re
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.handins.finding import find_handins
from grader.handins.systems.pattern import pattern_of
from tests.handins.test_finding import KNOWN, LAS, files, laid

VERSIONS = {
    "by number": ["ada/1/las.py", "ada/2/las.py", "ada/10/las.py", "bo/1/las.py", "bo/2/las.py"],
    "by time": ["ada/2026-11-18-20-15-00/las.py", "ada/2026-11-18-20-16-00/las.py"],
    "of a few": ["ada/1/las.py", "ada/2/las.py", "bo/1/las.py", "cy/3/las.py"],
}


@pytest.mark.parametrize("name", VERSIONS)
def test_a_pattern_is_proposed_for_folders_of_versions(tmp_path: Path, name: str) -> None:
    names = VERSIONS[name]
    folder = laid(tmp_path, {one: f"x = '{one}'".encode() for one in names})
    with pytest.raises(UsageError) as caught:
        find_handins(folder, KNOWN)
    proposed = re.search(r"--names '(.+)'", str(caught.value))
    assert proposed is not None
    found = find_handins(folder, KNOWN, names=pattern_of(proposed[1]))
    students = sorted({one.partition("/")[0] for one in names})
    assert files(found) == {student: ["las.py"] for student in students}
    last = [one for one in names if one.startswith("ada/")][-1]
    assert [str(piece.path)[-len(last) :] for piece in found.handins[0].pieces] == [last]


def test_a_class_one_folder_deeper_is_not_one_student(tmp_path: Path) -> None:
    names = ["Sheet 1/Submissions/ada/las.py", "Sheet 1/Submissions/bo/las.py"]
    with pytest.raises(UsageError) as caught:
        find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)
    assert str(caught.value) == (
        f"{tmp_path}: its only folder holds others with las.py in each: ada, bo. If each "
        "is a hand-in, name the folder that holds them: Sheet 1/Submissions"
    )


@pytest.mark.parametrize(
    "names",
    [
        ["ada/las.py", "ada/1/las.py", "ada/2/las.py"],
        ["ada/hw/las.py", "bo/1/las.py", "bo/2/las.py", "cy/las.py"],
        ["ada/old/las.py", "ada/new/las.py", "bo/las.py"],
        ["ada/hw/las.py"],
        ["ada/1/las.py", "bo/1/las.py"],
    ],
)
def test_other_folders_in_hand_ins_stop_nobody(tmp_path: Path, names: list[str]) -> None:
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)
    students = sorted({one.partition("/")[0] for one in names})
    assert [one.student for one in found.handins] == students
