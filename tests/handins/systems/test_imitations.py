"""One student's files can't make a class look like the download of a system."""

import os
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.handins.finding import find_handins
from tests.handins.test_finding import KNOWN, LAS, files, laid

CLASSES = {
    "a time as nbgrader's": ["a/hw/las.py", "b/hw/las.py", "c/w/las.py", "c/w/timestamp.txt"],
    "a version as Autolab's": ["a@x.edu/las.py", "b@x.edu/las.py", "c@x.edu/1_las.py"],
    "a folder as Sakai's": ["A, a(a)/las.py", "B, b(b)/las.py", "C, c(c)/Submission/las.py"],
    "settings as Submitty's": [
        *("a/las.py", "b/las.py"),
        *("c/1/las.py", "c/user_assignment_settings.json"),
    ],
    "a folder as ILIAS's": ["a/las.py", "b/las.py", "c/Doe_Jane_jd_7/las.py"],
    "a name as Moodle's": ["a/las.py", "b/las.py", "c/B_2_assignsubmission_file_/las.py"],
}


@pytest.mark.parametrize("name", CLASSES)
def test_a_plain_class_stays_one(tmp_path: Path, name: str) -> None:
    names = CLASSES[name]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)
    students = sorted({one.partition("/")[0] for one in names})
    assert (found.system, [one.student for one in found.handins]) == ("", students)


def test_a_pipe_in_place_of_a_time_is_no_time(tmp_path: Path) -> None:
    folder = laid(tmp_path, {"a/hw/las.py": LAS, "b/hw/las.py": LAS})
    for student in "ab":
        os.mkfifo(folder / student / "hw/timestamp.txt")
    found = find_handins(folder, KNOWN)
    assert {student: one.at for student, one in found.arrivals.items()} == {"a": "", "b": ""}
    assert list(files(found)) == ["a", "b"]


def test_metadata_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    folder = laid(tmp_path, {"submission_1/las.py": LAS})
    (folder / "submission_metadata.yml").symlink_to("/etc/passwd")
    with pytest.raises(UsageError, match="can't be read, or is empty"):
        find_handins(folder, KNOWN)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"a: 1\nsubmission_1: [\n", r"submission_metadata\.yml isn't YAML in line 3: "),
        (b"\xff\xfe", "submission_metadata.yml lists no submissions; download it again"),
    ],
)
def test_metadata_that_is_damaged_is_said_with_its_place(
    tmp_path: Path, text: bytes, why: str
) -> None:
    place = laid(tmp_path, {"submission_1/las.py": LAS, "submission_metadata.yml": text})
    with pytest.raises(UsageError, match=f"^{place}/.*: {why}"):
        find_handins(place, KNOWN)
