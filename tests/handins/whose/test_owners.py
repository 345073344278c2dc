"""Whose hand-ins are: by the roster, never by a text that happens to match."""

from dataclasses import replace
from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
from grader.handins.finding import HandinList, find_handins
from tests.handins.test_finding import KNOWN, LAS, files, laid

ADA = Person("ada", "Ada Lovelace", "ada@x.edu", ids={"canvas": "1"})


def of(tmp_path: Path, names: list[str], *people: Person) -> HandinList:
    return find_handins(laid(tmp_path, dict.fromkeys(names, LAS)), KNOWN, Roster(people))


def test_an_id_of_another_case_is_the_same_person_with_a_line(tmp_path: Path) -> None:
    found = of(tmp_path, ["ADA /las.py"], ADA)
    assert list(files(found)) == ["ada"]
    assert found.notes == ("ADA is ada of roster.csv",)


def test_two_hand_ins_whose_ids_differ_by_case_are_of_one_student(tmp_path: Path) -> None:
    found = of(tmp_path, ["Ada/las.py", "ada.py", "bo/las.py"])
    assert (list(files(found)), list(found.problems)) == (["bo"], ["Ada"])
    assert "two hand-ins of one student, Ada and ada.py" in found.problems["Ada"]


def test_an_id_is_not_somebody_who_has_another_e_mail(tmp_path: Path) -> None:
    found = of(tmp_path, ["ada@elsewhere.edu_1_las.py"], ADA)
    assert list(files(found)) == ["ada-ada@elsewhere.edu"]


def test_an_id_of_one_and_an_e_mail_of_another_are_nobodys(tmp_path: Path) -> None:
    metadata = b"""submission_1:
  :submitters:
  - :name: Ada
    :sid: '9'
    :email: ada@x.edu
"""
    names = {"submission_metadata.yml": metadata, "submission_1/las.py": LAS}
    roster = Roster((ADA, Person("bo", ids={"gradescope": "9"})))
    found = find_handins(laid(tmp_path, names), KNOWN, roster)
    assert (files(found), found.unresolved) == ({}, 1)
    assert found.ignored[1] == (
        "submission_1: Ada may be ada or bo of roster.csv: write 9 into the column gradescope of "
        "the right one"
    )


def test_an_id_that_lasts_for_one_assignment_is_passed_over_for_the_name(tmp_path: Path) -> None:
    known = Person("ada", "Ada Lovelace", ids={"moodle": "3"})
    found = of(tmp_path, ["Ada Lovelace_9_assignsubmission_file_las.py"], known)
    assert list(files(found)) == ["ada"]
    assert found.people["ada"].ids == {"moodle": "9"}
    assert found.notes == (
        "the column moodle of roster.csv had ids of another assignment, and has those of the "
        "download now: ada",
    )


def test_an_id_that_lasts_is_not_replaced_and_the_other_one_said(tmp_path: Path) -> None:
    found = of(tmp_path, ["ada_2_10_las.py"], Person("ada", ids={"canvas": "1"}))
    assert list(files(found)) == ["ada-2"]


def test_a_name_outside_of_a_systems_form_is_an_id_of_the_roster_or_unused(tmp_path: Path) -> None:
    names = ["x_1_10_las.py", "y_2_11_las.py", "z_3_12_las.py", "ada.py", "essay.py"]
    found = of(tmp_path, names, Person("ada"))
    assert [one.student for one in found.handins] == ["ada", "x", "y", "z"]
    assert found.ignored == ("essay.py: canvas gives no such names, and it is no id of roster.csv",)


@pytest.mark.parametrize("top", ["", "download/"])
def test_a_download_is_found_in_the_only_folder_of_a_place(tmp_path: Path, top: str) -> None:
    found = of(tmp_path, [f"{top}x_1_10_las.py", f"{top}y_2_11_las.py"])
    assert (found.system, list(files(found))) == ("canvas", ["x", "y"])


BRIGHTSPACE = [
    f"{user}-44 - {name} - Nov 18, 2026 815 PM - las.py"
    for user, name in (("71", "Chen Wang"), ("72", "100001 - Bo"), ("73", "Team 5"))
]


def test_a_name_that_looks_like_an_id_or_a_group_of_brightspace_is_its_users(
    tmp_path: Path,
) -> None:
    people = [
        Person(f"10000{n}", name, ids={"brightspace": f"7{n}"})
        for n, name in enumerate(("Chen Wang", "Bo", "Cy"), 1)
    ]
    found = of(tmp_path, BRIGHTSPACE, *people, Person("ada", group="Team 5"))
    assert [one.student for one in found.handins] == ["100001", "100002", "100003"]


def test_who_calls_himself_by_an_id_is_a_stranger_where_no_number_is_known(tmp_path: Path) -> None:
    found = of(tmp_path, BRIGHTSPACE[:2], Person("100001", "Chen Wang"), Person("100002", "Bo"))
    assert [one.student for one in found.handins] == ["100001", "100001 - Bo"]


# -- names of groups that are names or ids of students, too ------------------------------------

