"""ILIAS's downloads: persons, teams and files that were uploaded again."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.course.roster import Person, Roster
from grader.handins.contents import Content
from grader.handins.finding import find_handins
from grader.handins.identity import Identity, UnknownSender
from grader.handins.systems.ilias import ILIAS
from grader.handins.systems.readings import Delivery, Reading
from grader.handins.whose.sorting import AttemptChoice
from tests.handins.test_finding import KNOWN, LAS, files, laid

TEAM = "Sheet 9/Team 1/"


def readings(name: str, *files: str, known: Sequence[str] = ()) -> list[Reading]:
    """What is read of a person's folder that is called so and holds these files."""
    roster = Roster(tuple(map(Person, known)))
    members = tuple([(file, f"{name}/{file}") for file in files])
    found = ILIAS.read([Content(name, Path("all.zip"), folder=True, members=members)], roster)
    return list(found[name])


def sender(name: str, *logins: str) -> Identity:
    [reading] = readings(name, "las.py", known=logins)
    assert isinstance(reading, Delivery)
    return reading.whose


@pytest.mark.parametrize("again", ["las.py", "las (2).py", "laspy.sec"])
def test_of_the_same_file_of_two_of_a_team_one_counts_and_staff_are_told(
    tmp_path: Path, again: str
) -> None:
    both = Roster((Person("jm", group="1"), Person("wchen", group="1")))
    names = {
        f"{TEAM}M\u00fcller_J\u00f6rg_jm_1/las.py": LAS,
        f"{TEAM}Chen_Wang_wchen_2/{again}": LAS,
    }
    folder = laid(tmp_path, names)
    found = find_handins(folder, KNOWN, both)
    assert files(found) == {"jm": ["las.py"], "wchen": ["las.py"]}
    assert any("of what a group handed in more than once" in line for line in found.notes)
    times = {"jm": "2026-11-18T20:15:00+00:00", "wchen": "2026-11-18T20:10:00+00:00"}
    choice = AttemptChoice(time_of=lambda student, _version: times[student])
    found = find_handins(folder, KNOWN, both, choice=choice)
    assert "M\u00fcller" in str(found.handins[0].pieces[0].path)
    assert not any("nothing says" in line for line in found.notes)


def test_different_files_of_a_team_are_one_hand_in(tmp_path: Path) -> None:
    both = Roster((Person("jm", group="G 1"), Person("wchen", group="g  1")))
    names = (f"{TEAM}M_J_jm_1/las.py", f"{TEAM}C_W_wchen_2/nim.py")
    notes = {f"{TEAM}{name}/notes.txt": b"" for name in ("M_J_jm_1", "C_W_wchen_2")}
    found = find_handins(laid(tmp_path, {**dict.fromkeys(names, LAS), **notes}), KNOWN, both)
    assert files(found) == {"jm": ["las.py", "nim.py"], "wchen": ["las.py", "nim.py"]}
    assert not any("nothing says" in line for line in found.notes)


def test_ids_that_are_made_like_the_folders_of_ilias_stay_ids(tmp_path: Path) -> None:
    ids = ["cs_101_ann_1", "cs_101_bo_2"]
    folder = laid(tmp_path, {f"{one}/las.py": LAS for one in ids})
    found = find_handins(folder, KNOWN, Roster(tuple(map(Person, ids))))
    assert (found.system, [one.student for one in found.handins]) == ("", ids)


@pytest.mark.parametrize(
    ("file", "own", "late"),
    [
        ("las.py", "las.py", False),
        ("Late Submission - las.py", "las.py", True),
        ("Versp\u00e4tete Abgabe - las (2).py", "las-2.py", True),
        ("Verspaetete Abgabe - laspy.sec", "las.py", True),
        ("las (2).tar.gz", "las-2.tar.gz", False),
        ("notes.sec", "notes.sec", False),
        ("Makefile", "Makefile", False),
    ],
)
def test_a_file_has_the_name_that_its_student_gave_it(file: str, own: str, *, late: bool) -> None:
    [reading] = readings("Wang_Chen_cw_1", file)
    assert isinstance(reading, Delivery)
    assert (reading.file, reading.late) == (own, late)


def test_the_roster_says_which_part_of_a_name_is_the_login() -> None:
    ids = {"ilias": "c_w", "ilias number": "12"}
    assert sender("Wang_Chen_c_w_12") == Person("c_w", "Chen Wang", ids=ids)
    assert sender("Wang_Chen_c_w_12", "w") == Person("w", "Chen Wang", ids=ids | {"ilias": "w"})
    unknown = sender("Wang_Chen_c_w_12", "c_w", "w")
    assert isinstance(unknown, UnknownSender)
    assert unknown.why == (
        "whether the login is c_w or w can't be told: write the right one into the column ilias of "
        "roster.csv"
    )
