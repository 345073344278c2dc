"""A class from another system is graded as it came, and nobody gets a 0 for what is shut."""

import json
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main
from tests.handins.rights import bound_by_modes
from tests.handins.test_finding import laid, packed
from tests.las_only import write_las_only
from tests.support import ROOT

RIGHT = (ROOT / "reference/las.py").read_bytes()
MOODLE = {
    "Ana Díaz_12_assignsubmission_file_/hw.tgz": packed({"hw/las.py": RIGHT}),
    "Bo Li_13_assignsubmission_onlinetext_/onlinetext.html": b"<p>def</p>",
    "Cy Xu_14_assignsubmission_file_/hw.zip": b"PK",
}


def graded(course: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    if not (course / "config.yaml").exists():
        write_las_only(course)
    out = course / "out"
    status = main(["batch", *arguments, "--out", str(out), "--config", str(course / "config.yaml")])
    found = json.loads((out / "grades.json").read_text("utf-8"))
    return status, {one["student"]: one for one in found["submissions"]}


def test_moodles_own_zip_is_graded_with_names_and_nobody_gets_a_0_for_it(
    tmp_path: Path, capsys: Any
) -> None:
    laid(tmp_path, {"down/moodle.zip": packed({**MOODLE, "essay.pdf": b""}, ".zip")})
    laid(tmp_path, {"down/roster.csv": "student,name,moodle\nad,Ana Díaz,12\ndi,Di,\n".encode()})
    status, found = graded(tmp_path, str(tmp_path / "down/moodle.zip"))
    assert status == 0
    assert {student: one["score"] for student, one in found.items()} == {
        "Bo Li": None,
        "Cy Xu": None,
        "ad": 6.0,
        "di": None,
    }
    assert (found["ad"]["name"], found["di"]["problem"]) == ("Ana Díaz", "nothing was handed in")
    assert (tmp_path / "down/roster.csv").read_text("utf-8-sig").splitlines() == [
        '"student","name","moodle","email","section","group","listed"',
        '"ad","Ana Díaz","12","","","",""',
        '"di","Di","","","","",""',
        '"Bo Li","Bo Li","13","","","","no"',
        '"Cy Xu","Cy Xu","14","","","","no"',
    ]
    watch = [line for line in capsys.readouterr().out.splitlines() if line.startswith("! ")]
    assert watch == [
        "! Bo Li: no score: could not be opened: none of the files that are graded (las.py) is in "
        "the hand-in; found: onlinetext.html",
        "! Cy Xu: no score: could not be opened: the hand-in can't be opened: "
        "it is cut off or damaged; download it again, or have it packed and handed in again",
        "! not used: essay.pdf: it isn't a folder, an archive or a Python file",
    ]
    page = (tmp_path / "out/index.html").read_text("utf-8")
    assert page.index("Hand-ins that could not be opened") < page.index("Nothing handed in")
    assert page.index("<li>essay.pdf: ") < page.index("Slowest hand-ins")


def test_a_hand_in_of_nobody_is_a_line_for_staff_and_no_success(
    tmp_path: Path, capsys: Any
) -> None:
    names = {"ad_1_10_las.py": RIGHT, "team9_2_11_las.py": RIGHT, "Di.F_3_12_las.py": RIGHT}
    roster = b"student,name,canvas\nad,Ana,1\ndi.f,Di,\ndi.g,Di,\n"
    laid(tmp_path / "down", {**names, "roster.csv": roster})
    status, found = graded(tmp_path, str(tmp_path / "down"))
    scores = {student: one["score"] for student, one in found.items()}
    assert (status, scores) == (1, {"ad": 6.0, "di.f": 6.0, "di.g": None})
    said = capsys.readouterr()
    assert "canvas: 3 entries = 2 in 2 hand-ins + 0 of earlier attempts + 1 not used" in said.err
    assert "Di.F is di.f of roster.csv" in said.err
    assert "! not used: team9_2_11_las.py: it is of the group team9" in said.out


ODD: dict[str, tuple[str, dict[str, bytes]]] = {
    "repositories": (
        "hw-c",
        {"hw-a/.git/HEAD": b"", "hw-b/.git/HEAD": b"", "hw-c/las.py": RIGHT},
    ),
    "brightspace": (
        "9-4 - Di, sometime",
        {
            "7-4 - Bo - Nov 18, 2026 815 PM/las.py": RIGHT,
            "8-4 - Cy - Nov 18, 2026 815 PM/las.py": RIGHT,
            "9-4 - Di, sometime/las.py": RIGHT,
        },
    ),
    "canvas": (
        "Lee Al (by mail)",
        {"a_1_9_las.py": RIGHT, "b_2_9_las.py": RIGHT, "Lee Al (by mail)/las.py": RIGHT},
    ),
    "ilias": (
        "S/by mail.zip",
        {"S/A_a_a_1/las.py": RIGHT, "S/B_b_b_2/las.py": RIGHT, "S/by mail.zip": RIGHT},
    ),
}


@pytest.mark.parametrize("system", ODD)
def test_what_may_be_a_hand_in_and_is_not_used_is_no_success(
    tmp_path: Path, capsys: Any, system: str
) -> None:
    odd, files = ODD[system]
    laid(tmp_path / "down", files)
    status, found = graded(tmp_path, str(tmp_path / "down"))
    said = capsys.readouterr()
    assert (status, len(found)) == (1, 2)
    assert "3 entries = 2 in 2 hand-ins + 0 of earlier attempts + 1 not used" in said.err
    assert f"not used: {odd}: {system} gives no such names" in said.err.replace("ILIAS", "ilias")


def test_a_name_that_the_pattern_does_not_match_is_no_success(tmp_path: Path) -> None:
    laid(tmp_path / "class", {"hw9.ada.las.py": RIGHT, "notes.txt": b""})
    names = ("--names", r"hw9\.(?P<student>\w+)\.(?P<file>.+)")
    assert graded(tmp_path, str(tmp_path / "class"), *names)[0] == 0
    laid(tmp_path / "class", {"hw9-bo.las.py": RIGHT})
    assert graded(tmp_path, str(tmp_path / "class"), *names)[0] == 1


def test_what_a_pattern_of_paths_leaves_of_a_student_is_no_fault(tmp_path: Path) -> None:
    laid(tmp_path / "class", {"ada/hw9/las.py": RIGHT, "ada/hw8/las.py": RIGHT})
    names = ("--names", "(?P<student>[^/]+)/hw9/(?P<file>.+)")
    assert graded(tmp_path, str(tmp_path / "class"), *names)[0] == 0
    laid(tmp_path / "class", {"bo/hw 9/las.py": RIGHT})
    assert graded(tmp_path, str(tmp_path / "class"), *names)[0] == 1


def test_somebody_absent_with_a_like_name_is_shown_and_nobody_is_added(
    tmp_path: Path, capsys: Any
) -> None:
    names = {"danluo_7_10_las.py": RIGHT, "ad_1_11_las.py": RIGHT}
    roster = "student,name,canvas\nad,Ana,1\nd.luo,Dan Luo,8\n"
    laid(tmp_path / "down", {**names, "roster.csv": roster.encode()})
    graded(tmp_path, str(tmp_path / "down"))
    line = "handed in, but not in roster.csv: danluo (is it d.luo, Dan Luo?);"
    assert line in " ".join(capsys.readouterr().err.split())
    rows = (tmp_path / "down/roster.csv").read_text("utf-8").splitlines()
    assert [row.partition(",")[0] for row in rows] == ["student", "ad", "d.luo"]


def test_in_anonymous_grading_nobody_is_said_to_be_absent(tmp_path: Path) -> None:
    names = {"Participant_7_assignsubmission_file_/las.py": RIGHT, "roster.csv": b"student\nad\n"}
    laid(tmp_path / "down", names)
    _, found = graded(tmp_path, str(tmp_path / "down"))
    assert {student: one["score"] for student, one in found.items()} == {"Participant 7": 6.0}


def test_nobody_handed_in_nothing_whose_a_hand_in_may_be(tmp_path: Path, capsys: Any) -> None:
    roster = b"student,name\nc1,Chen Wang\nc2,Chen Wang\nbo,Bo\ndi,Di\n"
    names = [f"{name}_assignsubmission_file_/las.py" for name in ("Chen Wang_7", "Bo_8")]
    laid(tmp_path / "down", {**dict.fromkeys(names, RIGHT), "roster.csv": roster})
    status, found = graded(tmp_path, str(tmp_path / "down"))
    why = (
        "a hand-in under the name Chen Wang may be this student's or another's: it has no score "
        "until staff say whose it is"
    )
    problems = {student: one["problem"] for student, one in found.items() if one["problem"]}
    assert status == 1
    assert problems == {"c1": why, "c2": why, "di": "nothing was handed in"}
    assert "write 7 into the column moodle of the right one" in capsys.readouterr().out
    laid(
        tmp_path / "down",
        {"roster.csv": roster.replace(b"name\nc1,Chen Wang", b"name,moodle\nc1,Chen Wang,7")},
    )
    status, found = graded(tmp_path, str(tmp_path / "down"))
    assert (status, found["c1"]["score"]) == (0, 6.0)
    assert found["c2"]["problem"] == "nothing was handed in"


def test_who_is_not_in_the_roster_is_named_and_graded(tmp_path: Path, capsys: Any) -> None:
    names = {f"{name}/las.py": RIGHT for name in ("0012", "MüllerJ", "guest", "ad")}
    roster = b"student\n12\nmuellerj\nad\n"
    laid(tmp_path / "class", {**names, "roster.csv": roster})
    status, found = graded(tmp_path, str(tmp_path / "class"))
    assert (status, len(found)) == (0, 6)
    line = "not in roster.csv: 0012 (is it 12?), MüllerJ (is it muellerj?), guest;"
    said = capsys.readouterr()
    assert said.err.count(line) == 1
    assert "2 of 3 in the roster handed in nothing" in said.out
    page = (tmp_path / "out/index.html").read_text("utf-8")
    there = page[page.index("Not in roster.csv") :]
    assert "perhaps muellerj, who handed in nothing" in there[: there.index("</details>")]
    assert (tmp_path / "class/roster.csv").read_bytes() == roster


def test_a_stranger_in_a_download_is_one_in_every_run_and_in_no_import(
    tmp_path: Path, capsys: Any
) -> None:
    names = {f"{name}@x.edu_1_las.py": RIGHT for name in ("cw", "gone")}
    roster = b"First name,Last name,Email address\nChen,Wang,cw@x.edu\nHo,Li,hl@x.edu\n"
    laid(tmp_path / "down", {**names, "roster.csv": roster})
    for _ in range(2):
        _, found = graded(tmp_path, str(tmp_path / "down"))
        assert list(found) == ["cw@x.edu", "gone", "hl@x.edu"]
        said = capsys.readouterr()
        assert "handed in, but not in roster.csv: gone;" in said.err
        assert "1 of 2 in the roster handed in nothing" in said.out
        assert "Not in roster.csv" in (tmp_path / "out/index.html").read_text("utf-8")
    arguments = (str(tmp_path / "out"), "--config", str(tmp_path / "config.yaml"))
    assert main(["export", "moodle-grades", *arguments]) == 0
    said = capsys.readouterr()
    assert "cw@x.edu" in said.out
    assert "gone" not in said.out
    assert "roster.csv doesn't list them" in said.err


def test_one_hidden_name_hides_nobody_who_handed_in_nothing(tmp_path: Path, capsys: Any) -> None:
    names = {f"{name}_assignsubmission_file_/las.py": RIGHT for name in ("Ad_7", "Participant_8")}
    laid(tmp_path / "down", {**names, "roster.csv": b"student,name\nad,Ad\nbo,Bo\n"})
    for _ in range(2):  # the first run adds a row of the hidden one
        _, found = graded(tmp_path, str(tmp_path / "down"))
        scores = {student: one["score"] for student, one in found.items()}
        assert scores == {"Participant 8": 6.0, "ad": 6.0, "bo": None}
        assert "Participant 8: the name is hidden, so it may be somebody" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Ana Diaz", "Ana  DIAZ"])
def test_a_name_that_is_shown_after_anonymous_grading_is_the_students(
    name: str, tmp_path: Path, capsys: Any
) -> None:
    hidden = tmp_path / "down/Participant 7_7_assignsubmission_file_"
    laid(hidden, {"las.py": RIGHT})
    laid(tmp_path / "down", {"roster.csv": b"student,name\nad,Ana Diaz\n"})
    _, found = graded(tmp_path, str(tmp_path / "down"))
    assert list(found) == ["Participant 7"]
    hidden.rename(tmp_path / f"down/{name}_7_assignsubmission_file_")
    graded(tmp_path, str(tmp_path / "down"))
    assert "Participant 7 is ad, now that the download shows the name" in capsys.readouterr().err
    arguments = (str(tmp_path / "out"), "--config", str(tmp_path / "config.yaml"))
    assert main(["apply", *arguments]) == 0
    _, found = graded(tmp_path, str(tmp_path / "down"))
    assert {student: one["score"] for student, one in found.items()} == {"ad": 6.0}
    assert (tmp_path / "down/roster.csv").read_text("utf-8-sig").splitlines()[1:] == [
        '"ad","Ana Diaz","","","","7"'
    ]


def test_a_class_of_which_none_can_be_opened_is_no_success(tmp_path: Path, capsys: Any) -> None:
    laid(tmp_path / "class", {"ada/x.txt": b"", "bo/x.txt": b""})
    status, found = graded(tmp_path, str(tmp_path / "class"))
    assert (status, [one["score"] for one in found.values()]) == (1, [None, None])
    assert "! none of the hand-ins could be opened" in capsys.readouterr().out


def test_what_the_grader_may_not_read_is_no_0_and_no_success(tmp_path: Path, capsys: Any) -> None:
    place = laid(tmp_path / "class", {"ada/las.py": RIGHT, "bo/las.py": RIGHT})
    (place / "bo/las.py").chmod(0)
    with bound_by_modes():
        status, found = graded(tmp_path, str(place))
        alone = main(["grade", str(place / "bo"), "--config", str(tmp_path / "config.yaml")])
    assert (status, alone) == (1, 1)
    assert {student: one["score"] for student, one in found.items()} == {"ada": 6.0, "bo": None}
    why = "could not be opened: the grader can't read it: las.py: Permission denied"
    assert f"! bo: no score: {why}" in capsys.readouterr().out


def test_names_say_whose_they_are(tmp_path: Path) -> None:
    laid(tmp_path / "class", {"hw9.ada.las.py": RIGHT})
    names = r"hw9\.(?P<student>\w+)\.(?P<file>.+)"
    status, found = graded(tmp_path, str(tmp_path / "class"), "--names", names)
    assert (status, found["ada"]["score"]) == (0, 6.0)


def test_members_of_a_group_share_one_grading(tmp_path: Path, capsys: Any) -> None:
    laid(tmp_path / "class", {"ada/las.py": RIGHT, "roster.csv": b"student,group\nada,g\nbo,g\n"})
    status, found = graded(tmp_path, str(tmp_path / "class"))
    assert (status, found["ada"]["tasks"], found["bo"]["score"]) == (0, found["bo"]["tasks"], 6.0)
    assert "2 of 2 graded" in capsys.readouterr().err


def test_only_some_are_graded_and_what_is_known_of_others_stays(
    tmp_path: Path, capsys: Any
) -> None:
    laid(tmp_path / "class", {"ada/las.py": RIGHT, "bo/las.py": b"x = 1\n"})
    laid(tmp_path / "class", {"submissions.csv": b"student,submitted_at\nada,2026-11-18T20:00Z\n"})
    _, found = graded(tmp_path, str(tmp_path / "class"), "--only", "bo")
    assert list(found) == ["bo"]
    assert "there is no hand-in of ada" not in capsys.readouterr().err
    laid(tmp_path / "class", {"bo/las.py": RIGHT})
    _, found = graded(tmp_path, str(tmp_path / "class"), "--only", "ad", "-q")
    assert {student: one["score"] for student, one in found.items()} == {"ada": 6.0, "bo": 0.0}


def test_late_work_without_times_is_counted_and_listed_and_what_is_missing_said(
    tmp_path: Path, capsys: Any
) -> None:
    write_las_only(tmp_path)
    with (tmp_path / "config.yaml").open("a") as file:
        file.write("policy: {due: 2026-11-18T23:59:00Z, late: {points: 2, most_hours: 48}}\n")
    laid(tmp_path / "down", {"ad_LATE_1_10_las.py": RIGHT, "bo_2_11_las.py": RIGHT})
    _, found = graded(tmp_path, str(tmp_path / "down"))
    assert {student: one["late"] for student, one in found.items()} == {"ad": True, "bo": False}
    lacks = "no time is known of 2 of 2 hand-ins, so they neither lose nor gain by one"
    said = capsys.readouterr().out
    assert "! 1 hand-in marked as late by the system that they come from: ad\n" in said
    assert f"! {lacks}: write it into the column submitted_at of submissions.csv" in said
    assert lacks in (tmp_path / "out/index.html").read_text("utf-8")
    own = (tmp_path / "out/students/ad.html").read_text("utf-8")
    assert "marked as late where it was handed in" in own
    times = (
        (tmp_path / "down/submissions.csv")
        .read_text("utf-8-sig")
        .replace('"ad",""', '"ad","2026-11-19T08:00:00Z"')
    )
    (tmp_path / "down/submissions.csv").write_text(times + '"bo","2026-11-18T08:00:00Z","1",""\n')
    _, found = graded(tmp_path, str(tmp_path / "down"))
    assert "no time is known" not in capsys.readouterr().out
    config = str(tmp_path / "config.yaml")
    assert main(["apply", str(tmp_path / "out"), "--config", config]) == 0
    found = json.loads((tmp_path / "out/grades.json").read_text("utf-8"))["submissions"]
    assert [one["score"] for one in found] == [4.0, 6.0]


def test_a_list_of_this_class_under_another_name_is_pointed_out(
    tmp_path: Path, capsys: Any
) -> None:
    head = "Student,ID,SIS Login ID,Section,Trees (7)\n    Points Possible,,,,6\n"
    ours = f"{head}Ana Diaz,1,ad,A,\nBo Li,2,bo,A,\nCy,4,cy,A,\n"
    files = {"zoe_5_9_las.py": RIGHT, "diazana_1_10_las.py": RIGHT, "libo_2_11_las.py": RIGHT}
    laid(tmp_path, {"down/hw.zip": packed(files, ".zip"), "down/2026_Grades.csv": ours.encode()})
    laid(tmp_path, {"down/other.csv": f"{head}Zoe,5,zoe,A,\n".encode(), "down/bad.csv": b""})
    write_las_only(tmp_path)
    config = ("--config", str(tmp_path / "config.yaml"), "--out", str(tmp_path / "first"))
    for _ in range(2):  # the first run writes a roster of those who handed in
        assert main(["batch", str(tmp_path / "down/hw.zip"), *config]) == 0
        said = " ".join(capsys.readouterr().err.split())
        assert (
            "2026_Grades.csv is not used: it has 2 of the 3 who handed in; name it roster.csv, and "
            "it says who they are, and who handed in nothing"
        ) in said
        assert "other.csv" not in said
    (tmp_path / "down/2026_Grades.csv").rename(tmp_path / "down/roster.csv")
    _, found = graded(tmp_path, str(tmp_path / "down/hw.zip"))
    assert "is not used: it has" not in capsys.readouterr().err
    assert {student: one["score"] for student, one in found.items()} == {
        "ad": 6.0,
        "bo": 6.0,
        "cy": None,
        "zoe": 6.0,
    }