TEAM_5 = (Person("ada", "Ada L", group="Team 5"), Person("bo", "Bo X", group="Team 5"))
MAL = Person("mal", "Mal Ory")


def known_as(system: str, ada: str = "", mal: str = "") -> tuple[Person, ...]:
    """The team and mal, with ids in a system."""
    team = replace(TEAM_5[0], ids={system: ada} if ada else {})
    return team, TEAM_5[1], replace(MAL, ids={system: mal} if mal else {})


CANVAS_TEAM = ["team5_111_901_las.py", "ann_333_904_las.py"]
CANVAS_MAL = ["team5_222_903_nim.py", "ann_333_904_las.py"]
MOODLE_TEAM = "Team 5_17_assignsubmission_file_las.py"
MOODLE_MAL = "Team 5_2345_assignsubmission_file_nim.py"


@pytest.mark.parametrize(
    ("names", "people"),
    [
        ([*CANVAS_TEAM, *CANVAS_MAL[:1]], known_as("canvas", "111", "222")),
        ([*CANVAS_TEAM, *CANVAS_MAL[:1]], known_as("canvas", "", "222")),
        ([MOODLE_TEAM, MOODLE_MAL], known_as("moodle", "", "2345")),
        ([MOODLE_TEAM, MOODLE_MAL], (*TEAM_5, Person("mal", "Team 5", ids={"moodle": "2345"}))),
    ],
)
def test_a_student_whose_number_is_known_may_be_called_like_a_group(
    tmp_path: Path, names: list[str], people: tuple[Person, ...]
) -> None:
    found = files(of(tmp_path, list(dict.fromkeys(names)), *people))
    assert (found["ada"], found["bo"], found["mal"]) == (["las.py"], ["las.py"], ["nim.py"])


@pytest.mark.parametrize("mal", ["", "222"])
def test_a_hand_in_of_canvas_is_no_groups_whose_members_all_have_other_numbers(
    tmp_path: Path, mal: str
) -> None:
    team = [
        replace(one, ids={"canvas": number})
        for one, number in zip(TEAM_5, ("111", "112"), strict=True)
    ]
    found = files(of(tmp_path, CANVAS_MAL, *team, *known_as("canvas", mal=mal)[2:]))
    assert {"ada", "bo"}.isdisjoint(found)
    assert found["mal" if mal else "team5"] == ["nim.py"]


@pytest.mark.parametrize(
    ("names", "column"),
    [
        ([*CANVAS_TEAM, *CANVAS_MAL[:1]], "111 into the column canvas"),
        ([MOODLE_TEAM, MOODLE_MAL], "17 into the column moodle"),
    ],
)
def test_two_senders_under_the_name_of_one_group_are_nobodys_and_never_mixed(
    tmp_path: Path, names: list[str], column: str
) -> None:
    found = of(tmp_path, names, *TEAM_5, MAL)
    assert {"ada", "bo"}.isdisjoint(files(found))
    assert found.unresolved == 2
    assert any(
        "may be ada or bo of roster.csv, or of somebody else who is called so: "
        f"write {column} of the right one" in line
        for line in found.ignored
    )
    assert "no score until staff say whose it is" in found.problems["ada"]


def test_a_name_of_a_student_and_of_a_group_alone_is_nobodys(tmp_path: Path) -> None:
    found = of(tmp_path, [MOODLE_MAL], *TEAM_5, Person("mal", "Team 5"))
    assert (files(found), found.unresolved) == ({}, 1)
    assert found.ignored == (
        f"{MOODLE_MAL}: Team 5 may be ada or bo or mal of roster.csv: write 2345 into the column "
        "moodle of the right one",
    )


def test_a_name_like_a_groups_is_the_students_whose_id_it_is(tmp_path: Path) -> None:
    repositories = dict.fromkeys(
        ("hw-team5/.git/HEAD", "hw-team5/las.py", "hw-ann/.git/HEAD", "hw-ann/las.py"), LAS
    )
    people = (Person("mal", ids={"github": "team5"}), Person("ann", ids={"github": "ann"}))
    found = find_handins(laid(tmp_path, repositories), KNOWN, Roster(people))
    assert list(files(found)) == ["ann", "mal"]
    assert found.notes == (
        "team5 is a hand-in of mal, by an id in roster.csv; if it is a group's, correct that id, "
        "or the column group of its members",
    )


@pytest.mark.parametrize("id", ["team5", "TEAM5"])
def test_a_login_that_is_an_id_and_another_group_is_nobodys(tmp_path: Path, id: str) -> None:
    repositories = ["hw-team5/.git/HEAD", "hw-team5/las.py", "hw-ann/.git/HEAD", "hw-ann/las.py"]
    people = (Person(id, ids={"github": id}), Person("ann", ids={"github": "ann"}))
    found = of(tmp_path, repositories, *TEAM_5, *people)
    assert list(files(found)) == ["ann"]
    assert found.ignored == (
        f"hw-team5: team5 may be {' or '.join(sorted(('ada', 'bo', id)))} of roster.csv: it is an "
        "id and a group there; give the group another name, there and in the download",
    )


