"""Hand-ins that lie deeper than expected are never one student's, or an early version, silently."""

import re
from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
from grader.errors import UsageError
from grader.handins.finding import find_handins
from grader.handins.systems.pattern import pattern_of
from tests.handins.test_finding import KNOWN, LAS, files, laid, packed

VERSIONS = {
    "by number": ["ada/1/las.py", "ada/2/las.py", "ada/10/las.py", "bo/1/las.py", "bo/2/las.py"],
    "by time": ["ada/2026-11-18-20-15-00/las.py", "ada/2026-11-18-20-16-00/las.py"],
    "by word and number": ["ada/Version 9/las.py", "ada/Version 10/las.py", "bo/Version 1/las.py"],
    "by v": ["ada/v1/las.py", "ada/v2/las.py", "bo/v1/las.py"],
    "of an assignment": ["ada/HW 1/Version 1/las.py", "ada/HW 1/Version 2/las.py"],
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


ZIP = packed({"las.py": LAS}, ".zip")
CLASS = {f"{name}/las.py": LAS for name in ("ada", "bo", "cy")}
CANVAS = {"ada_1_10_las.py": LAS, "bo_2_11_las.py": LAS}
TAR = packed({"las.py": LAS})
SECTIONS = {name: packed({f"{name}{m}/las.py": LAS for m in "xyz"}, ".zip") for name in ("a", "b")}
DEEPER: dict[str, dict[str, bytes]] = {
    "folders": dict.fromkeys(("Sheet 1/all/ada/las.py", "Sheet 1/all/bo/las.py"), LAS),
    "folders in folders": dict.fromkeys(("class/ada/src/las.py", "class/bo/src/las.py"), LAS),
    "archives": dict.fromkeys(("top/hw/s14.zip", "top/hw/s10.zip", "top/hw/s6.zip"), ZIP),
    "archives of tar": dict.fromkeys(("top/ada.tgz", "top/bo.tgz"), TAR),
    "an archive of folders": {"down/class.zip": packed(CLASS, ".zip")},
    "an archive of tar": {"class.tgz": packed({f"./{name}": LAS for name in CLASS})},
    "a download": {"down.zip": packed(CANVAS, ".zip")},
    "beside a note": {"down.zip": packed(CANVAS, ".zip"), "notes.txt": b""},
    "names of the roster": dict.fromkeys(("x/old/las.py", "x/new/las.py"), LAS),
    "sections": dict.fromkeys(("sec1/ada/las.py", "sec1/bo/las.py", "sec2/cy/las.py"), LAS),
    "sections of one each": dict.fromkeys(("mon/old/las.py", "tue/new/las.py"), LAS),
    "sections with a folder": dict.fromkeys(
        ("a/hw/x/las.py", "a/hw/y/las.py", "b/hw/z/las.py"), LAS
    ),
    "sections of archives": dict.fromkeys(("s1/ada.zip", "s1/bo.zip", "s2/c.zip", "s2/d.zip"), ZIP),
    "archives of sections": {f"{name}.zip": content for name, content in SECTIONS.items()},
    "two downloads": dict.fromkeys(("mon.zip", "tue.zip"), packed(CANVAS, ".zip")),
    "two assignments": {f"hw{number}/{name}": LAS for number in "12" for name in CLASS},
}


def roster_of(students: str) -> Roster:
    return Roster(tuple(map(Person, students.split())))


@pytest.mark.parametrize("zipped", [False, True])
@pytest.mark.parametrize("name", DEEPER)
def test_a_class_one_folder_deeper_is_not_one_student(
    tmp_path: Path, name: str, *, zipped: bool
) -> None:
    place = laid(tmp_path / "class", DEEPER[name])
    if zipped:
        place = tmp_path / "class.zip"
        place.write_bytes(packed(DEEPER[name], ".zip"))
    with pytest.raises(UsageError, match=r" (hand-ins of several|those of) students: "):
        find_handins(place, KNOWN, roster_of("old new"))


def test_the_refusal_says_which_folder_to_grade_instead(tmp_path: Path) -> None:
    names = ["Sheet 1/Submissions/ada/las.py", "Sheet 1/Submissions/bo/las.py"]
    with pytest.raises(UsageError) as caught:
        find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)
    assert str(caught.value) == (
        f"{tmp_path}: Sheet 1/Submissions holds hand-ins of several students: ada, bo. Grade that "
        "folder itself; if it is one hand-in, add Sheet 1 to roster.csv"
    )


def test_sections_are_read_together_by_the_pattern_that_is_proposed(tmp_path: Path) -> None:
    names = ["sec1/ada/las.py", "sec1/bo/src/las.py", "sec2/cy/las.py"]
    folder = laid(tmp_path, dict.fromkeys(names, LAS))
    with pytest.raises(
        UsageError, match=r"those of students: ada in sec1, bo in sec1\. Grade"
    ) as caught:
        find_handins(folder, KNOWN)
    proposed = re.search(r"--names '(.+)'; ", str(caught.value))
    assert proposed is not None
    found = find_handins(folder, KNOWN, names=pattern_of(proposed[1]))
    assert files(found) == {student: ["las.py"] for student in ("ada", "bo", "cy")}