def test_a_plain_folder_is_the_students_whose_id_it_is_and_not_a_groups(tmp_path: Path) -> None:
    people = [
        Person(id, group=group) for id, group in zip("1234", ["2", "3", "1", ""], strict=True)
    ]
    found = of(tmp_path, ["1/las.py", "2/nim.py", "3/las.py", "4/nim.py"], *people)
    assert files(found) == {"1": ["las.py"], "2": ["nim.py"], "3": ["las.py"], "4": ["nim.py"]}
    assert (
        "1 is a hand-in of 1, by an id in roster.csv; if it is a group's, correct that id, or the "
        "column group of its members"
    ) in found.notes


@pytest.mark.parametrize(("folder", "student"), [("s-1", "s-1"), ("S1", "ada")])
def test_a_plain_folder_is_a_groups_where_no_id_is_exactly_that(
    tmp_path: Path, folder: str, student: str
) -> None:
    people = (Person("s-1"), Person("ada", group="S1"), Person("ann"))
    found = of(tmp_path, [f"{folder}/las.py", "ann/nim.py"], *people)
    assert files(found) == {student: ["las.py"], "ann": ["nim.py"]}


def test_who_is_called_like_a_group_is_no_group_where_the_system_says_persons(
    tmp_path: Path,
) -> None:
    metadata = b"submission_1:\n  :submitters:\n  - :name: Team 5\n    :email: mal@x.edu\n"
    names = {"submission_metadata.yml": metadata, "submission_1/las.py": LAS}
    found = find_handins(laid(tmp_path, names), KNOWN, Roster(TEAM_5))
    assert list(files(found)) == ["mal"]


def test_the_name_of_a_group_becomes_no_students_name(tmp_path: Path) -> None:
    found = of(tmp_path, CANVAS_TEAM, *known_as("canvas", "111"))
    assert found.people["ada"].name == ""


@pytest.mark.parametrize(
    ("name", "student"), [("Bo\u3000X", "Bo X"), ("\u200b", "34"), ("\xa0", "34")]
)
def test_an_id_of_a_download_always_shows(tmp_path: Path, name: str, student: str) -> None:
    found = of(tmp_path, [f"{name}_34_assignsubmission_file_las.py"])
    assert (list(files(found)), list(found.people)) == ([student], [student])


NUMBER_OF_TWO = [
    "Team 5_17_assignsubmission_file_las.py",
    "Zoe Z_17_assignsubmission_file_nim.py",
]


@pytest.mark.parametrize("ids", [{}, {"moodle": "17"}])
def test_a_number_of_a_person_and_of_a_group_mixes_nothing(
    tmp_path: Path, ids: dict[str, str]
) -> None:
    found = of(tmp_path, NUMBER_OF_TWO, *TEAM_5, Person("zoe", "Zoe Z", ids=ids))
    assert files(found) == {"ada": ["las.py"], "bo": ["las.py"], "zoe": ["nim.py"]}
    assert found.people["zoe"].ids == {"moodle": "17"}


@pytest.mark.parametrize("ids", [{}, {"moodle": "17"}])
def test_a_group_that_is_unknown_is_not_the_person_of_its_number(
    tmp_path: Path, ids: dict[str, str]
) -> None:
    found = of(tmp_path, NUMBER_OF_TWO, Person("zoe", "Zoe Z", ids=ids))
    assert files(found) == {"zoe": ["nim.py"]}
    assert "it is of the group Team 5, of which roster.csv has nobody" in found.ignored[0]


@pytest.mark.parametrize("group", ["", "Team 9"])
def test_a_number_of_an_earlier_assignment_takes_no_groups_hand_in(
    tmp_path: Path, group: str
) -> None:
    mal = replace(MAL, ids={"moodle": "17"}, group=group)
    names = [NUMBER_OF_TWO[0], f"{group or MAL.name}_99_assignsubmission_file_nim.py"]
    found = files(of(tmp_path, names, *TEAM_5, mal))
    assert found == {"ada": ["las.py"], "bo": ["las.py"], "mal": ["nim.py"]}


def test_a_group_of_its_members_number_is_not_two_hand_ins_of_that_member(tmp_path: Path) -> None:
    names = [NUMBER_OF_TWO[0], "Ada L_17_assignsubmission_file_nim.py"]
    first = of(tmp_path / "first", names, *TEAM_5)
    second = of(tmp_path / "second", names, *known_as("moodle", "17")[:2])
    assert files(second) == files(first)
    assert not second.problems


def test_a_name_like_a_groups_is_the_only_students_who_has_it(tmp_path: Path) -> None:
    names = ["Grupo 3_8_assignsubmission_file_las.py", "Ann_9_assignsubmission_file_nim.py"]
    found = of(tmp_path, names, Person("cy", "Grupo 3"), Person("ann", "Ann"))
    assert files(found) == {"cy": ["las.py"], "ann": ["nim.py"]}