ONE = {
    "in a folder": ["ada/src/las.py", "bo/src/las.py"],
    "in folders of their own names": ["ada/ada-las/las.py", "bo/my trees/las.py"],
    "an old copy": ["ada/trees/las.py", "ada/trees old/las.py", "bo/old/las.py", "bo/hw9/las.py"],
    "copies by number": ["ada/trees/las.py", "ada/trees2/las.py", "ada/trees (3)/las.py"],
    "a folder a module": ["ada/las/las.py", "ada/nim/nim.py"],
    "with tests": ["ada/src/las.py", "ada/tests/las.py"],
    "one with two folders": ["ada/x/las.py", "ada/y/las.py", "bo/las.py", "cy/las.py"],
    "two of one name in camel case": ["ada/LasTrees/las.py", "ada/LasTreesV1/las.py"],
    "two each of a small class": [
        *("ada/LasProject/las.py", "ada/practice/las.py"),
        *("bo/mylas/las.py", "bo/playground/las.py", "cy/las.py"),
    ],
    "two each beside one that is a hand-in": [
        *("ada/alpha/las.py", "ada/beta/las.py"),
        *("bo/gamma/las.py", "bo/delta/las.py", "cy/las.py"),
    ],
    "versions": ["ada/v1/las.py", "ada/v2/las.py", "ada/2026-11-18/las.py"],
}


@pytest.mark.parametrize("name", ONE)
def test_an_ordinary_hand_in_may_have_folders(tmp_path: Path, name: str) -> None:
    names = ONE[name]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)
    assert [one.student for one in found.handins] == sorted({n.partition("/")[0] for n in names})


def test_archives_of_one_student_are_one_hand_in(tmp_path: Path) -> None:
    names = ["ada/hw9.zip", "ada/hw9-1.zip", "ada/hw9 (2).zip"]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, ZIP)), KNOWN)
    assert [one.student for one in found.handins] == ["ada"]


def test_what_a_student_of_the_roster_hands_in_is_one_hand_in(tmp_path: Path) -> None:
    names = ["ada/x/las.py", "ada/y/las.py"]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN, roster_of("ada"))
    assert [one.student for one in found.handins] == ["ada"]


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


LATE = packed({"cy.zip": ZIP, "di/las.py": LAS}, ".zip")


def test_the_only_entry_that_holds_hand_ins_of_the_roster_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        find_handins(laid(tmp_path, {"hw1/ada/las.py": LAS}), KNOWN, roster_of("ada bo cy di"))
    assert str(caught.value) == (
        f"{tmp_path}: hand-ins of students of roster.csv lie deeper than the others: ada in hw1. "
        "Put them beside the others, or grade hw1 by itself; if hw1 is one hand-in, add hw1 to "
        "roster.csv"
    )


@pytest.mark.parametrize(
    ("names", "held"),
    [
        ({"late/cy/las.py": LAS, "late/di/src/las.py": LAS, "late/bo/las.py": LAS}, "bo, cy, di"),
        ({"late.zip": LATE}, "cy, di"),
        ({"mal_hw/ada/las.py": LAS}, "ada"),
    ],
)
def test_what_a_stranger_holds_stops_no_student(
    tmp_path: Path, names: dict[str, bytes], held: str
) -> None:
    place = laid(tmp_path, names | {"ada/las.py": LAS, "bo/las.py": LAS})
    found = find_handins(place, KNOWN, roster_of("ada bo cy di"))
    assert [one.student for one in found.handins] == ["ada", "bo"]
    [name] = {name.partition("/")[0] for name in names}
    assert found.ignored == (
        f"{name}: it holds work of {held} of roster.csv: put that beside the others; if it is one "
        f"hand-in, add {name.removesuffix('.zip')} to roster.csv",
    )
    why = f"work under this name lies in {name}, and isn't used"
    lost = held.split(", ")
    assert found.problems == {one: why for one in lost if one in ("cy", "di")}
    assert found.notes == tuple([f"{one}: {why}" for one in lost if one in ("ada", "bo")])
    assert found.unresolved == 1


@pytest.mark.parametrize(
    ("name", "students"),
    [("Team 5", ["ada", "bo"]), ("Cy L", ["cy"]), ("cy@x.edu", ["cy"]), ("1", ["di"])],
)
def test_a_stranger_may_hold_names_of_any_kind(
    tmp_path: Path, name: str, students: list[str]
) -> None:
    people = (
        *(Person("ada", group="Team 5"), Person("bo", group="Team 5")),
        *(Person("cy", "Cy L", "cy@x.edu"), Person("di", group="1"), Person("ed")),
    )
    names = ["ed/las.py", f"late/{name}/las.py"]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN, Roster(people))
    assert [one.student for one in found.handins] == ["ed"]
    assert list(found.problems) == students
    assert set(found.people) <= {one.student for one in people}


def test_one_that_holds_a_name_of_the_roster_stops_no_strangers(tmp_path: Path) -> None:
    names = ["u1/las.py", "u2/las.py", "u3/x/ada/las.py"]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN, roster_of("ada bo"))
    assert [one.student for one in found.handins] == ["u1", "u2"]
    assert list(found.problems) == ["ada"]


def test_a_stranger_beside_students_of_the_roster_may_have_folders(tmp_path: Path) -> None:
    names = ["ada/las.py", "zoe/x/las.py", "zoe/y/las.py", "yo/las.py", "yo/ada/las.py"]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN, roster_of("ada bo"))
    assert [one.student for one in found.handins] == ["ada", "yo", "zoe"]


def test_a_model_solution_beside_sections_is_no_student(tmp_path: Path) -> None:
    names = ["a/xi/las.py", "a/yo/las.py", "b/zoe/las.py", "b/cy/las.py", "solution/las.py"]
    with pytest.raises(UsageError, match="those of students: xi in a"):
        find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN)


def test_a_folder_may_have_the_e_mail_of_a_student_of_the_roster(tmp_path: Path) -> None:
    roster = Roster((Person("al1", "Ada Love", "al@x.edu"), Person("bo")))
    names = ["al@x.edu/alpha/las.py", "al@x.edu/beta/las.py"]
    found = find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN, roster)
    assert [one.student for one in found.handins] == ["al1"]
